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
  termEnd,
} from '@portal/contract'
import { type EnrolmentTerm, expiryOf, renewedExpiryOf } from './expiry.rules.ts'

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

type WorkflowRole = AssociationWords['role']

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

/** The columns that an action changes. */
export interface Move {
  status?: AssociationStatus
  origin?: 'submitted' | 'renewalAsked' | null
  approvedOn?: PlainDate | null
  enrolledOn?: PlainDate
  renewedOn?: PlainDate
  expiresOn?: PlainDate
  closedOn?: PlainDate | null
  decreeDate?: PlainDate
  documentsDueOn?: PlainDate | null
  isTermExtended?: boolean
  rejectionWarnedOn?: PlainDate | null
  remindedOn?: PlainDate | null
  removalRequestedOn?: PlainDate | null
  renewalRequestedOn?: PlainDate | null
  renewedFrom?: PlainDate | null
  renewalWarnedOn?: PlainDate | null
}

interface Signing {
  readonly decreeDate: PlainDate
  readonly term: EnrolmentTerm
}

/** The association need not send documents any more. */
const documentsEnded: Move = { origin: null, documentsDueOn: null, isTermExtended: false, renewalWarnedOn: null }

/** A renewal ended without a decree: the decree of before stays in force. */
const renewalEnded: Move = {
  ...documentsEnded,
  approvedOn: null,
  rejectionWarnedOn: null,
  renewalRequestedOn: null,
}

/** What follows from the right date of a decree: enrolment or renewal, and the expiry. */
function correctionOf({ status, today }: AssociationFacts, row: StoredFacts, { decreeDate, term }: Signing): Move {
  const isRenewed = row.renewedOn !== null
  const expiresOn = isRenewed ? renewedExpiryOf(row.renewedFrom, decreeDate, term) : expiryOf(decreeDate, term)
  return {
    ...(isRenewed ? { renewedOn: decreeDate } : { enrolledOn: decreeDate }),
    ...(status === 'expired' && expiresOn >= today && { status: 'enrolled', closedOn: null }),
    decreeDate,
    expiresOn,
    remindedOn: null,
  }
}

/** What each action changes beside the status. `signing` is present where the action signs. */
const movesOf: Partial<
  Record<AssociationAction, (record: AssociationFacts, row: StoredFacts, signing: Signing | undefined) => Move>
> = {
  askDocuments: ({ status, today }) => ({
    origin: status === 'renewalAsked' ? 'renewalAsked' : 'submitted',
    documentsDueOn: termEnd('documents', today),
    isTermExtended: false,
  }),
  sendDocuments: () => documentsEnded,
  returnLate: () => documentsEnded,
  extendTerm: ({ today }) => ({ documentsDueOn: termEnd('documents', today), isTermExtended: true }),
  approve: ({ today }) => ({ approvedOn: today }),
  approveRenewal: ({ today }) => ({ approvedOn: today }),
  sendBack: () => ({ approvedOn: null, rejectionWarnedOn: null }),
  sendRenewalBack: () => ({ approvedOn: null, rejectionWarnedOn: null }),
  sign: (_record, _row, signing) =>
    signing
      ? {
          enrolledOn: signing.decreeDate,
          expiresOn: expiryOf(signing.decreeDate, signing.term),
          decreeDate: signing.decreeDate,
          rejectionWarnedOn: null,
          remindedOn: null,
          removalRequestedOn: null,
        }
      : {},
  signRenewal: (_record, { expiresOn }, signing) =>
    signing
      ? {
          renewedOn: signing.decreeDate,
          renewedFrom: expiresOn,
          expiresOn: renewedExpiryOf(expiresOn, signing.decreeDate, signing.term),
          closedOn: null,
          decreeDate: signing.decreeDate,
          rejectionWarnedOn: null,
          remindedOn: null,
          removalRequestedOn: null,
          renewalWarnedOn: null,
        }
      : {},
  proposeRejection: ({ today }) => ({ rejectionWarnedOn: today }),
  reject: ({ today }) => ({ closedOn: today }),
  askRenewal: ({ today }) => ({
    approvedOn: null,
    rejectionWarnedOn: null,
    renewalRequestedOn: today,
    renewalWarnedOn: null,
  }),
  remind: ({ today }) => ({ remindedOn: today }),
  expire: ({ expiresOn, today }) => ({ closedOn: expiresOn ?? today }),
  remove: ({ today }) => ({ closedOn: today, removalRequestedOn: null }),
  correctDecree: (record, row, signing) => (signing ? correctionOf(record, row, signing) : {}),
  askRemoval: ({ today }) => ({ removalRequestedOn: today }),
  withdrawRemoval: () => ({ removalRequestedOn: null }),
  withdrawRenewal: ({ expiresOn, today }, { closedOn }) => ({
    ...renewalEnded,
    closedOn: expiresOn !== undefined && expiresOn < today ? (closedOn ?? today) : null,
  }),
  warnRenewal: ({ today }) => ({ renewalWarnedOn: today }),
  endRenewal: ({ today }, { closedOn }) => ({ ...renewalEnded, closedOn: closedOn ?? today }),
}

/** What an action changes: the new status, and its dates. */
export function moveOf(
  action: AssociationAction,
  row: StoredFacts,
  today: PlainDate,
  role: WorkflowRole,
  signing?: Signing,
): Move {
  const record = associationFactsOf(row, today)
  const status = associationWorkflow.statusAfter(action, record, { role }) ?? row.status
  return { status, ...movesOf[action]?.(record, row, signing) }
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
