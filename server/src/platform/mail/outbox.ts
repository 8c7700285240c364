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
import { findUnsentMail, insertionsOfMails, type MailWithId, markSent, type NewMail, withIds } from './mail.store.ts'
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
  /** Mails that one address gets in an hour because of callers without an account; further ones are not queued. */
  readonly limitedPerHour: number
  /** Inserts mails; by default each with the job that sends it. */
  readonly insert?: ((tx: Db, mails: readonly MailWithId[]) => Promise<void>) | undefined
}

/** Inserts mails, each with the job that sends it. */
const insertWithJobs =
  ({ vault, clock, jobs }: OutboxNeeds) =>
  (tx: Db, mails: readonly MailWithId[]) =>
    jobs.sendAfter(
      tx,
      insertionsOfMails(tx, vault, mails, clock.now()),
      sendMailJob,
      ...mails.map(({ id }) => ({ mailId: id })),
    )

/** Sends mails through the database: queued in the caller's transaction, sent by a job with retries. */
export function createOutbox(needs: OutboxNeeds) {
  const { db, vault, clock, log, send, filesOf, patience, limitedPerHour, insert = insertWithJobs(needs) } = needs
  const queueAll = async (tx: Db, mails: readonly NewMail[]): Promise<number | undefined> => {
    if (mails.length === 0) return undefined
    const stored = await withIds(tx, mails)
    await insert(tx, stored)
    return stored[0]?.id
  }

  /** Counts a limited mail; whether its address has had as many in this hour as it may. */
  const isTooMany = async (tx: Db, { recipient }: NewMail): Promise<boolean> => {
    const counter = { bucket: 'limited_mail', subject: recipient.toLowerCase() }
    const isOver = (await countRequest({ db: tx, vault }, counter, clock.now(), 60)) > limitedPerHour
    if (isOver) log.warn('a mail is not sent: its address has had as many in this hour as it may')
    return isOver
  }

  return {
    /** Queues a mail; returns its id, to which attachments are bound. */
    queue: async (tx: Db, mail: NewMail): Promise<number> => (await queueAll(tx, [mail])) ?? 0,

    /**
     * Queues mails that callers without an account cause, but for those to an address that has had as many in this hour as it may; returns
     * the id of the first one that is queued.
     */
    async queueLimited(tx: Db, ...mails: readonly NewMail[]): Promise<number | undefined> {
      const areTooMany = await Promise.all(mails.map((mail) => isTooMany(tx, mail)))
      return queueAll(
        tx,
        mails.filter((_mail, place) => !areTooMany[place]),
      )
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
