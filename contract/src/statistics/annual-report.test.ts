import { expect, test } from 'vitest'
import { exportersOf } from '../exports/export-kinds.ts'
import type { PlainDate } from '../kit/plain-date.ts'
import { rolesOf } from '../session/roles.ts'
import { annualReportYears, lastWholeYear, reportPeriods, reportSubjects } from './annual-report.ts'

const day = (text: string) => text as PlainDate

test('there is a report of the current year and of the ten before, by default of the last whole one', () => {
  const years = annualReportYears(day('2026-11-20'))
  expect([years[0], years.at(-1), years.length]).toEqual([2026, 2016, 11])
  expect(lastWholeYear(day('2026-01-01'))).toBe(2025)
})

test.each([
  ['a whole year', 2025, '2026-11-20', ['2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31']],
  ['the current year', 2026, '2026-11-20', ['2026-01-01', '2026-11-20', '2025-01-01', '2025-11-20']],
  ['the current year on 29 February', 2028, '2028-02-29', ['2028-01-01', '2028-02-29', '2027-01-01', '2027-02-28']],
])('%s is compared with the same days of the year before', (_name, year, today, days) => {
  const { own, before } = reportPeriods(year, day(today))
  expect([own.from, own.to, before.from, before.to]).toEqual(days)
})

test('the report has the statistics that its reader sees, and is for everyone who sees any', () => {
  expect(exportersOf('annualReport')).toEqual(rolesOf('statistics'))
  expect(reportSubjects('manager')).toEqual(['cases', 'register'])
  expect(reportSubjects('operatorTwo')).toEqual(['cases'])
  expect(reportSubjects('registerAdmin')).toEqual(['register'])
  expect(reportSubjects('operatorOne')).toEqual([])
})
