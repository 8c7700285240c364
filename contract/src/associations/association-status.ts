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

/** The statuses of each list of the register (decisions §6). */
export const associationLists = {
  newRequests: ['submitted', 'documentsAsked', 'approvedToSign', 'renewalAsked', 'renewalApproved'],
  enrolled: ['enrolled'],
  notEnabled: ['expired', 'removed', 'rejected'],
} as const satisfies Record<string, readonly AssociationStatus[]>
