import {
  type AssociationAction,
  type AssociationActionDenials,
  type AssociationActionInput,
  type AssociationDenialReason,
  type AssociationFacts,
  type AssociationKey,
  type AssociationStatus,
  type AssociationValues,
  type AssociationWords,
  associationActionNames,
  associationActions,
  associationLists,
  associationWorkflow,
  dayIn,
  isActionFor,
  isDocumentKey,
  officeZone,
  type PlainDate,
  type Role,
} from '@portal/contract'

/** The facts of a stored association that the workflow reads. */
export interface StoredFacts {
  readonly status: AssociationStatus
  readonly origin: 'submitted' | 'renewalAsked' | null
  readonly values: AssociationValues
  readonly expiresOn: PlainDate | null
  readonly documentsDueOn: PlainDate | null
  readonly isTermExtended: boolean
  readonly rejectionWarnedOn: PlainDate | null
  readonly remindedOn: PlainDate | null
  readonly removalRequestedOn: PlainDate | null
  readonly requestedAt: Date
  readonly statusSince: Date
  readonly checkedDocuments: readonly number[]
  readonly renewalRequestedOn: PlainDate | null
  readonly renewedOn: PlainDate | null
  readonly renewedFrom: PlainDate | null
  readonly renewalWarnedOn: PlainDate | null
  readonly closedOn: PlainDate | null
  readonly enrolledOn: PlainDate | null
  readonly proposedAt: Date | null
}

/** Whether an anonymous applicant may overwrite a request: it waits in 1 or 3, and is no renewal (decisions §6). */
export const isPending = ({ status, origin }: Pick<StoredFacts, 'status' | 'origin'>): boolean =>
  status === 'submitted' || (status === 'documentsAsked' && origin !== 'renewalAsked')

/** Whether a renewal was requested and no decree ends it yet. */
export const isRenewing = ({ status, origin }: Pick<StoredFacts, 'status' | 'origin'>): boolean =>
  ['renewalAsked', 'renewalApproved'].includes(status) || origin === 'renewalAsked'

/** When the request was made that waits, and when the association first applied, where that was another one. */
export const requestDaysOf = ({
  requestedAt,
  currentRequestAt,
}: {
  readonly requestedAt: Date
  readonly currentRequestAt: Date
}) => ({
  requestedAt: currentRequestAt,
  firstRequestedAt: currentRequestAt.getTime() === requestedAt.getTime() ? undefined : requestedAt,
})

/** The first days that the next decree and the one in force may have: those of their requests (decisions §6). */
export function decreeDaysOf(row: StoredFacts): { decreeFrom: PlainDate; correctedFrom: PlainDate } {
  const requestedOn = dayIn(officeZone, row.requestedAt)
  const renewalRequestedOn = row.renewalRequestedOn ?? requestedOn
  const isPending = isRenewing(row)
  return {
    decreeFrom: isPending ? renewalRequestedOn : requestedOn,
    correctedFrom: row.renewedOn !== null && !isPending ? renewalRequestedOn : requestedOn,
  }
}

/**
 * Whether the register has begun to check a request: a document is checked, a rejection was announced, or the request has left its
 * first status once.
 */
const isCheckBegun = ({ checkedDocuments, rejectionWarnedOn, statusSince, requestedAt }: StoredFacts): boolean =>
  checkedDocuments.length > 0 || rejectionWarnedOn !== null || statusSince > requestedAt

export const associationFactsOf = (row: StoredFacts, today: PlainDate): AssociationFacts => ({
  status: row.status,
  today,
  isNumberFree: true,
  isTermExtended: row.isTermExtended,
  isRemovalRequested: row.removalRequestedOn !== null,
  ...decreeDaysOf(row),
  isProposalOpen: row.proposedAt !== null,
  isCheckBegun: isCheckBegun(row),
  ...(row.origin && { origin: row.origin }),
  ...(row.values.formedOn && { formedOn: row.values.formedOn }),
  ...(row.expiresOn && { expiresOn: row.expiresOn }),
  ...(row.documentsDueOn && { documentsDueOn: row.documentsDueOn }),
  ...(row.rejectionWarnedOn && { rejectionWarnedOn: row.rejectionWarnedOn }),
  ...(row.remindedOn && { remindedOn: row.remindedOn }),
  ...(row.enrolledOn && { enrolledOn: row.enrolledOn }),
  ...(row.renewalWarnedOn && { renewalWarnedOn: row.renewalWarnedOn }),
})

