import type { DeliveryReason, DeliveryState } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'

export interface SentMail {
  readonly id: number
  readonly caseId: number | null
}

/** The time and number in a Message-ID of the portal (`messageIdOf`). */
const ownMessageId = /^<([0-9]{13})\.([0-9]{1,10})@[^<>\s]+>$/

/** What identifies a mail: its Message-ID; of a mail of the portal the time and number in it, whatever host sent it. */
export function mailIdentityOf(messageId: string): string {
  const [, at, id] = ownMessageId.exec(messageId) ?? []
  return at === undefined ? messageId : `${at}.${id}`
}

/** The same of a mail that is stored. */
export async function findMailIdentity(tx: Db, id: number): Promise<string | undefined> {
  const row = await tx.selectFrom('mails').select('queuedAt').where('id', '=', id).executeTakeFirst()
  return row && `${row.queuedAt.getTime()}.${id}`
}

/** The mails of the portal with these Message-IDs, as long as they are stored. */
export async function findSentMails(db: Db, messageIds: readonly string[]): Promise<SentMail[]> {
  const found: SentMail[] = []
  for (const messageId of messageIds) {
    const [, at, id] = ownMessageId.exec(messageId) ?? []
    if (at === undefined || Number(id) > 2_147_483_647) continue
    const row = await db
      .selectFrom('mails')
      .select(['id', 'caseId'])
      .where('id', '=', Number(id))
      .where('queuedAt', '=', new Date(Number(at)))
      .executeTakeFirst()
    if (row) found.push(row)
  }
  return found
}

export interface Delivery {
  readonly state: DeliveryState
  readonly reason: DeliveryReason | undefined
  readonly at: Date
}

/**
 * Stores what became of a mail; a trigger copies it to the letter or the message that the mail carried. That one was accepted on its
 * way says nothing new of a mail that was delivered or failed. Returns whether the state is a new one.
 */
export async function storeDelivery(tx: Db, mailId: number, { state, reason, at }: Delivery): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ deliveryState: state, deliveryReason: reason ?? null, deliveryAt: at })
    .where('id', '=', mailId)
    .where('deliveryState', 'is distinct from', state)
    .$if(state === 'accepted', (query) => query.where('deliveryState', 'is', null))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The next mails queued before an instant that were neither sent nor marked, the oldest first. */
export const listUndeliverable = (db: Db, before: Date): Promise<SentMail[]> =>
  db
    .selectFrom('mails')
    .select(['id', 'caseId'])
    .where('sentAt', 'is', null)
    .where('deliveryState', 'is', null)
    .where('queuedAt', '<', before)
    .orderBy('queuedAt')
    .limit(1000)
    .execute()

/** Whether a mail carries a message or a letter to the reporter of a case. */
export async function isOfReporter(tx: Db, mailId: number): Promise<boolean> {
  const { rows } = await sql`
    select from case_messages where mail_id = ${mailId} union all select from complainant_letters where mail_id = ${mailId}`.execute(
    tx,
  )
  return rows.length > 0
}
