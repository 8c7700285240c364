import {
  can,
  type DueState,
  dayIn,
  dayMs,
  decidableStatuses,
  endOfTerm,
  officeZone,
  type PlainDate,
  type RightsStatus,
  type Role,
} from '@portal/contract'

interface Asker {
  readonly id: number
  readonly selectedRole: Role
}

/** Whether a user sees all requests; other users see only their own. */
export const seesAll = ({ selectedRole }: Asker) => can('administration', selectedRole)

export const maySee = (asker: Asker, request: { readonly requestedBy: number }) =>
  seesAll(asker) || request.requestedBy === asker.id

/** Whether a user sees what a request found. Operators who enter requests must not, because they could search all cases that way. */
export const seesFindings = ({ selectedRole }: Asker) => can('administration', selectedRole)

export type DecisionDenialReason = 'not_allowed' | 'same_person' | 'conflict'

/** Why a user may not decide a request; null when they may. No user decides a request that they entered. */
export function decisionDenialOf(
  asker: Asker,
  { requestedBy, status }: { readonly requestedBy: number; readonly status: RightsStatus },
): DecisionDenialReason | null {
  if (!can('administration', asker.selectedRole)) return 'not_allowed'
  if (requestedBy === asker.id) return 'same_person'
  return decidableStatuses.some((decidable) => decidable === status) ? null : 'conflict'
}

/** Whether an operator with these roles may decide requests. */
export const decides = ({ roles }: { readonly roles: readonly Role[] }) =>
  roles.some((role) => can('administration', role))

/** Statuses of requests without an answer. */
const unanswered = ['waiting', 'approved', 'failed'] as const satisfies readonly RightsStatus[]

/** The same day of the next month, or its last day where it has no such day (Regulation 1182/71, art. 3(2)(c)). */
export function oneMonthAfter(day: PlainDate): PlainDate {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastOfNext = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(date, lastOfNext))).toISOString().slice(0, 10) as PlainDate
}

/** Number of days before the end of a term from which it is due soon. */
const soonDays = 7
/** The due date of a request (GDPR art. 12(3)) and its state on `today`; undefined for a request that is answered. */
export function termOf(
  { status, requestedAt }: { readonly status: RightsStatus; readonly requestedAt: Date },
  today: PlainDate,
): { dueOn: PlainDate; dueState: DueState } | undefined {
  if (!unanswered.some((one) => one === status)) return undefined
  const dueOn = endOfTerm(oneMonthAfter(dayIn(officeZone, requestedAt)), 'european')
  const left = (Date.parse(dueOn) - Date.parse(today)) / dayMs
  return { dueOn, dueState: left < 0 ? 'late' : left <= soonDays ? 'soon' : 'onTime' }
}
