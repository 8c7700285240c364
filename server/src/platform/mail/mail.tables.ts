import type { DeliveryReason, DeliveryState } from '@portal/contract'
import type { Optional } from '../database/column-types.ts'
import type { Sealed } from '../protection/sealed.ts'

/** Queued and sent mails. The columns `attempts` and `is_limited` are of the version before, and go with the next one. */
export interface MailTables {
  mails: {
    id: number
    caseId: Optional<number>
    keyId: Optional<number>
    recipient: Sealed
    replyTo: Optional<Sealed>
    subject: Sealed
    body: Sealed
    thread: Optional<Sealed>
    queuedAt: Date
    sentAt: Optional<Date>
    deliveryState: Optional<DeliveryState>
    deliveryReason: Optional<DeliveryReason>
    deliveryAt: Optional<Date>
  }
}
