import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { selectNextIds } from '../database/new-rows.ts'
import type { Patience } from '../database/patience.ts'
import { together } from '../database/together.ts'
import type { Db } from '../database/transaction.ts'
import type { Jobs } from '../jobs.ts'
import type { Vault } from '../protection/vault.ts'
import { countRequest } from '../request-counts.store.ts'
import { openAddresses, selectAddresses } from '../session/user-names.ts'
import {
  deleteMail,
  insertionsOfMails,
  type MailWithId,
  markSent,
  type NewMail,
  takeUnsentMail,
  withIds,
} from './mail.store.ts'
import type { LetterFile, Send } from './transport.ts'

export const sendMailJob = 'mail.send'

/** Days after which a mail that the mail server does not take is given up (RFC 5321 §4.5.4.1: four or five at least). */
const giveUpDays = 5

/** Mails that were queued before are not tried again. */
export const undeliverableBefore = (now: Date) => new Date(now.getTime() - giveUpDays * 24 * 3_600_000)

export type Outbox = ReturnType<typeof createOutbox>

interface OutboxNeeds {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'sendAfter'>
  readonly log: Logger
  readonly send: Send
  readonly patience: Pick<Patience, 'repeatedly'>
  /** The attachments of a mail, and those of the message that it carries. */
  readonly filesOf: (mailId: number) => Promise<readonly LetterFile[]>
  /** Limited mails that one address gets in an hour; further ones are deleted. */
  readonly limitedPerHour: number
}

interface Attempt {
  readonly recipient: string
  readonly isLimited: boolean
  readonly attempts: number
}

/** Counts the first attempt to send a limited mail: whether its address has had as many in this hour as it may. */
async function isTooMany(
  { db, vault, clock, limitedPerHour }: OutboxNeeds,
  { recipient, isLimited, attempts }: Attempt,
): Promise<boolean> {
  if (!isLimited || attempts > 1) return false
  const counter = { bucket: 'limited_mail', subject: recipient.toLowerCase() }
  return (await countRequest({ db, vault }, counter, clock.now(), 60)) > limitedPerHour
}

/** Sends mails through the database: queued in the caller's transaction, sent by a job with retries. */
export function createOutbox(needs: OutboxNeeds) {
  const { db, vault, clock, jobs, log, send, filesOf, patience } = needs
  const insert = (tx: Db, mails: readonly MailWithId[]) =>
    jobs.sendAfter(
      tx,
      insertionsOfMails(tx, vault, mails, clock.now()),
      sendMailJob,
      ...mails.map(({ id }) => ({ mailId: id })),
    )

  return {
    /** Queues mails, of which there is at least one; returns the id of the first, to which attachments are bound. */
    async queue(tx: Db, ...mails: readonly [NewMail, ...NewMail[]]): Promise<number> {
      const stored = await withIds(tx, mails)
      await insert(tx, stored)
      return stored[0]?.id ?? 0
    },

    /** Queues a mail to each of these users who has an address. */
    async queueTo(tx: Db, userIds: readonly number[], mail: Omit<NewMail, 'recipient'>): Promise<void> {
      const [rows, ids] = await together(tx, selectAddresses(tx, userIds), selectNextIds(tx, 'mails', userIds.length))
      const mails = (await openAddresses(vault, rows)).map((recipient, index) => ({
        ...mail,
        recipient,
        id: ids[index]?.id ?? 0,
      }))
      if (mails.length > 0) await insert(tx, mails)
    },

    async deliver({ mailId }: { mailId: number }) {
      const mail = await takeUnsentMail(db, vault, mailId, undeliverableBefore(clock.now()))
      if (!mail) return
      const { id, recipient: to, replyTo, subject, body: text, thread, queuedAt: date, hasFiles } = mail
      if (await isTooMany(needs, mail)) {
        log.warn({ mailId }, 'a mail was deleted: its address has had as many in this hour as it may')
        await deleteMail(db, mailId)
        return
      }
      const files = hasFiles ? await filesOf(id) : []
      await send({
        id,
        to,
        subject,
        text,
        date,
        ...(replyTo && { replyTo }),
        ...(thread && { thread }),
        ...(files.length > 0 && { files }),
      })
      // It is with the mail server: a mark that a switch to another leader cuts off is written again, or the mail would go out twice.
      await patience.repeatedly(() => markSent(db, mailId, clock.now()))
    },
  }
}
