import type { MemberPosition } from '@portal/contract'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

/** A person whom an association named, with the association, so that a row that was written without the key invites nobody. */
interface InvitedPerson {
  readonly associationId: number
  readonly firstName: string
  readonly lastName: string
  readonly mail: string | null
  readonly positions: readonly MemberPosition[]
}

interface SealedInvitation {
  readonly taxCode?: string | undefined
  readonly person?: InvitedPerson | undefined
}

export const sealedInvitations = sealedTable<SealedInvitation>()({
  table: 'associationInvitations',
  key: 'id',
  sealed: ['taxCode', 'person'],
  decisive: ['person'],
  ends: { stay: 'the record of the association names the same people; the answer of the person deletes it' },
  unique: { taxCode: 'codeToken' },
})

/** An invitation that waits for the answer of a person. */
export interface StoredInvitation extends InvitedPerson {
  readonly id: number
  readonly userId: number | null
  readonly taxCode: string
}

const rowsOf = (db: Db, vault: Vault, taxCode: string) =>
  db
    .selectFrom('associationInvitations')
    .selectAll()
    .where('codeToken', 'in', vault.uniqueTokens(sealedInvitations, 'taxCode', taxCode))
    .orderBy('id')

/** The invitations of a tax code; a row whose seal names another person or association is ignored and raises an alarm. */
export async function listInvitationsOf(db: Db, vault: Vault, taxCode: string): Promise<StoredInvitation[]> {
  const rows = await rowsOf(db, vault, taxCode).execute()
  const opened = await Promise.all(rows.map((row) => openSealed(vault, sealedInvitations, row.id, row)))
  return opened.flatMap(({ id, userId, associationId, person, taxCode: invited }) => {
    if (person && invited === taxCode && person.associationId === associationId)
      return [{ ...person, id, userId, taxCode }]
    vault.alarm(sealedInvitations, id, 'person')
    return []
  })
}

/** Replaces the invitations of an association. */
export async function replaceInvitations(
  tx: Db,
  vault: Vault,
  associationId: number,
  people: readonly (Omit<StoredInvitation, 'id' | 'associationId'> & { readonly madeAt: Date })[],
): Promise<void> {
  await tx.deleteFrom('associationInvitations').where('associationId', '=', associationId).execute()
  for (const { userId, taxCode, madeAt, ...person } of people) {
    const id = await nextId(tx, 'association_invitations')
    const row = { id, associationId, madeAt, userId, taxCode, person: { ...person, associationId } }
    // Sealing adds the token of the tax code.
    await insertSealed(tx, vault, sealedInvitations, row as never)
  }
}

/** Stores the account of an invited person, which admits them to answer. */
export const storeInvited = (tx: Db, ids: readonly number[], userId: number) =>
  tx.updateTable('associationInvitations').set({ userId }).where('id', 'in', ids).execute()

export const deleteInvitation = (tx: Db, id: number) =>
  tx.deleteFrom('associationInvitations').where('id', '=', id).execute()
