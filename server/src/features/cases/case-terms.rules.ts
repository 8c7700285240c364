import {
  addDays,
  type CaseStatus,
  type DayKind,
  type DueState,
  dayIn,
  dayMs,
  lastDayOf,
  officeZone,
  type PlainDate,
  pendingStatuses,
} from '@portal/contract'

/** Terms in days: until an operator takes a case, until the office closes it, and until the complainant is informed of it. */
export interface CaseTerms {
  readonly takeDays: number
  readonly closeDays: number
  readonly letterDays: number
  readonly letterDayKind: DayKind
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
  return { dueOn, dueState: stateOf({ dueOn, days }, today) }
}

function stateOf({ dueOn, days }: { readonly dueOn: PlainDate; readonly days: number }, today: PlainDate): DueState {
  const left = dayNumber(dueOn) - dayNumber(today)
  if (left < 0) return 'late'
  return left <= Math.ceil(days / soonShare) ? 'soon' : 'onTime'
}

interface AwaitedLetter {
  readonly status: CaseStatus
  readonly createdAt: Date
  readonly awaitsLetter: boolean | null
}

/** By when the complainant must be informed whether the case goes on; nothing once they were, or the case is cancelled. */
export function informDueOf(
  { status, createdAt, awaitsLetter }: AwaitedLetter,
  { letterDays, letterDayKind }: CaseTerms,
  today: PlainDate,
): { readonly informBy?: PlainDate; readonly informState?: DueState } {
  if (!awaitsLetter || status === 'cancelled') return {}
  const informBy = lastDayOf(dayIn(officeZone, createdAt), letterDays, letterDayKind)
  return { informBy, informState: stateOf({ dueOn: informBy, days: letterDays }, today) }
}

export type LatenessDates = ReturnType<typeof latenessDates>

/** The dates before which a case must have started to be late on `today`; the inverse of `dueOf`. */
export const latenessDates = ({ takeDays, closeDays }: CaseTerms, today: PlainDate) => ({
  workedBefore: addDays(today, -closeDays),
  waitingBefore: addDays(today, -takeDays),
})
