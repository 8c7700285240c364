import type { MemberPosition } from '@portal/contract'
import type { Db } from '../database/transaction.ts'
import { type ClaimsTable, genuineRows } from '../protection/claims.ts'
import { sealedTable } from '../protection/sealed-table.ts'
import type { Vault } from '../protection/vault.ts'

/** A person who may act for an association. */
export interface Membership {
  readonly associationId: number
  readonly userId: number
  readonly position: MemberPosition
}

export const sealedMemberships = sealedTable<{ claims: Membership | null }>()({
  table: 'associationPeople',
  key: 'id',
  sealed: ['claims'],
  decisive: ['claims'],
  ends: { stay: 'the record of the association names the same people; a change of them replaces the rows' },
})

export const memberships: ClaimsTable<{ claims: Membership | null }, Membership> = {
  sealed: sealedMemberships,
  claimsOf: ({ associationId, userId, position }) => ({ associationId, userId, position }),
}

/** The memberships of a user or of an association that the portal wrote. */
export async function listMemberships(
  db: Db,
  vault: Vault,
  { userId, associationId }: { readonly userId?: number; readonly associationId?: number },
): Promise<Membership[]> {
  const rows = await db
    .selectFrom('associationPeople')
    .selectAll()
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? 0))
    .$if(associationId !== undefined, (query) => query.where('associationId', '=', associationId ?? 0))
    .orderBy('userId')
    .execute()
  return genuineRows(vault, memberships, rows, ({ id }) => id)
}
