import type { MailKind, MailState } from '@portal/contract'
import { sql } from 'kysely'
import { findNewestMessageId, sealedMessages } from '#features/case-messages/index.ts'
import { sealedLetters } from '#features/complainant-letters/index.ts'
import type { Count } from '#platform/database/counts.ts'
import { byId, defineList } from '#platform/database/list.ts'
import type { MailboxName } from '#platform/database/tables/mailbox.tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import { mailIdentityOf } from '#platform/mail/deliveries.store.ts'
import type { Sealed } from '#platform/protection/sealed.ts'
import { insertSealed, openSealed, updateSealed } from '#platform/protection/sealed-rows.ts'
import { type SealedTable, sealedTable } from '#platform/protection/sealed-table.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import type { MailFacts } from './parse/mail-facts.ts'

/** What a case got of a mail that was added to it: a message or a comment, and files. */
export interface AddedParts {
  readonly messageId?: number
  readonly commentId?: number
  readonly fileIds: readonly string[]
}

/** What is stored of a mail beside its columns. */
export interface StoredFacts
  extends Pick<MailFacts, 'references' | 'sentAt' | 'isCut' | 'files' | 'certification' | 'delivery'> {
  /** Absent for a mail of which a case was made. */
  readonly added?: AddedParts | undefined
}

interface SealedMail {
  readonly senderName: string
  readonly sender: string
  readonly subject: string
  readonly text: string
  readonly facts: StoredFacts
  /** Why it is not for the office. */
  readonly reason: string
  readonly identity: string
  readonly messageId: string
}

export const sealedReceivedMails = sealedTable<SealedMail>()({
  table: 'receivedMails',
  key: 'id',
  sealed: ['senderName', 'sender', 'subject', 'text', 'facts', 'reason', 'identity', 'messageId'],
  unique: { identity: 'identityToken', messageId: 'messageToken' },
  ends: { withCase: 'caseId', files: true },
})

/** Where a mail is in its mailbox. */
export interface MailPlace {
  readonly mailbox: MailboxName
  readonly uidValidity: number
  readonly uid: number
}

interface NewMail extends MailPlace, Omit<SealedMail, 'reason' | 'messageId'> {
  readonly id: string
  readonly kind: MailKind
  readonly state: MailState
  readonly receivedAt: Date
  readonly isCertified: boolean
  readonly fileCount: number
  readonly messageId?: string
  readonly decidedAt: Date | null
}

/** Inserts an entry; returns its number. */
export async function insertReceivedMail(tx: Db, vault: Vault, mail: NewMail): Promise<number> {
  await insertSealed(tx, vault, sealedReceivedMails, mail)
  const { number } = await tx
    .selectFrom('receivedMails')
    .select('number')
    .where('id', '=', mail.id)
    .executeTakeFirstOrThrow()
  return number
}

/** Which of these mails of a mailbox are stored already, by their uids: as a whole, or by their headers alone. */
export async function storedUids(
  db: Db,
  { mailbox, uidValidity }: Omit<MailPlace, 'uid'>,
  uids: readonly number[],
): Promise<Map<number, 'fetched' | 'left'>> {
  if (uids.length === 0) return new Map()
  const rows = await db
    .selectFrom('receivedMails')
    .select(['uid', 'kind'])
    .where('mailbox', '=', mailbox)
    .where('uidValidity', '=', uidValidity)
    .where('uid', 'in', uids)
    .execute()
  return new Map(rows.map(({ uid, kind }) => [Number(uid), kind === 'oversized' ? 'left' : 'fetched']))
}

/** Whether a mail with this identity is stored, whatever way its copy took. */
export async function hasMail(db: Db, vault: Vault, identity: string): Promise<boolean> {
  const row = await db
    .selectFrom('receivedMails')
    .select('number')
    .where('identityToken', 'in', vault.uniqueTokens(sealedReceivedMails, 'identity', identity))
    .executeTakeFirst()
  return row !== undefined
}

/** A mail with its sealed values; null where it has none. */
export interface StoredMail extends Nullable<SealedMail> {
  /** Id of its file. */
  readonly id: string
  readonly number: number
  readonly mailbox: MailboxName
  readonly kind: MailKind
  readonly state: MailState
  readonly receivedAt: Date
  readonly isCertified: boolean
  readonly fileCount: number
  readonly caseId: number | null
  readonly decidedAt: Date | null
  readonly decidedBy: number | null
  readonly protocolYear: number | null
  readonly protocolNumber: number | null
}
type Nullable<T> = { readonly [K in keyof T]: T[K] | null }

/** A row of the list; without the sealed values where they cannot be decrypted. */
export interface ListedMail
  extends Pick<StoredMail, 'kind' | 'state' | 'receivedAt' | 'isCertified' | 'fileCount' | 'caseId'>,
    Pick<StoredMail, 'protocolYear' | 'protocolNumber'>,
    Partial<Pick<StoredMail, 'senderName' | 'sender' | 'subject'>> {
  /** The number of the mail. */
  readonly id: number
}

interface MailQuery {
  readonly vault: Vault
  readonly state: MailState
}

const withCase = (db: Db) => db.selectFrom('receivedMails').leftJoin('cases', 'cases.id', 'receivedMails.caseId')

interface ListRow extends Omit<ListedMail, 'senderName' | 'sender' | 'subject'>, SealedHead {
  readonly fileId: string
}
interface SealedHead {
  readonly keyId: number | null
  readonly senderName: Sealed | null
  readonly sender: Sealed | null
  readonly subject: Sealed | null
}