export type WorkflowRole = AssociationWords['role']

/** The role of a user in the workflow; null for roles that have no part in it. */
export function workflowRoleOf(role: Role): WorkflowRole | null {
  if (role === 'associationMember') return 'association'
  const isOne = Object.values(associationActions).some((rule) => isActionFor(rule, role))
  return isOne ? (role as WorkflowRole) : null
}

/** Why an action is denied by the workflow; null where it is allowed. */
export const denialOf = (
  action: AssociationAction,
  record: AssociationFacts,
  role: WorkflowRole,
  input?: AssociationActionInput,
): AssociationDenialReason | 'missing_input' | null => associationWorkflow.denialOf(action, record, { role }, input)

/** The statuses in which the office edits a record; the closed ones are read only. */
const editableStatuses: readonly AssociationStatus[] = [...associationLists.newRequests, ...associationLists.enrolled]

/** The actions by which an association itself changes its record, each in statuses of its own. */
const ownEdits = [
  ['correctRequest', 'applicant'],
  ['sendDocuments', 'applicant'],
  ['changeOwn', 'association'],
] as const

interface Editing {
  readonly status: AssociationStatus
  readonly mayEdit: boolean
  readonly isLocked: boolean
}

/** Why the office may not edit a record. */
export function editDenialOf({ status, mayEdit, isLocked }: Editing): AssociationDenialReason | null {
  if (!mayEdit) return 'wrong_role'
  if (!editableStatuses.includes(status)) return 'wrong_status'
  return isLocked ? 'locked' : null
}

/** Why an association may not change its own record. */
export function ownEditDenialOf(record: AssociationFacts, isLocked: boolean): AssociationDenialReason | null {
  const denials = ownEdits.map(([action, role]) => denialOf(action, record, role))
  if (denials.includes(null)) return isLocked ? 'locked' : null
  return denials.includes('check_begun') ? 'check_begun' : 'wrong_status'
}

/** The denial reason of each action of the office, and of editing. */
export function denialsFor(
  record: AssociationFacts,
  role: Role,
  { mayEdit, isLocked }: Pick<Editing, 'mayEdit' | 'isLocked'>,
): AssociationActionDenials {
  const actor = workflowRoleOf(role)
  const denial = (word: AssociationAction): AssociationDenialReason | null => {
    const reason = actor ? denialOf(word, record, actor) : 'wrong_role'
    return reason === 'missing_input' ? null : (reason ?? (isLocked ? 'locked' : null))
  }
  return {
    ...(Object.fromEntries(associationActionNames.map((word) => [word, denial(word)])) as Omit<
      AssociationActionDenials,
      'edit'
    >),
    edit: editDenialOf({ status: record.status ?? 'removed', mayEdit, isLocked }),
  }
}

/** The values of the form without the documents, which are rows of their own. */
export const withoutDocuments = (values: AssociationValues): AssociationValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !isDocumentKey(key)))

/** The keys of the fields that may be stored: those of the form. */
export const isStoredKey = (key: string, fields: object): key is AssociationKey => Object.hasOwn(fields, key)

/** All grounds of an association, the main one first. */
export const groundIdsOf = ({ mainGroundId, secondaryGrounds = [] }: AssociationValues): number[] => [
  ...new Set([mainGroundId, ...secondaryGrounds.map(({ groundId }) => groundId)].filter((id) => id !== undefined)),
]

/** The sub-grounds of an association, that of the main ground first. */
export const subGroundIdsOf = ({ mainSubGroundId, secondaryGrounds = [] }: AssociationValues): number[] => [
  ...new Set(
    [mainSubGroundId, ...secondaryGrounds.map(({ subGroundId }) => subGroundId)].filter((id) => id !== undefined),
  ),
]

/** Number of a request, with its year. */
export const requestNumberOf = (year: number, place: number) => `R-${year}-${String(place).padStart(6, '0')}`
export const enrolmentNumberOf = (tag: string, number: number) => `${tag}-ASS-${String(number).padStart(5, '0')}`

const ended: readonly AssociationStatus[] = ['expired', 'rejected', 'removed']

/**
 * Whether the enrolment of a record that was enrolled once holds: also while its renewal is pending, but not where the renewal was
 * requested after the expiry.
 */
export const isInForce = ({ status, closedOn }: { status: AssociationStatus; closedOn: PlainDate | null }): boolean =>
  closedOn === null && !ended.includes(status)
