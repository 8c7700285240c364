import { limits, type MessageSide, type NewCallRequest } from '@portal/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Period } from '#features/cases/index.ts'
import { nextId } from '#platform/database/new-rows.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import { findMailIdentity } from '#platform/mail/deliveries.store.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { sealedMessages } from './sealed-messages.ts'

interface NewMessage extends NewCallRequest {
  readonly caseId: number
  readonly text: string
  /** User id of the author; null for the reporter. */
  readonly writtenBy: number | null
  readonly sentAt: Date
  /** The mail that carries it to the reporter. */
  readonly mailId?: number | undefined
  /** The mail that it came by: its number, and what identifies it. */
  readonly receivedMail?: number | undefined
  readonly mailIdentity?: string | undefined
}

export async function insertMessage(tx: Db, vault: Vault, message: NewMessage): Promise<number> {
  const id = await nextId(tx, 'case_messages')
  const { mailId = null, receivedMail = null } = message
  const byMail = mailId !== null || receivedMail !== null
  const mailIdentity = mailId === null ? message.mailIdentity : await findMailIdentity(tx, mailId)
  await insertSealed(tx, vault, sealedMessages, { ...message, mailIdentity, mailId, receivedMail, byMail, id })
  return id
}

/** Deletes a message whose files are deleted. */
export const deleteMessage = (tx: Db, caseId: number, id: number) =>
  tx.deleteFrom('caseMessages').where('caseId', '=', caseId).where('id', '=', id).execute()

/** Whether the office wrote to the reporter of a case after a message. */
export async function isMessageAnswered(db: Db, caseId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('caseMessages')
    .select('id')
    .where('caseId', '=', caseId)
    .where('id', '>', id)
    .where('writtenBy', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The messages of a case whose text was not erased. */
const writtenMessages = (db: Db, caseId: number) =>
  db
    .selectFrom('caseMessages')
    .select([
      'id',
      'text',
      'phone',
      'callHours',
      'onlyToReporter',
      'calledAt',
      'writtenBy',
      'sentAt',
      'readAt',
      'byMail',
      'receivedMail',
      'mailId',
      'mailedAt',
      'deliveryState',
      'deliveryReason',
      'deliveryAt',
      'keyId',
    ])
    .where('caseId', '=', caseId)
    .where('text', 'is not', null)

/** The messages of a period, oldest first. */
export async function messagesWithin(db: Db, vault: Vault, caseId: number, { since, before }: Period) {
  const rows = await writtenMessages(db, caseId)
    .where('sentAt', '>=', since)
    .$if(before !== undefined, (query) => query.where('sentAt', '<', before ?? since))
    .orderBy('id')
    .execute()
  return Promise.all(rows.map((row) => openSealed(vault, sealedMessages, row.id, row)))
}

/**
 * A page of messages, oldest first: the newest of the case, or the newest before message `before`. `hasEarlier` is true if
 * older ones exist. Leaves out messages whose text was erased.
 */
export async function listMessages(db: Db, vault: Vault, caseId: number, before?: number) {
  const { messagesAtOnce } = limits
  let query = writtenMessages(db, caseId)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(messagesAtOnce + 1)
    .execute()
  const shown = rows.slice(0, messagesAtOnce).reverse()
  return {
    rows: await Promise.all(shown.map((row) => openSealed(vault, sealedMessages, row.id, row))),
    hasEarlier: rows.length > messagesAtOnce,
  }
}

/** The Message-ID of the newest mail that became a message of the reporter of a case. */
export async function findNewestMessageId(db: Db, vault: Vault, caseId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('caseMessages')
    .select(['id', 'keyId', 'mailIdentity'])
    .where('caseId', '=', caseId)
    .where('writtenBy', 'is', null)
    .where('mailIdentity', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const message = row && (await openSealed(vault, sealedMessages, row.id, row))
  return message?.mailIdentity ?? undefined
}

/** Whether the newest message of the reporter of a case came by mail. */
export async function isNewestByMail(db: Db, caseId: number): Promise<boolean> {
  const row = await db
    .selectFrom('caseMessages')
    .select('byMail')
    .where('caseId', '=', caseId)
    .where('writtenBy', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.byMail ?? false
}

/** A message that asks for a call which nobody has noted yet. */
const isOpenCall = (eb: ExpressionBuilder<Tables, 'caseMessages'>) =>
  eb.and([eb('phone', 'is not', null), eb('calledAt', 'is', null)])

/** Whether the reporter of a case waits for a call. */
export async function hasOpenCall(db: Db, caseId: number): Promise<boolean> {
  const row = await db
    .selectFrom('caseMessages')
    .select('id')
    .where('caseId', '=', caseId)
    .where(isOpenCall)
    .executeTakeFirst()
  return row !== undefined
}

/** The number of requests for a call that are open, by case. */
export async function countOpenCalls(db: Db, caseIds: readonly number[]): Promise<Map<number, number>> {
  if (caseIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('caseMessages')
    .select(['caseId', sql<number>`count(*)::int`.as('count')])
    .where('caseId', 'in', [...caseIds])
    .where(isOpenCall)
    .groupBy('caseId')
    .execute()
  return new Map(rows.map(({ caseId, count }) => [caseId, count]))
}

/** Notes the call that a message asked for, and thereby that it is read; false if it asked for none, or has it. */
export async function noteCalled(tx: Db, caseId: number, id: number, called: { at: Date; by: number }) {
  const { numUpdatedRows } = await tx
    .updateTable('caseMessages')
    .set((eb) => ({ calledAt: called.at, calledBy: called.by, readAt: eb.fn.coalesce('readAt', eb.val(called.at)) }))
    .where('caseId', '=', caseId)
    .where('id', '=', id)
    .where(isOpenCall)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Sets the read time of unread messages that `writtenBy` wrote; a message that has one keeps it. One that asks for a call stays
 * unread until the call is noted, so that it stays in the lists of what is to be done. Returns how many it set.
 */
export async function markRead(db: Db, caseId: number, writtenBy: MessageSide, readAt: Date): Promise<bigint> {
  const { numUpdatedRows } = await db
    .updateTable('caseMessages')
    .set({ readAt })
    .where('caseId', '=', caseId)
    .where('readAt', 'is', null)
    .where((eb) => eb.not(isOpenCall(eb)))
    .where('writtenBy', writtenBy === 'office' ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows
}

/** The reporter's contact data: digest of the PIN, sealed addresses, and language of the page. */
export const findReporter = (db: Db, caseId: number) =>
  db
    .selectFrom('reports')
    .select(['caseId', 'email', 'organisationEmail', 'pageLanguage', 'pinHash'])
    .where('caseId', '=', caseId)
    .executeTakeFirst()
