import { describe, expect, test } from 'vitest'
import texts from '../texts/office/it.json' with { type: 'json' }
import { type Indicator, shareOf, statisticsSubjects } from './indicators.ts'

const subjects = Object.entries(statisticsSubjects).map(
  ([subject, { indicators }]) => [subject as keyof typeof statisticsSubjects, indicators] as const,
)

describe.each(subjects)('the indicators of %s', (subject, table) => {
  const indicators = Object.entries<Indicator>(table)

  test('have a word of their own each', () => {
    const words = indicators.map(([, { wire }]) => wire)
    expect(new Set(words).size).toBe(words.length)
  })

  test('contain each other only within the same table', () => {
    for (const [, { within }] of indicators) if (within) expect(Object.keys(table)).toContain(within)
  })

  test('have a title, and a text for records without a value', () => {
    expect(Object.keys(texts.statistics[subject])).toEqual(Object.keys(table))
  })
})

test('the register admin sees the statistics of the register only, RUP sees both, level II those of cases', () => {
  expect(statisticsSubjects.cases.allow).toEqual(['manager', 'operatorTwo'])
  expect(statisticsSubjects.register.allow).toEqual(['manager', 'registerAdmin'])
})

test.each([
  [0, 0, 0],
  [0, 7, 0],
  [7, 7, 1],
  [1, 3, 0.3333],
  [2, 3, 0.6667],
  [1, 20_000, 0.0001],
  [1, 20_001, 0],
])('%i of %i are a share of %d', (count, total, share) => expect(shareOf(count, total)).toBe(share))
