import * as z from 'zod/mini'
import { attachment } from '../attachments/attachment.ts'
import type { CaseStatus } from '../cases/case.workflow.ts'
import { caseMessage } from '../cases/correspondence/case-messages.ts'
import { readPin, readReportCode } from '../kit/values/report-code.ts'
import { enumOnWire, flag, instant, onWire, typedText } from '../kit/wire.ts'

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

/** Code and pin, as people write them; a text that can be neither is refused and counts as no try. */
export const followUpAccess = onWire('accesso_pratica', {
  code: [typedText(readReportCode, 'ABC-2026-000043'), 'codice'],
  pin: [typedText(readPin, 'K7RMP-2X9QD'), 'pin'],
})
export type FollowUpAccess = z.output<typeof followUpAccess>

/** A report as its reporter sees it. */
export const followUp = onWire('pratica', {
  code: [z.string(), 'codice'],
  receivedAt: [instant, 'data_ricezione'],
  state: [enumOnWire(followUpStates), 'stato'],
  /** The newest messages, oldest first. */
  messages: [z.array(caseMessage), 'messaggi'],
  /** Whether there are earlier messages. */
  hasEarlier: [flag, 'flag_precedenti'],
  /** Files of the report; those of messages are with the messages. */
  files: [z.array(attachment), 'allegati'],
  canAnswer: [flag, 'flag_puo_rispondere'],
  /** False while a request to be called waits. */
  canRequestCall: [flag, 'flag_puo_chiedere_chiamata'],
  /** Seconds until the session ends without further calls. */
  secondsLeft: [z.int(), 'secondi_rimasti'],
})
export type FollowUp = z.output<typeof followUp>

/** States in which an unanswered message of the office is the news; a message does not change the status of a case (decisions §5). */
const pendingStates: readonly FollowUpState[] = ['received', 'examined', 'reopened']

/** What the reporter reads as the state: that there is an answer, where the office wrote last. */
export const shownStateOf = ({ state, messages }: Pick<FollowUp, 'state' | 'messages'>): FollowUpState | 'answered' =>
  pendingStates.includes(state) && messages.at(-1)?.from === 'office' ? 'answered' : state
