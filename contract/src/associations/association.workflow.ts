import { idOnWire } from '../kit/wire.ts'

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

type Actor = 'applicant' | 'association' | 'registerOperator' | 'registerAdmin' | 'manager' | 'nightly_job'
interface Transition {
  readonly from: readonly AssociationStatus[]
  /** `origin`: where the request stood before documents were asked. */
  readonly to: AssociationStatus | 'origin'
  readonly by: readonly Actor[]
}

/** What may become of a request, and by whose hand (decisions §6). */
// biome-ignore format: a table
export const associationTransitions = {
  apply:           { from: [],                                                  to: 'submitted',       by: ['applicant'] },
  askDocuments:    { from: ['submitted', 'renewalAsked'],                       to: 'documentsAsked',  by: ['registerOperator', 'registerAdmin'] },
  sendDocuments:   { from: ['documentsAsked'],                                  to: 'origin',          by: ['applicant'] },
  approve:         { from: ['submitted'],                                       to: 'approvedToSign',  by: ['registerAdmin'] },
  sign:            { from: ['approvedToSign'],                                  to: 'enrolled',        by: ['manager'] },
  sendBack:        { from: ['approvedToSign'],                                  to: 'submitted',       by: ['manager'] },
  sendRenewalBack: { from: ['renewalApproved'],                                 to: 'renewalAsked',    by: ['manager'] },
  reject:          { from: ['submitted', 'approvedToSign', 'renewalAsked'],     to: 'rejected',        by: ['manager'] },
  askRenewal:      { from: ['enrolled', 'expired'],                             to: 'renewalAsked',    by: ['association'] },
  approveRenewal:  { from: ['renewalAsked'],                                    to: 'renewalApproved', by: ['registerAdmin'] },
  signRenewal:     { from: ['renewalApproved'],                                 to: 'enrolled',        by: ['manager'] },
  expire:          { from: ['enrolled'],                                        to: 'expired',         by: ['nightly_job'] },
  remove:          { from: ['enrolled', 'expired', 'renewalAsked', 'renewalApproved'], to: 'removed',  by: ['manager'] },
  applyAgain:      { from: ['removed', 'rejected'],                             to: 'submitted',       by: ['applicant'] },
} as const satisfies Record<string, Transition>

/** Which statuses each of the register's lists shows (decisions §6). */
export const associationLists = {
  newRequests: ['submitted', 'documentsAsked', 'approvedToSign', 'renewalAsked', 'renewalApproved'],
  enrolled: ['enrolled'],
  notEnabled: ['expired', 'removed', 'rejected'],
} as const satisfies Record<string, readonly AssociationStatus[]>