/** Pages of the mails in a state, newest first. */
export const listMails = defineList<MailQuery, ListRow, ListedMail>({
  order: byId('receivedMails.number'),
  rows: (db, { state }) =>
    withCase(db)
      .where('receivedMails.state', '=', state)
      .select([
        'receivedMails.number as id',
        'receivedMails.id as fileId',
        'receivedMails.keyId',
        'kind',
        'receivedMails.state',
        'receivedAt',
        'isCertified',
        'fileCount',
        'caseId',
        'senderName',
        'sender',
        'subject',
        'protocolYear',
        'protocolNumber',
      ]),
  open: async ({ fileId, keyId, senderName, sender, subject, ...row }, { vault }) => {
    const head = await unlessDamaged(
      openSealed(vault, sealedReceivedMails, fileId, { keyId, senderName, sender, subject }),
    )
    return { ...row, ...head }
  },
})

/** A mail by its number. */
export async function findMail(db: Db, vault: Vault, number: number): Promise<StoredMail | undefined> {
  const row = await withCase(db)
    .selectAll('receivedMails')
    .select(['protocolYear', 'protocolNumber'])
    .where('receivedMails.number', '=', number)
    .executeTakeFirst()
  return row && openSealed(vault, sealedReceivedMails, row.id, row)
}

/** Locks a mail until the transaction ends. */
export const lockMail = (tx: Db, number: number) =>
  tx
    .selectFrom('receivedMails')
    .select(['id', 'number', 'state', 'kind'])
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()

interface Decision {
  /** Whether the operator says that the reporter of the case wrote it. */
  readonly fromReporter?: boolean | null
  readonly state: MailState
  readonly caseId: number | null
  readonly reason?: string
  readonly decidedAt: Date | null
  readonly decidedBy: number | null
  readonly added?: AddedParts
}

/** Stores what was decided about a mail. */
export async function storeDecision(tx: Db, vault: Vault, mail: StoredMail, decision: Decision): Promise<void> {
  const { senderName, sender, subject, text, identity, messageId } = mail
  const { reason, added, ...columns } = decision
  const facts = mail.facts && { ...mail.facts, added }
  const plain = { senderName, sender, subject, text, facts, reason: reason ?? null, identity, messageId }
  // The values of a row that was opened, null where it has none.
  await updateSealed(tx, vault, sealedReceivedMails, mail.id, plain as Partial<SealedMail>, columns).execute()
}

/** The cases of mails with one of these Message-IDs: received ones, newest first, then those of messages and letters that went by mail. */
export async function casesOfMessages(db: Db, vault: Vault, messageIds: readonly string[]): Promise<number[]> {
  if (messageIds.length === 0) return []
  const identities = messageIds.map(mailIdentityOf)
  const tokensOf = <P extends object>(table: SealedTable<P>, field: keyof P & string, values: readonly string[]) =>
    `{${values.flatMap((value) => vault.uniqueTokens(table, field, value)).join()}}`
  const { rows } = await sql<{ id: number }>`
    select * from (select case_id as id from received_mails
      where message_token = any(${tokensOf(sealedReceivedMails, 'messageId', messageIds)}::text[]) and case_id is not null
      order by number desc) as received
    union all select case_id from case_messages
      where mail_token = any(${tokensOf(sealedMessages, 'mailIdentity', identities)}::text[])
    union all select case_id from complainant_letters
      where mail_token = any(${tokensOf(sealedLetters, 'mailIdentity', identities)}::text[])`.execute(db)
  return [...new Set(rows.map(({ id }) => id))]
}

/** Message-IDs of a conversation that an answer names. */
const mostNamed = 20

/** The newest mail that the reporter of a case wrote, as far as an answer needs it. */
export async function threadOfCase(db: Db, vault: Vault, caseId: number) {
  const row = await db
    .selectFrom('receivedMails')
    .select(['id', 'keyId', 'sender', 'facts', 'messageId', 'mailbox'])
    .where('caseId', '=', caseId)
    .where('fromReporter', '=', true)
    .orderBy('receivedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const mail = row && (await openSealed(vault, sealedReceivedMails, row.id, row))
  if (!mail) {
    // Of an office that moved in the messages alone are there.
    const messageId = await findNewestMessageId(db, vault, caseId)
    return messageId === undefined ? undefined : { sender: '', mailbox: undefined, messageIds: [messageId] }
  }
  const named = [...(mail.facts?.references ?? [])].reverse()
  const ids = [...named, ...(/^<[^<>\s]{1,250}>$/.test(mail.messageId ?? '') ? [mail.messageId ?? ''] : [])]
  return { sender: mail.sender ?? '', mailbox: mail.mailbox, messageIds: ids.slice(-mostNamed) }
}

/** Number of mails to review. */
export const countWaiting: Count = sql`(select count(*)::int from received_mails where state = 'waiting')`

interface CaseCode {
  readonly protocolYear: number
  readonly protocolNumber: number
}

/** The cases with these ids or codes, newest first. */
export async function findCases(db: Db, { ids, codes }: { ids: readonly number[]; codes: readonly CaseCode[] }) {
  if (ids.length + codes.length === 0) return []
  return db
    .selectFrom('cases')
    .select(['id', 'protocolYear', 'protocolNumber'])
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
        ...codes.map(({ protocolYear, protocolNumber }) => eb.and({ protocolYear, protocolNumber })),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()
}
