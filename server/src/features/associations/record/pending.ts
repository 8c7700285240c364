import {
  type AssociationProposal,
  addDays,
  dayIn,
  officeZone,
  type PlainDate,
  termDays,
  termEnd,
} from '@portal/contract'
import type { StoredAssociation } from './associations.store.ts'

/** The last day for the decision on a proposal. */
export const proposalDueOn = (proposedAt: Date): PlainDate => termEnd('proposal', dayIn(officeZone, proposedAt))

/** What waits for a decision, as both sides see it; `by` is the user of the office who proposed the change. */
export function pendingOf(row: StoredAssociation, today: PlainDate, by?: string) {
  const { proposedAt, proposal, removalRequestedOn, expiresOn, status, origin } = row
  const dueOn = proposedAt && proposalDueOn(proposedAt)
  const isWaiting = status === 'documentsAsked' && origin === 'renewalAsked'
  return {
    proposal:
      proposedAt && dueOn
        ? ({
            at: proposedAt,
            dueOn,
            isLate: dueOn < today,
            by,
            changes: [...(proposal ?? [])],
          } satisfies AssociationProposal)
        : undefined,
    isRemovalRequested: removalRequestedOn !== null,
    removalRequestedOn: removalRequestedOn ?? undefined,
    removalDueOn: removalRequestedOn === null ? undefined : termEnd('removal', removalRequestedOn),
    renewalWaitsUntil: isWaiting && expiresOn ? addDays(expiresOn, termDays('renewalAfterExpiry')) : undefined,
  }
}
