import {
  addDays,
  type CaseStatus,
  type DueState,
  dayIn,
  dayMs,
  officeZone,
  type PlainDate,
  pendingStatuses,
} from '@portal/contract'

/** Terms in days: until an operator takes a case, and until the office closes it. */
export interface CaseTerms {
  readonly takeDays: number
  readonly closeDays: number
}

/** Statuses in which a case waits for an operator. */
export const waitingStatuses = ['open', 'toAssign', 'reopened'] as const satisfies readonly CaseStatus[]

interface CaseTimes {
  readonly status: CaseStatus
  readonly workedFrom: Date
  readonly statusSince: Date
}

export interface Due {
  readonly dueOn: PlainDate
  readonly dueState: DueState
}

const dayNumber = (day: PlainDate) => Date.parse(day) / dayMs
const dayAfter = (instant: Date, days: number) => addDays(dayIn(officeZone, instant), days)

const includes = (statuses: readonly CaseStatus[], status: CaseStatus) => statuses.some((one) => one === status)

/** A case is due soon when at most this fraction (one fifth) of its term remains. */
const soonShare = 5

/** The next due date of a case and its state on `today`; undefined for a case that is closed or cancelled. */
export function dueOf(
  { status, workedFrom, statusSince }: CaseTimes,
  terms: CaseTerms,
  today: PlainDate,
): Due | undefined {
  if (!includes(pendingStatuses, status)) return undefined
  const close = { dueOn: dayAfter(workedFrom, terms.closeDays), days: terms.closeDays }
  const take = { dueOn: dayAfter(statusSince, terms.takeDays), days: terms.takeDays }
  const { dueOn, days } = includes(waitingStatuses, status) && take.dueOn < close.dueOn ? take : close
  const left = dayNumber(dueOn) - dayNumber(today)
  const dueState = left < 0 ? 'late' : left <= Math.ceil(days / soonShare) ? 'soon' : 'onTime'
  return { dueOn, dueState }
}

export type LatenessDates = ReturnType<typeof latenessDates>

/** The dates before which a case must have started to be late on `today`; the inverse of `dueOf`. */
export const latenessDates = ({ takeDays, closeDays }: CaseTerms, today: PlainDate) => ({
  workedBefore: addDays(today, -closeDays),
  waitingBefore: addDays(today, -takeDays),
})
