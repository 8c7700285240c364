import type { DeliveryReason, DeliveryState, SentMail } from '@portal/contract'

/** What a message or a letter has copied of its mail, and its id: null once retention has deleted it. */
interface Carried {
  readonly mailedAt: Date | null
  readonly deliveryState: DeliveryState | null
  readonly deliveryReason: DeliveryReason | null
  readonly deliveryAt: Date | null
  readonly mailId: number | null
}

/** What became of a mail. It failed where it came back, was given up, or was deleted unsent. */
export function presentSentMail({ mailedAt, deliveryState, deliveryReason, deliveryAt, mailId }: Carried): SentMail {
  if (deliveryState !== null)
    return { state: deliveryState, reason: deliveryReason ?? undefined, at: deliveryAt ?? undefined }
  if (mailedAt !== null) return { state: 'sent', at: mailedAt }
  return { state: mailId === null ? 'failed' : 'queued' }
}
