import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { type Db, type InTransaction, unaudited } from '../database/transaction.ts'
import { type Delivery, isOfReporter, listUndeliverable, type SentMail, storeDelivery } from './deliveries.store.ts'
import { undeliverableBefore } from './outbox.ts'

interface DeliveryNeeds {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly clock: Clock
  readonly log: Logger
  /** Notifies the office that a mail to the reporter of a case failed. */
  readonly noteFailed: (tx: Db, caseId: number) => Promise<void>
}

/** Marks a mail with what became of it; one to a reporter that failed is a notice, once. Returns whether the mark is a new one. */
export async function noteDelivery(
  { noteFailed }: Pick<DeliveryNeeds, 'noteFailed'>,
  tx: Db,
  { id, caseId }: SentMail,
  delivery: Delivery,
): Promise<boolean> {
  const isNew = await storeDelivery(tx, id, delivery)
  if (isNew && delivery.state === 'failed' && caseId !== null && (await isOfReporter(tx, id)))
    await noteFailed(tx, caseId)
  return isNew
}

/** Longer than one attempt to send a mail: what is given up is not under way. */
const attemptMilliseconds = 3_600_000

/** Marks the mails that the mail server of the office never took as failed, without a reason of their recipient. */
export async function giveUpMails(needs: DeliveryNeeds): Promise<void> {
  const { db, inTransaction, clock, log } = needs
  const before = new Date(undeliverableBefore(clock.now()).getTime() - attemptMilliseconds)
  for (const mail of await listUndeliverable(db, before)) {
    const delivery = { state: 'failed', reason: undefined, at: clock.now() } as const
    if (await inTransaction(unaudited, (tx) => noteDelivery(needs, tx, mail, delivery)))
      log.warn({ mailId: mail.id }, 'a mail was given up: the mail server never took it')
  }
}
