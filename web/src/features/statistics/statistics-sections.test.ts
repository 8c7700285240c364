import { type StatisticsSubject, statisticsSubjects } from '@portal/contract'
import { expect, test } from 'vitest'
import { statisticsSections } from './statistics-sections.ts'

test.each(Object.keys(statisticsSubjects) as StatisticsSubject[])(
  'every indicator of %s is in one section',
  (subject) => {
    const shown = statisticsSections[subject].flatMap(([, indicators]) => indicators)
    expect([...shown].sort()).toEqual(Object.keys(statisticsSubjects[subject].indicators).sort())
  },
)
