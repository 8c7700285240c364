import type { Clock } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import type { Jobs } from '../jobs.ts'
import type { Vault } from '../protection/vault.ts'
import { insertMails, markSent, type NewMail, takeUnsentMail } from './mail.store.ts'
import type { LetterFile, Send } from './transport.ts'

export const sendMailJob = 'mail.send'

export type Outbox = ReturnType<typeof createOutbox>

/** Sends mails through the database: queued in the caller's transaction, sent by a job with retries. */
export function createOutbox({
  db,
  vault,
  clock,
  jobs,
  send,
  filesOf,
}: {
  db: Db
  vault: Vault
  clock: Clock
  jobs: Pick<Jobs, 'send'>
  send: Send
  /** The attachments of a mail. */
  filesOf: (mailId: number) => Promise<readonly LetterFile[]>
}) {
  return {
    /** Queues mails, of which there is at least one; returns the id of the first, to which attachments are bound. */
    async queue(tx: Db, ...mails: readonly [NewMail, ...NewMail[]]): Promise<number> {
      const ids = await insertMails(tx, vault, mails, clock.now())
      await jobs.send(tx, sendMailJob, ...ids.map((mailId) => ({ mailId })))
      return ids[0] ?? 0
    },
    async deliver({ mailId }: { mailId: number }) {
      const mail = await takeUnsentMail(db, vault, mailId)
      if (!mail) return
      const { id, recipient: to, replyTo, subject, body: text, queuedAt: date, hasFiles } = mail
      const files = hasFiles ? await filesOf(id) : []
      await send({ id, to, subject, text, date, ...(replyTo && { replyTo }), ...(files.length > 0 && { files }) })
      await markSent(db, mailId, clock.now())
    },
  }
}
