import * as z from 'zod/mini'
import type { PlainDate } from '../kit/plain-date.ts'
import { onWire } from '../kit/wire.ts'
import type { Role } from '../session/roles.ts'
import { type StatisticsSubject, statisticsSubjects } from './indicators.ts'

/** How many years before the current one have a report. */
const yearsBack = 10

const yearOf = (day: PlainDate) => Number(day.slice(0, 4))

/** The years of which there is a report on a day: the current one, which is unfinished, and those before, newest first. */
export const annualReportYears = (today: PlainDate): number[] =>
  Array.from({ length: yearsBack + 1 }, (_, index) => yearOf(today) - index)

/** The last year that has ended. */
export const lastWholeYear = (today: PlainDate): number => yearOf(today) - 1

interface Days {
  readonly from: PlainDate
  readonly to: PlainDate
}

/** The days that a report counts, and the same days of the year before. */
export interface ReportPeriods {
  readonly own: Days
  readonly before: Days
}

/** The periods of a report: whole years, or of the current year the days until today. */
export function reportPeriods(year: number, today: PlainDate): ReportPeriods {
  const end = year === yearOf(today) ? today.slice(5) : '12-31'
  const daysOf = (one: number, last: string): Days => ({
    from: `${one}-01-01` as PlainDate,
    to: `${one}-${last}` as PlainDate,
  })
  return { own: daysOf(year, end), before: daysOf(year - 1, end === '02-29' ? '02-28' : end) }
}

/** The chapters of a report: the statistics that a role sees. */
export const reportSubjects = (role: Role): StatisticsSubject[] =>
  (Object.keys(statisticsSubjects) as StatisticsSubject[]).filter((subject) =>
    statisticsSubjects[subject].allow.includes(role),
  )

export const annualReportRequest = onWire('avvio_relazione_annuale', { year: [z.int(), 'anno'] })
export type AnnualReportRequest = z.output<typeof annualReportRequest>
