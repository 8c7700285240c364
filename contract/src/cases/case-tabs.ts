import type { CaseView } from './case.endpoints.ts'
import { type CaseStatus, caseStatusIds, pendingStatuses } from './case.workflow.ts'
import { type CaseFilters, caseFilterNames } from './case-filters.ts'

/** The tabs above the lists of cases, with their words on the wire. */
export const caseTabWords = {
  pending: 'non_conclusi',
  unassigned: 'non_assegnati',
  late: 'in_ritardo',
  unread: 'con_risposte',
  ended: 'conclusi',
  every: 'tutti',
} as const
export type CaseTabName = keyof typeof caseTabWords

/** A part of a list of cases, under a tab: its filters are all that its list is narrowed by. */
export interface CaseListTab {
  readonly name: CaseTabName
  readonly filters: CaseFilters
}

const pending = [...pendingStatuses]
/** Statuses of cases without pending work. */
export const endedStatuses: readonly CaseStatus[] = (Object.keys(caseStatusIds) as CaseStatus[]).filter(
  (status) => !pendingStatuses.some((one) => one === status),
)
const every: CaseListTab = { name: 'every', filters: {} }
const late: CaseListTab = { name: 'late', filters: { isLate: true } }
const unread: CaseListTab = { name: 'unread', filters: { hasUnread: true } }
const ofPending: CaseListTab = { name: 'pending', filters: { statuses: pending } }
const unassigned: CaseListTab = { name: 'unassigned', filters: { statuses: pending, isUnassigned: true } }

/** The tabs of each list; the first is what the badge of the list counts and its entry of the menu opens. */
export const caseTabs: Readonly<Record<CaseView, readonly [CaseListTab, ...CaseListTab[]]>> = {
  all: [ofPending, unassigned, late, unread, every],
  toAssign: [every, late],
  // A list that is narrowed by pending statuses unless by others.
  mine: [{ name: 'pending', filters: {} }, late, unread, { name: 'ended', filters: { statuses: [...endedStatuses] } }],
  outOfRemit: [ofPending, every],
}

/** What narrows view 0 to the cases that its badge counts, as its address has it. */
export const pendingInAddress = {
  [caseFilterNames.statuses]: pendingStatuses.map((status) => caseStatusIds[status]).join(),
}
