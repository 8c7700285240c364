import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { sealedMails } from '#platform/mail/mail.store.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'

/** The history of a case without the names of users. */
export const listHistory = (db: Db, caseId: number) =>
  db
    .selectFrom('auditEntries')
    .select(['at', 'action', 'outcome'])
    .where('recordKind', '=', 'case')
    .where(sql<boolean>`record_ids @> array[${caseId}]::bigint[]`)
    .orderBy('at')
    .orderBy('id')
    .execute()

/** The mails about a case that went to these addresses, oldest first; mails to operators are not included. */
export async function listMailsTo(db: Db, vault: Vault, caseId: number, addresses: readonly string[]) {
  const known = new Set(addresses.map((address) => address.toLowerCase()))
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'body', 'queuedAt', 'sentAt'])
    .where('caseId', '=', caseId)
    .orderBy('id')
    .execute()
  const mails = await Promise.all(rows.map((row) => openSealed(vault, sealedMails, row.id, row)))
  return mails.filter(({ recipient }) => known.has(recipient.toLowerCase()))
}

export const listMailIds = async (db: Db, caseId: number): Promise<number[]> =>
  (await db.selectFrom('mails').select('id').where('caseId', '=', caseId).execute()).map(({ id }) => id)

/** Deletes the mails about a case; returns their number. */
export async function deleteMails(tx: Db, caseId: number): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('mails').where('caseId', '=', caseId).executeTakeFirst()
  return Number(numDeletedRows)
}
