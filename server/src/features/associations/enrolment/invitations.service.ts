import type { Invitation, MemberPosition } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { type Db, unaudited } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import { insertAssociationEvent } from '../record/association-events.store.ts'
import { type AssociationNeeds, getStored } from '../record/association-reading.ts'
import { listMembers, lockRow, replaceMembers } from '../record/associations.store.ts'
import {
  deleteInvitation,
  listInvitationsOf,
  type StoredInvitation,
  storeInvited,
} from '../record/invitations.store.ts'

/** People whom associations named: they become users when they sign in, and act for an association when they accept (decisions §6). */
export function createInvitations(needs: AssociationNeeds) {
  const { db, inTransaction, vault, clock } = needs

  const present = async (from: Db, taxCode: string): Promise<Invitation[]> => {
    const invitations = await listInvitationsOf(from, vault, taxCode)
    return Promise.all(
      invitations.map(async ({ associationId, positions }) => {
        const { name } = await getStored(needs, from, associationId)
        return { associationId, name, positions: [...positions] }
      }),
    )
  }

  /** Makes an invited person a member; positions that they had already stay. */
  async function join(tx: Db, { associationId, positions }: StoredInvitation, userId: number) {
    const added = positions.map((position: MemberPosition) => ({ userId, position }))
    await replaceMembers(tx, vault, associationId, [...(await listMembers(tx, vault, associationId)), ...added])
  }

  return {
    /**
     * Gives an invited person who signs in an account to answer with. Accounts of staff and disabled ones stay as they are.
     * Nothing happens for people whom nobody named.
     */
    async claim(taxCode: string): Promise<void> {
      if ((await listInvitationsOf(db, vault, taxCode)).every(({ userId }) => userId !== null)) return
      await inTransaction(unaudited, async (tx) => {
        const open = (await listInvitationsOf(tx, vault, taxCode)).filter(({ userId }) => userId === null)
        const [person] = open
        const userId = person && (await needs.openMemberAccount(tx, person))
        const ids = open.map(({ id }) => id)
        if (userId !== undefined) await storeInvited(tx, ids, userId)
      })
    },

    list: ({ user }: Pick<Caller, 'user'>): Promise<Invitation[]> => present(db, user.taxCode),

    /** Accepts or declines; returns the invitations that still wait. */
    answer: (associationId: number, isAccepted: boolean, { user, audit }: Caller): Promise<Invitation[]> =>
      inTransaction(audit, async (tx) => {
        await lockRow(tx, associationId)
        const invitations = await listInvitationsOf(tx, vault, user.taxCode)
        const invitation = invitations.find((one) => one.associationId === associationId)
        if (!invitation) throw new AppError('not_found')
        audit.record('association', [associationId], ['members'])
        if (isAccepted) await join(tx, invitation, user.id)
        await deleteInvitation(tx, invitation.id)
        await insertAssociationEvent(tx, vault, {
          associationId,
          kind: isAccepted ? 'acceptInvitation' : 'declineInvitation',
          at: clock.now(),
          byUser: user.id,
          role: user.selectedRole,
        })
        return present(tx, user.taxCode)
      }),
  }
}
