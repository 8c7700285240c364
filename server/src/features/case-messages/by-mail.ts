import { limits, type Office, officeText, readEmail } from '@portal/contract'
import { sql } from 'kysely'
import { invalidInput } from '#platform/app-error.ts'
import type { MailboxName } from '#platform/database/tables/mailbox.tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { textsIn } from '#platform/texts.ts'
import { isNewestByMail } from './messages.store.ts'
import type { Reporter } from './reporter.ts'

/** The newest mail of the reporter of a case, as far as an answer needs it. */
export interface MailThread {
  /** As the mail says: nobody has checked it. */
  readonly sender: string
  /** Undefined for a mail that came to the portal of which the office moved in. */
  readonly mailbox: MailboxName | undefined
  /** Message-IDs of the conversation, oldest first. */
  readonly messageIds: readonly string[]
}

export interface MailNeeds {
  readonly office: Office
  readonly outbox: Pick<Outbox, 'queue'>
  readonly threadOf: (db: Db, caseId: number) => Promise<MailThread | undefined>
  /** The address for answers to a mail: that of the mailbox, where the portal reads it. */
  readonly answersTo: (mailbox: MailboxName | undefined) => string
}

/** How a message reaches a reporter by mail. */
export interface MailWay {
  readonly address: string
  /** Whether the next message is proposed to go by mail: the reporter last wrote by mail, or has no PIN. */
  readonly isDefault: boolean
  readonly isOnly: boolean
  readonly thread: MailThread | undefined
}

/**
 * How messages go to the reporter of a case by mail: to the address of the case, else to the sender of their newest mail. Undefined for
 * a reporter without an address, and for one who follows the case with a PIN and never wrote by mail: texts of such cases stay in the
 * portal.
 */
export async function mailWayOf(
  { threadOf }: Pick<MailNeeds, 'threadOf'>,
  db: Db,
  caseId: number,
  { canRead, address: known }: Reporter,
): Promise<MailWay | undefined> {
  const thread = await threadOf(db, caseId)
  const address = readAddress(known) ?? readAddress(thread?.sender)
  if (address === undefined || (canRead && !thread)) return undefined
  return { address, thread, isOnly: !canRead, isDefault: !canRead || (await isNewestByMail(db, caseId)) }
}

function readAddress(written: string | undefined): string | undefined {
  const read = readEmail(written ?? '')
  return 'value' in read ? read.value : undefined
}

interface MailedMessage {
  readonly caseId: number
  readonly code: string
  readonly text: string
  readonly language: Reporter['language']
  readonly way: MailWay
}

/** Queues a message as a mail; returns its id. Its subject has the code of the case, by which an answer finds it. */
export function queueByMail(
  { office, outbox, answersTo }: MailNeeds,
  tx: Db,
  { caseId, code, text, language, way }: MailedMessage,
): Promise<number> {
  const t = textsIn(language)
  const params = { code, phone: office.phone, office: officeText(office, 'name', language).text }
  return outbox.queue(tx, {
    caseId,
    recipient: way.address,
    replyTo: answersTo(way.thread?.mailbox),
    subject: t('mails.reply.subject', params),
    body: `${text}\n\n--\n${t('mails.reply.foot', params)}`,
    ...(way.thread && { thread: way.thread.messageIds }),
  })
}

/** Throws at `wirePath` where files are too large for one mail. */
export async function refuseTooLargeForMail(tx: Db, ids: readonly string[], wirePath: string): Promise<void> {
  if (ids.length === 0) return
  const { bytes } = await tx
    .selectFrom('files')
    .select(sql<string>`coalesce(sum(size), 0)`.as('bytes'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  if (Number(bytes) > limits.mailAttachments.bytes)
    throw invalidInput([{ path: wirePath, message: 'allegati_troppo_grandi_per_mail' }])
}
