import { nextId } from '../database/next-id.ts'
import type { Db } from '../database/transaction.ts'
import { insertSealed, openSealed } from '../protection/sealed-rows.ts'
import type { Vault } from '../protection/vault.ts'
import { type NewMail, sealedMails } from './sealed-mails.ts'

export async function insertMail(tx: Db, vault: Vault, mail: NewMail, queuedAt: Date): Promise<number> {
  const id = await nextId(tx, 'mails')
  await insertSealed(tx, vault, sealedMails, { ...mail, id, queuedAt })
  return id
}

/** A mail that was not sent yet; undefined once it was. */
export async function findUnsentMail(db: Db, vault: Vault, id: number) {
  const row = await db
    .selectFrom('mails')
    .select(['id', 'recipient', 'replyTo', 'subject', 'body', 'queuedAt'])
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .executeTakeFirst()
  return row && openSealed(vault, sealedMails, id, row)
}

export const countAttempt = (db: Db, id: number) =>
  db
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const markSent = (db: Db, id: number, sentAt: Date) =>
  db.updateTable('mails').set({ sentAt }).where('id', '=', id).execute()
