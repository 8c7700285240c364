import { type CaseStatus, type DueState, dayIn, officeZone, type PlainDate, pendingStatuses } from '@portal/contract'

/** How many days the office gives itself: until somebody works on a case, and until it is closed. */
export interface CaseTerms {
  readonly takeDays: number
  readonly closeDays: number
}

/** Statuses in which a case waits for somebody to work on it. */
export const waitingStatuses = ['open', 'toAssign', 'reopened'] as const satisfies readonly CaseStatus[]

interface Timed {
  readonly status: CaseStatus
  readonly workedFrom: Date
  readonly statusSince: Date
}

export interface Due {
  readonly dueOn: PlainDate
  readonly dueState: DueState
}

const dayMs = 86_400_000
const dayNumber = (day: PlainDate) => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayAfter = (instant: Date, days: number) =>
  new Date((dayNumber(dayIn(officeZone, instant)) + days) * dayMs).toISOString().slice(0, 10) as PlainDate

const includes = (statuses: readonly CaseStatus[], status: CaseStatus) => statuses.some((one) => one === status)

/** Soon: when a fifth of the term is left. */
const soonShare = 5

/** When what a case waits for is due, and how near that is on a day; undefined where it waits for nothing. */
export function dueOf({ status, workedFrom, statusSince }: Timed, terms: CaseTerms, today: PlainDate): Due | undefined {
  if (!includes(pendingStatuses, status)) return undefined
  const close = { dueOn: dayAfter(workedFrom, terms.closeDays), days: terms.closeDays }
  const take = { dueOn: dayAfter(statusSince, terms.takeDays), days: terms.takeDays }
  const { dueOn, days } = includes(waitingStatuses, status) && take.dueOn < close.dueOn ? take : close
  const left = dayNumber(dueOn) - dayNumber(today)
  const dueState = left < 0 ? 'late' : left <= Math.ceil(days / soonShare) ? 'soon' : 'onTime'
  return { dueOn, dueState }
}

/** The last days from which a case is late on a day: `dueOf` the other way round. */
export const lateBefore = ({ takeDays, closeDays }: CaseTerms, today: PlainDate) => ({
  workedBefore: shifted(today, -closeDays),
  waitingBefore: shifted(today, -takeDays),
})

const shifted = (day: PlainDate, days: number) =>
  new Date((dayNumber(day) + days) * dayMs).toISOString().slice(0, 10) as PlainDate
