import { addDays, type PlainDate } from '../kit/plain-date.ts'
import { idOnWire } from '../kit/wire.ts'
import { type ActionRule, defineWorkflow } from '../kit/workflow.ts'

/** Statuses of an association's request (specification 2 §4); id 2 is not used. */
export const associationStatusIds = {
  submitted: 1,
  documentsAsked: 3,
  approvedToSign: 4,
  enrolled: 5,
  expired: 6,
  removed: 7,
  rejected: 8,
  renewalAsked: 9,
  renewalApproved: 10,
} as const
export const associationStatus = idOnWire(associationStatusIds)
export type AssociationStatus = keyof typeof associationStatusIds

/** Terms of the register, in days (decisions §6). */
export const associationDays = {
  /** For the applicant to send the missing documents. */
  documents: 30,
  /** From the notice of rejection (art. 10-bis of law 241/1990) until RUP may reject. */
  rejectionWarning: 10,
  renewalBeforeExpiry: 60,
  renewalAfterExpiry: 90,
  reminders: [60, 30, 7],
} as const

/** The words of the table of associations. */
export interface AssociationWords {
  readonly status: AssociationStatus
  /** `applicant` has no account; `association` is its representative or contact, signed in. */
  readonly role: 'applicant' | 'association' | 'registerOperator' | 'registerAdmin' | 'manager' | 'nightly_job'
  /** `origin`: the status before documents were requested. */
  readonly target: 'same' | 'origin'
  readonly condition:
    | 'number_free'
    | 'formed_a_year_ago'
    | 'term_passed'
    | 'first_extension'
    | 'rejection_warned'
    | 'renewal_open'
    | 'expiry_passed'
    | 'reminder_due'
  readonly need:
    | 'documents_1_to_7'
    | 'documents_3_to_7'
    | 'missing_items'
    | 'requested_items'
    | 'checklist'
    | 'decree_number'
    | 'decree_date'
    | 'reason'
    /** A reason, unless the association itself requested its removal. */
    | 'reason_or_request'
  readonly assignee: never
  readonly notice: 'applied' | 'documentsSent' | 'toSign' | 'sentBack' | 'renewalToSign'
  readonly recipient: 'register' | 'managers'
  readonly mail:
    | 'receipt'
    | 'document_request'
    | 'term_extended'
    | 'returned'
    | 'welcome'
    | 'rejection_warning'
    | 'rejection'
    | 'confirmation'
    | 'renewal_reminder'
    | 'expiry'
    | 'removal'
}
export type AssociationActionRule = ActionRule<AssociationWords>

const register = ['registerOperator', 'registerAdmin'] as const

