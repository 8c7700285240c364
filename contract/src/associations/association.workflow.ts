import { addDays, type PlainDate } from '../kit/plain-date.ts'
import { type ActionRule, defineWorkflow } from '../kit/workflow.ts'
import type { AssociationStatus } from './association-status.ts'
import { aYearAfterFor, decreeDateError, isPast, reminderDays, termDays, termEnd } from './association-terms.ts'

/** The words of the table of associations. */
export interface AssociationWords {
  readonly status: AssociationStatus
  /** `applicant` has no account; `association` is its representative or contact, signed in. */
  readonly role: 'applicant' | 'association' | 'registerOperator' | 'registerAdmin' | 'manager' | 'nightly_job'
  /** `origin`: the status before documents were requested; `lapsed`: that of an enrolment without a renewal, by its expiry. */
  readonly target: 'same' | 'origin' | 'lapsed'
  readonly condition:
    | 'number_free'
    | 'formed_a_year_ago'
    | 'term_passed'
    | 'term_running'
    | 'first_extension'
    | 'rejection_warned'
    | 'renewal_open'
    | 'expiry_passed'
    | 'reminder_due'
    | 'decreed'
    | 'proposal_open'
    | 'removal_requested'
    | 'removal_not_requested'
    | 'renewal_pending'
    | 'renewal_end_near'
    | 'renewal_over'
    | 'check_not_begun'
  readonly need:
    | 'documents_1_to_7'
    | 'documents_3_to_7'
    | 'missing_items'
    | 'requested_items'
    | 'checklist'
    | 'decree_number'
    | 'decree_date'
    | 'corrected_date'
    | 'reason'
    /** A reason, unless the association itself requested its removal. */
    | 'reason_or_request'
  readonly assignee: never
  readonly notice:
    | 'applied'
    | 'documentsSent'
    | 'toSign'
    | 'sentBack'
    | 'renewalToSign'
    | 'changed'
    | 'proposed'
    | 'proposalWithdrawn'
    | 'removalRequested'
    | 'removalWithdrawn'
    | 'renewalWithdrawn'
    | 'renewalEnded'
  readonly recipient: 'register' | 'managers'
  readonly mail:
    | 'receipt'
    | 'renewal_received'
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
    | 'proposal_received'
    | 'proposal_accepted'
    | 'proposal_refused'
    | 'decree_corrected'
    | 'renewal_ending'
    | 'renewal_ended'
}
export type AssociationActionRule = ActionRule<AssociationWords>

const register = ['registerOperator', 'registerAdmin'] as const
/** The statuses of an association that was enrolled and is not removed; documents may be requested of a renewal. */
const decreed = ['enrolled', 'expired', 'renewalAsked', 'renewalApproved', 'documentsAsked'] as const

