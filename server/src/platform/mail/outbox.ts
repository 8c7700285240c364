import type { CompiledQuery } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { nextId, selectNextIds } from '../database/new-rows.ts'
import type { Patience } from '../database/patience.ts'
import { together } from '../database/together.ts'
import type { Db } from '../database/transaction.ts'
import type { Jobs } from '../jobs.ts'
import type { Vault } from '../protection/vault.ts'
import { requestCounting } from '../request-counts.store.ts'
import { openAddresses, selectAddresses } from '../session/user-names.ts'
import { findUnsentMail, insertionsOfMails, type MailWithId, markSent, type NewMail } from './mail.store.ts'
import type { LetterFile, Send } from './transport.ts'

export const sendMailJob = 'mail.send'

/** Days after which a mail that the mail server does not take is given up (RFC 5321 §4.5.4.1: four or five at least). */
const giveUpDays = 5

/** Mails that were queued before are not tried again. */
export const undeliverableBefore = (now: Date) => new Date(now.getTime() - giveUpDays * 24 * 3_600_000)

export type Outbox = ReturnType<typeof createOutbox>

export type InsertMails = (tx: Db, mails: readonly MailWithId[], before?: readonly CompiledQuery[]) => Promise<void>

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
  /** Mails that one address gets in an hour because of callers without an account; further ones are not queued. */
  readonly limitedPerHour: number
  /** Inserts mails after other statements; by default each with the job that sends it. */
  readonly insert?: InsertMails | undefined
}

const insertWithJobs =
  ({ vault, clock, jobs }: OutboxNeeds): InsertMails =>
  (tx, mails, before = []) =>
    jobs.sendAfter(
      tx,
      [...before, ...insertionsOfMails(tx, vault, mails, clock.now())],
      sendMailJob,
      ...mails.map(({ id }) => ({ mailId: id })),
    )

/** Sends mails through the database: queued in the caller's transaction, sent by a job with retries. */
export function createOutbox(needs: OutboxNeeds) {
  const { db, vault, clock, log, send, filesOf, patience, limitedPerHour, insert = insertWithJobs(needs) } = needs
  /** Counts a mail of the hour of its address. */
  const counting = (tx: Db, { recipient }: NewMail) =>
    requestCounting(tx, vault, { bucket: 'limited_mail', subject: recipient.toLowerCase() }, clock.now(), 60)

  return {
    /** Queues a mail; returns its id, to which attachments are bound. */
    async queue(tx: Db, mail: NewMail): Promise<number> {
      const id = await nextId(tx, 'mails')
      await insert(tx, [{ ...mail, id }])
      return id
    },

    /**
     * Queues mails that callers without an account cause, but for those to an address that has had as many in this hour as it may; returns
     * the ids of those that are queued. `before` is sent with them, and runs before.
     */
    async queueLimited(tx: Db, mails: readonly NewMail[], before?: readonly CompiledQuery[]): Promise<number[]> {
      if (mails.length === 0) {
        await insert(tx, [], before)
        return []
      }
      const [ids = [], ...hits] = await together(
        tx,
        selectNextIds(tx, 'mails', mails.length),
        ...mails.map((mail) => counting(tx, mail)),
      )
      const isMeant = (place: number) => (hits[place]?.[0]?.hits ?? 0) <= limitedPerHour
      const queued = mails.flatMap((mail, place) => (isMeant(place) ? [{ ...mail, id: ids[place]?.id ?? 0 }] : []))
      if (queued.length < mails.length)
        log.warn('a mail is not sent: its address has had as many in this hour as it may')
      await insert(tx, queued, before)
      return queued.map(({ id }) => id)
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
      const mail = await findUnsentMail(db, vault, mailId, undeliverableBefore(clock.now()))
      if (!mail) return
      const { id, recipient: to, replyTo, subject, body: text, thread, queuedAt: date, hasFiles } = mail
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