/** The actions on an association's request: their statuses, roles, next status and notices (decisions §6). */
// biome-ignore format: a table
export const associationActions = {
  apply:            { from: [],                                              to: 'submitted',       by: ['applicant'],     needs: ['documents_1_to_7'], when: ['number_free', 'formed_a_year_ago'],
                      notify: [{ kind: 'applied', to: 'register' }], mail: ['receipt'] },
  askDocuments:     { from: ['submitted', 'renewalAsked'],                   to: 'documentsAsked',  by: register,          needs: ['missing_items'],
                      mail: ['document_request'] },
  sendDocuments:    { from: ['documentsAsked'],                              to: 'origin',          by: ['applicant'],     needs: ['requested_items'],
                      notify: [{ kind: 'documentsSent', to: 'register' }] },
  returnLate:       { from: ['documentsAsked'],                              to: 'origin',          by: register,          needs: ['reason'], when: ['term_passed'],
                      mail: ['returned'] },
  extendTerm:       { from: ['documentsAsked'],                              to: 'same',            by: register,          needs: [], when: ['term_passed', 'first_extension'],
                      mail: ['term_extended'] },
  approve:          { from: ['submitted'],                                   to: 'approvedToSign',  by: ['registerAdmin'], needs: ['checklist'],
                      notify: [{ kind: 'toSign', to: 'managers' }] },
  sign:             { from: ['approvedToSign'],                              to: 'enrolled',        by: ['manager'],       needs: ['decree_number', 'decree_date'],
                      mail: ['welcome'] },
  sendBack:         { from: ['approvedToSign'],                              to: 'submitted',       by: ['manager'],       needs: ['reason'],
                      notify: [{ kind: 'sentBack', to: 'register' }] },
  sendRenewalBack:  { from: ['renewalApproved'],                             to: 'renewalAsked',    by: ['manager'],       needs: ['reason'],
                      notify: [{ kind: 'sentBack', to: 'register' }] },
  proposeRejection: { from: ['submitted', 'approvedToSign', 'renewalAsked'], to: 'same',            by: ['registerAdmin'], needs: ['reason'],
                      mail: ['rejection_warning'] },
  reject:           { from: ['submitted', 'approvedToSign', 'renewalAsked'], to: 'rejected',        by: ['manager'],       needs: ['reason'], when: ['rejection_warned'],
                      mail: ['rejection'] },
  askRenewal:       { from: ['enrolled', 'expired'],                         to: 'renewalAsked',    by: ['association'],   needs: ['documents_3_to_7'], when: ['renewal_open'],
                      mail: ['receipt'] },
  approveRenewal:   { from: ['renewalAsked'],                                to: 'renewalApproved', by: ['registerAdmin'], needs: ['checklist'],
                      notify: [{ kind: 'renewalToSign', to: 'managers' }] },
  signRenewal:      { from: ['renewalApproved'],                             to: 'enrolled',        by: ['manager'],       needs: ['decree_number', 'decree_date'],
                      mail: ['confirmation'] },
  remind:           { from: ['enrolled'],                                    to: 'same',            by: ['nightly_job'],   needs: [], when: ['reminder_due'],
                      mail: ['renewal_reminder'] },
  // A pending renewal has its own status, so no other condition is necessary.
  expire:           { from: ['enrolled'],                                    to: 'expired',         by: ['nightly_job'],   needs: [], when: ['expiry_passed'],
                      mail: ['expiry'] },
  remove:           { from: ['enrolled', 'expired', 'renewalAsked', 'renewalApproved'], to: 'removed', by: ['manager'],    needs: ['reason_or_request'],
                      mail: ['removal'] },
  applyAgain:       { from: ['removed', 'rejected'],                         to: 'submitted',       by: ['applicant'],     needs: ['documents_1_to_7'], when: ['formed_a_year_ago'],
                      notify: [{ kind: 'applied', to: 'register' }], mail: ['receipt'] },
} as const satisfies Record<string, AssociationActionRule>
export type AssociationAction = keyof typeof associationActions

/** The facts of an association that decide which actions a user may take. */
export interface AssociationFacts {
  readonly status: AssociationStatus | null
  readonly today: PlainDate
  /** The status before documents were requested. */
  readonly origin?: 'submitted' | 'renewalAsked'
  /** No other association has its VAT number or tax code. */
  readonly isNumberFree: boolean
  readonly formedOn?: PlainDate
  readonly expiresOn?: PlainDate
  /** The last day for the documents that were requested. */
  readonly documentsDueOn?: PlainDate
  readonly isTermExtended: boolean
  /** When the association got the notice of rejection. */
  readonly rejectionWarnedOn?: PlainDate
  readonly remindedOn?: PlainDate
  /** The association itself requested its removal. */
  readonly isRemovalRequested: boolean
}

/** The input of an action on an association. */
export interface AssociationActionInput {
  /** The types of the documents, 1 to 7. */
  readonly documents?: readonly number[]
  readonly missingItems?: string
  /** The applicant sends everything that was requested. */
  readonly hasRequestedItems?: boolean
  readonly isChecklistComplete?: boolean
  readonly decreeNumber?: string
  readonly decreeDate?: PlainDate
  readonly reason?: string
}