/** The actions on an association's request: their statuses, roles, next status and notices (decisions §6). */
// biome-ignore format: a table
export const associationActions = {
  apply:            { from: [],                                              to: 'submitted',       by: ['applicant'],     needs: ['documents_1_to_7'], when: ['number_free', 'formed_a_year_ago'],
                      notify: [{ kind: 'applied', to: 'register' }], mail: ['receipt'] },
  correctRequest:   { from: ['submitted'],                                   to: 'same',            by: ['applicant'],     needs: [], when: ['check_not_begun'] },
  askDocuments:     { from: ['submitted', 'renewalAsked'],                   to: 'documentsAsked',  by: register,          needs: ['missing_items'],
                      mail: ['document_request'] },
  // Another text with a new link; the term stays.
  correctDocuments: { from: ['documentsAsked'],                              to: 'same',            by: register,          needs: ['missing_items'], when: ['term_running'],
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
                      mail: ['renewal_received'] },
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
  correctDecree:    { from: decreed,                                         to: 'same',            by: ['manager'],       needs: ['decree_number', 'corrected_date', 'reason'], when: ['decreed'],
                      mail: ['decree_corrected'] },
  // What no decree rests on changes at once.
  changeOwn:        { from: ['enrolled'],                                    to: 'same',            by: ['association'],   needs: [],
                      notify: [{ kind: 'changed', to: 'register' }] },
  // The register proposes too, by saving (`edit`).
  propose:          { from: decreed,                                         to: 'same',            by: ['association'],   needs: [], when: ['decreed'],
                      notify: [{ kind: 'proposed', to: 'register' }], mail: ['proposal_received'] },
  acceptProposal:   { from: decreed,                                         to: 'same',            by: register,          needs: [], when: ['proposal_open'],
                      mail: ['proposal_accepted'] },
  refuseProposal:   { from: decreed,                                         to: 'same',            by: register,          needs: ['reason'], when: ['proposal_open'],
                      mail: ['proposal_refused'] },
  withdrawProposal: { from: decreed,                                         to: 'same',            by: ['association'],   needs: [], when: ['proposal_open'],
                      notify: [{ kind: 'proposalWithdrawn', to: 'register' }] },
  askRemoval:       { from: ['enrolled', 'expired', 'renewalAsked', 'renewalApproved'], to: 'same', by: ['association'],   needs: [], when: ['removal_not_requested'],
                      notify: [{ kind: 'removalRequested', to: 'managers' }, { kind: 'removalRequested', to: 'register' }] },
  withdrawRemoval:  { from: decreed,                                         to: 'same',            by: ['association'],   needs: [], when: ['removal_requested'],
                      notify: [{ kind: 'removalWithdrawn', to: 'managers' }, { kind: 'removalWithdrawn', to: 'register' }] },
  withdrawRenewal:  { from: ['documentsAsked', 'renewalAsked'],              to: 'lapsed',          by: ['association'],   needs: [], when: ['renewal_pending'],
                      notify: [{ kind: 'renewalWithdrawn', to: 'register' }] },
  warnRenewal:      { from: ['documentsAsked'],                              to: 'same',            by: ['nightly_job'],   needs: [], when: ['renewal_end_near'],
                      mail: ['renewal_ending'] },
  endRenewal:       { from: ['documentsAsked'],                              to: 'expired',         by: ['nightly_job'],   needs: [], when: ['renewal_over'],
                      notify: [{ kind: 'renewalEnded', to: 'register' }], mail: ['renewal_ended'] },
} as const satisfies Record<string, AssociationActionRule>
export type AssociationAction = keyof typeof associationActions

/** Whether an action starts from a status. */
export const startsFrom = (action: AssociationAction, status: AssociationStatus): boolean =>
  (associationActions[action] as AssociationActionRule).from.includes(status)

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
  /** The first day that the next decree may have: that of the request, or of the request for the renewal. */
  readonly decreeFrom?: PlainDate
  /** The same for the decree in force. */
  readonly correctedFrom?: PlainDate
  /** The day of the first decree. */
  readonly enrolledOn?: PlainDate
  /** A change of what the decree rests on waits for the register. */
  readonly isProposalOpen?: boolean
  /** The register has begun to check the request, so that its applicant corrects it no more (decisions §6). */
  readonly isCheckBegun?: boolean
  /** When the association was warned that its renewal ends. */
  readonly renewalWarnedOn?: PlainDate
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

function isRenewalOpen({ expiresOn, today }: AssociationFacts): boolean {
  if (expiresOn === undefined) return false
  const first = addDays(expiresOn, -termDays('renewalBeforeExpiry'))
  return first <= today && today <= addDays(expiresOn, termDays('renewalAfterExpiry'))
}

/** Whether a reminder is due and not yet sent; a reminder that one night missed is sent the next night. */
const isReminderDue = ({ expiresOn, remindedOn, today }: AssociationFacts) =>
  expiresOn !== undefined &&
  today <= expiresOn &&
  reminderDays
    .map((days) => addDays(expiresOn, -days))
    .some((day) => day <= today && (remindedOn === undefined || remindedOn < day))

/** Whether a renewal is not decided yet: it waits for the office, or for documents of the association. */
const isRenewalPending = ({ status, origin }: AssociationFacts) =>
  status === 'renewalAsked' || (status === 'documentsAsked' && origin === 'renewalAsked')

