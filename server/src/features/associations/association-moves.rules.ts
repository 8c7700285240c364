import {
  type AssociationAction,
  type AssociationFacts,
  type AssociationStatus,
  associationWorkflow,
  type PlainDate,
  termEnd,
} from '@portal/contract'
import { associationFactsOf, type StoredFacts, type WorkflowRole } from './associations.rules.ts'
import { type EnrolmentTerm, expiryOf, renewedExpiryOf } from './expiry.rules.ts'

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
