import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { type ClaimsTable, genuineRows } from '#platform/protection/claims.ts'
import { insertSealed, openUndamaged, updateSealed } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

/** Who may write a reply, and whether all may use it. */
interface ReplyClaims {
  readonly ownerId: number
  readonly isShared: boolean
}

interface SealedReply {
  /** The reply in wire format, as JSON. */
  readonly content: string
  readonly claims: ReplyClaims | null
}

export const sealedReplies = sealedTable<SealedReply>()({
  table: 'savedReplies',
  key: 'id',
  sealed: ['content', 'claims'],
  decisive: ['claims'],
  ends: { stay: 'an operator’s own go with the owner’s account; shared ones are texts of the office' },
})

const repliesWithClaims: ClaimsTable<SealedReply, ReplyClaims> = {
  sealed: sealedReplies,
  claimsOf: ({ ownerId, isShared }) => ({ ownerId, isShared }),
}

export interface StoredReply extends ReplyClaims {
  readonly id: number
  readonly content: string
}

/** The replies of a user and the shared ones, without those that cannot be decrypted or that the portal did not write. */
export async function listReplies(db: Db, vault: Vault, userId: number): Promise<StoredReply[]> {
  const rows = await db
    .selectFrom('savedReplies')
    .select(['id', 'keyId', 'ownerId', 'isShared', 'content', 'claims'])
    .where((eb) => eb.or([eb('ownerId', '=', userId), eb('isShared', '=', true)]))
    .orderBy('id')
    .execute()
  const genuine = await genuineRows(vault, repliesWithClaims, rows, ({ id }) => id)
  const opened = await openUndamaged(
    vault,
    sealedReplies,
    genuine.map(({ claims: _claims, ...row }) => row),
  )
  return opened.flatMap((row) => (row.content ? [{ ...row, content: row.content }] : []))
}

type WrittenReply = Omit<StoredReply, 'id'> & { readonly changedAt: Date }

const withClaims = (reply: WrittenReply) => ({
  content: reply.content,
  claims: repliesWithClaims.claimsOf(reply),
})

export async function insertReply(tx: Db, vault: Vault, reply: WrittenReply): Promise<number> {
  const id = await nextId(tx, 'saved_replies')
  await insertSealed(tx, vault, sealedReplies, { ...reply, ...withClaims(reply), id })
  return id
}

export const updateReply = (tx: Db, vault: Vault, id: number, reply: WrittenReply) =>
  updateSealed(tx, vault, sealedReplies, id, withClaims(reply), {
    isShared: reply.isShared,
    changedAt: reply.changedAt,
  }).execute()

/** Deletes the replies of a user that are not shared. */
export const deleteOwnReplies = (tx: Db, ownerId: number) =>
  tx.deleteFrom('savedReplies').where('ownerId', '=', ownerId).where('isShared', '=', false).execute()