/** The last day on which a renewal may wait for documents of the association (decisions §6). */
const renewalWaitsUntil = ({ expiresOn }: AssociationFacts) =>
  expiresOn && addDays(expiresOn, termDays('renewalAfterExpiry'))

/** Whether a renewal that waits for the association is 15 days from its end, and the letter about it not sent yet. */
function isRenewalEndNear(record: AssociationFacts): boolean {
  const until = renewalWaitsUntil(record)
  if (!isRenewalPending(record) || until === undefined || record.renewalWarnedOn !== undefined) return false
  return addDays(until, -termDays('renewalWarning')) <= record.today
}

/** Whether a renewal that waits for the association ends: its term has passed, and the letter is 15 days old. */
function isRenewalOver(record: AssociationFacts): boolean {
  const { renewalWarnedOn, today } = record
  if (!isRenewalPending(record) || renewalWarnedOn === undefined) return false
  return isPast(renewalWaitsUntil(record), today) && addDays(renewalWarnedOn, termDays('renewalWarning')) <= today
}

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
  decree_date: ({ decreeDate }, { decreeFrom, today }) => !decreeDateError(decreeDate, decreeFrom, today),
  corrected_date: ({ decreeDate }, { correctedFrom, today }) => !decreeDateError(decreeDate, correctedFrom, today),
  reason: ({ reason }) => Boolean(reason),
  reason_or_request: ({ reason }, { isRemovalRequested }) => Boolean(reason) || isRemovalRequested,
}

/** The workflow of the register (decisions §6). */
export const associationWorkflow = /* @__PURE__ */ defineWorkflow<AssociationTypes>()({
  actions: associationActions,
  conditions: {
    number_free: { isMet: ({ record }) => record.isNumberFree, reason: 'number_in_use' },
    formed_a_year_ago: {
      isMet: ({ record: { formedOn, today } }) => formedOn !== undefined && aYearAfterFor(formedOn) <= today,
      reason: 'too_young',
    },
    term_passed: { isMet: ({ record }) => isPast(record.documentsDueOn, record.today), reason: 'term_open' },
    term_running: { isMet: ({ record }) => !isPast(record.documentsDueOn, record.today), reason: 'term_over' },
    first_extension: { isMet: ({ record }) => !record.isTermExtended, reason: 'already_extended' },
    rejection_warned: {
      isMet: ({ record: { rejectionWarnedOn, today } }) =>
        rejectionWarnedOn !== undefined && isPast(termEnd('rejectionWarning', rejectionWarnedOn), today),
      reason: 'warning_open',
    },
    renewal_open: { isMet: ({ record }) => isRenewalOpen(record), reason: 'renewal_shut' },
    expiry_passed: { isMet: ({ record }) => isPast(record.expiresOn, record.today), reason: 'not_expired' },
    reminder_due: { isMet: ({ record }) => isReminderDue(record), reason: 'no_reminder_due' },
    decreed: { isMet: ({ record }) => record.enrolledOn !== undefined, reason: 'not_decreed' },
    proposal_open: { isMet: ({ record }) => record.isProposalOpen === true, reason: 'no_proposal' },
    removal_requested: { isMet: ({ record }) => record.isRemovalRequested, reason: 'no_removal_requested' },
    removal_not_requested: { isMet: ({ record }) => !record.isRemovalRequested, reason: 'removal_requested' },
    renewal_pending: { isMet: ({ record }) => isRenewalPending(record), reason: 'no_renewal' },
    renewal_end_near: { isMet: ({ record }) => isRenewalEndNear(record), reason: 'renewal_open' },
    check_not_begun: { isMet: ({ record }) => record.isCheckBegun !== true, reason: 'check_begun' },
    renewal_over: { isMet: ({ record }) => isRenewalOver(record), reason: 'renewal_open' },
  },
  isNeedMet: (need, input, record) => isNeedMet[need](input, record),
  targets: {
    same: ({ status }) => status,
    origin: ({ origin }) => origin ?? null,
    lapsed: ({ expiresOn, today }) => (isPast(expiresOn, today) ? 'expired' : 'enrolled'),
  },
})
