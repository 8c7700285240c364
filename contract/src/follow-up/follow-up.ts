import * as z from 'zod/mini'
import { attachment } from '../attachments/attachment.ts'
import type { CaseStatus } from '../cases/case.workflow.ts'
import { caseMessage } from '../cases/case-messages.ts'
import { enumOnWire, flag, instant, onWire } from '../kit/wire.ts'

/** State of a report as its reporter sees it. */
export const followUpStates = {
  received: 'ricevuta',
  examined: 'in_esame',
  elsewhere: 'presso_altro_ente',
  closed: 'chiusa',
  reopened: 'riaperta',
  cancelled: 'annullata',
} as const
export type FollowUpState = keyof typeof followUpStates

/** The state shown to the reporter for each status. It does not disclose who works on the case or at which level. */
export const followUpStateOf: Readonly<Record<CaseStatus, FollowUpState>> = {
  open: 'received',
  toAssign: 'examined',
  inWorkOne: 'examined',
  inWorkTwo: 'examined',
  external: 'elsewhere',
  closed: 'closed',
  reopened: 'reopened',
  cancelled: 'cancelled',
}

/** States in which nobody can send messages. */
const endedStates: readonly FollowUpState[] = ['closed', 'cancelled']
export const takesMessages = (status: CaseStatus) => !endedStates.includes(followUpStateOf[status])

/** Code and pin. The server ignores case, spaces and hyphens. */
export const followUpAccess = onWire(
  'accesso_pratica',
  {
    code: z.string().check(z.trim(), z.minLength(1, 'campo_obbligatorio'), z.maxLength(60, 'valore_non_valido')),
    pin: z.string().check(z.trim(), z.minLength(1, 'campo_obbligatorio'), z.maxLength(60, 'valore_non_valido')),
  },
  { code: 'codice', pin: 'pin' },
)
export type FollowUpAccess = z.output<typeof followUpAccess>

/** A report as its reporter sees it. */
export const followUp = onWire(
  'pratica',
  {
    code: z.string(),
    receivedAt: instant,
    state: enumOnWire(followUpStates),
    /** The newest messages, oldest first. */
    messages: z.array(caseMessage),
    /** Whether there are earlier messages. */
    hasEarlier: flag,
    /** Files of the report; those of messages are with the messages. */
    files: z.array(attachment),
    canAnswer: flag,
    /** Seconds until the session ends without further calls. */
    secondsLeft: z.int(),
  },
  {
    code: 'codice',
    receivedAt: 'data_ricezione',
    state: 'stato',
    messages: 'messaggi',
    hasEarlier: 'flag_precedenti',
    files: 'allegati',
    canAnswer: 'flag_puo_rispondere',
    secondsLeft: 'secondi_rimasti',
  },
)
export type FollowUp = z.output<typeof followUp>
