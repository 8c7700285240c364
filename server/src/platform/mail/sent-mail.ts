import type { DeliveryReason, DeliveryState, SentMail } from '@portal/contract'

/** Attempts after which the queue gives a mail up. */
export const mostAttempts = 20

/** What a message or a letter has copied of its mail, and the attempts of the mail while it is stored. */
interface Carried {
  readonly mailedAt: Date | null
  readonly deliveryState: DeliveryState | null
  readonly deliveryReason: DeliveryReason | null
  readonly deliveryAt: Date | null
  readonly attempts: number | null
}

/** What became of a mail. It failed where it came back, or where the queue gave it up and retention deleted it. */
export function presentSentMail({ mailedAt, deliveryState, deliveryReason, deliveryAt, attempts }: Carried): SentMail {
  if (deliveryState !== null)
    return { state: deliveryState, reason: deliveryReason ?? undefined, at: deliveryAt ?? undefined }
  if (mailedAt !== null) return { state: 'sent', at: mailedAt }
  return { state: (attempts ?? mostAttempts) >= mostAttempts ? 'failed' : 'queued' }
}