interface AssociationTypes extends AssociationWords {
  readonly always: never
  readonly record: AssociationFacts
  readonly input: AssociationActionInput
}

const isPast = (day: PlainDate | undefined, today: PlainDate) => day !== undefined && day < today

/** The same day of the next year, for comparisons: 29 February is past on 1 March. */
const aYearAfter = (day: PlainDate) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}` as PlainDate

function isRenewalOpen({ expiresOn, today }: AssociationFacts): boolean {
  if (expiresOn === undefined) return false
  const first = addDays(expiresOn, -associationDays.renewalBeforeExpiry)
  return first <= today && today <= addDays(expiresOn, associationDays.renewalAfterExpiry)
}

/** Whether a reminder is due and not yet sent; a reminder that one night missed is sent the next night. */
const isReminderDue = ({ expiresOn, remindedOn, today }: AssociationFacts) =>
  expiresOn !== undefined &&
  today <= expiresOn &&
  associationDays.reminders
    .map((days) => addDays(expiresOn, -days))
    .some((day) => day <= today && (remindedOn === undefined || remindedOn < day))

const hasDocuments = ({ documents = [] }: AssociationActionInput, first: number) =>
  Array.from({ length: 8 - first }, (_, index) => first + index).every((type) => documents.includes(type))

const isNeedMet: Readonly<
  Record<AssociationWords['need'], (input: AssociationActionInput, record: AssociationFacts) => boolean>
> = {
  documents_1_to_7: (input) => hasDocuments(input, 1),
  documents_3_to_7: (input) => hasDocuments(input, 3),
  missing_items: ({ missingItems }) => Boolean(missingItems),
  requested_items: ({ hasRequestedItems }) => hasRequestedItems === true,
  checklist: ({ isChecklistComplete }) => isChecklistComplete === true,
  decree_number: ({ decreeNumber }) => Boolean(decreeNumber),
  decree_date: ({ decreeDate }) => decreeDate !== undefined,
  reason: ({ reason }) => Boolean(reason),
  reason_or_request: ({ reason }, { isRemovalRequested }) => Boolean(reason) || isRemovalRequested,
}

/** The workflow of the register (decisions §6). */
export const associationWorkflow = /* @__PURE__ */ defineWorkflow<AssociationTypes>()({
  actions: associationActions,
  conditions: {
    number_free: { isMet: ({ record }) => record.isNumberFree, reason: 'number_in_use' },
    formed_a_year_ago: {
      isMet: ({ record: { formedOn, today } }) => formedOn !== undefined && aYearAfter(formedOn) <= today,
      reason: 'too_young',
    },
    term_passed: { isMet: ({ record }) => isPast(record.documentsDueOn, record.today), reason: 'term_open' },
    first_extension: { isMet: ({ record }) => !record.isTermExtended, reason: 'already_extended' },
    rejection_warned: {
      isMet: ({ record: { rejectionWarnedOn, today } }) =>
        rejectionWarnedOn !== undefined && isPast(addDays(rejectionWarnedOn, associationDays.rejectionWarning), today),
      reason: 'warning_open',
    },
    renewal_open: { isMet: ({ record }) => isRenewalOpen(record), reason: 'renewal_shut' },
    expiry_passed: { isMet: ({ record }) => isPast(record.expiresOn, record.today), reason: 'not_expired' },
    reminder_due: { isMet: ({ record }) => isReminderDue(record), reason: 'no_reminder_due' },
  },
  isNeedMet: (need, input, record) => isNeedMet[need](input, record),
  targets: {
    same: ({ status }) => status,
    origin: ({ origin }) => origin ?? null,
  },
})

/** The statuses of each list of the register (decisions §6). */
export const associationLists = {
  newRequests: ['submitted', 'documentsAsked', 'approvedToSign', 'renewalAsked', 'renewalApproved'],
  enrolled: ['enrolled'],
  notEnabled: ['expired', 'removed', 'rejected'],
} as const satisfies Record<string, readonly AssociationStatus[]>
