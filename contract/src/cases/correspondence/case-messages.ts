import * as z from 'zod/mini'
import { attachment } from '../../attachments/attachment.ts'
import { defineForm, type Fields, type ValuesOf } from '../../kit/form.ts'
import { limits } from '../../kit/limits.ts'
import { enumOnWire, flag, flagText, instant, onWire, recordId, recordIdText } from '../../kit/wire.ts'
import { sentMail } from '../../mailbox/received-mail.ts'
import { openFieldsOf } from './saved-replies.ts'

/** The side that wrote a message about a case. */
export const messageSides = { office: 'ufficio', reporter: 'segnalante' } as const
export type MessageSide = keyof typeof messageSides

/** A request of the reporter to be called, which comes as a message. */
export const callRequest = onWire('richiesta_chiamata', {
  phone: [z.string(), 'telefono'],
  callHours: [z.optional(z.string()), 'orari_chiamata'],
  onlyToReporter: [flag, 'flag_parlare_solo_con_me'],
  /** When the office has called; until then the message counts as unread. */
  calledAt: [z.optional(instant), 'data_chiamata'],
})
export type CallRequest = z.output<typeof callRequest>

const messageMembers = {
  id: [recordId, 'id_messaggio'],
  from: [enumOnWire(messageSides), 'mittente'],
  /** Empty where the message only asks for a call. */
  text: [z.string(), 'testo'],
  call: [z.optional(callRequest), 'richiamata'],
  sentAt: [instant, 'data_invio'],
  /** When the other side first read it. */
  readAt: [z.optional(instant), 'data_lettura'],
  files: [z.array(attachment), 'allegati'],
} as const

/** A message between the office and the reporter of a case (decisions §3), without the name of an operator. */
export const caseMessage = onWire('messaggio', messageMembers)
export type CaseMessage = z.output<typeof caseMessage>

/** The same for the office, with the operator who wrote it, and the mail that it went or came by. */
export const officeMessage = onWire('messaggio_ufficio', {
  ...messageMembers,
  by: [z.optional(z.string()), 'utente'],
  mail: [z.optional(sentMail), 'invio_mail'],
  /** The received mail that it was. */
  receivedMailId: [z.optional(recordId), 'id_posta'],
})
export type OfficeMessage = z.output<typeof officeMessage>

/** A page of the messages of a case, oldest first: the newest, or those before a message. */
export const messagePage = onWire('pagina_messaggi', {
  messages: [z.array(caseMessage), 'messaggi'],
  /** Whether there are others before them. */
  hasEarlier: [flag, 'flag_precedenti'],
})
export type MessagePage = z.output<typeof messagePage>

/** Requests the messages before a message; without `before` the newest. */
export const messagesBefore = onWire('messaggi_prima_di', { before: [z.optional(recordIdText), 'prima_di'] })

/** The same for the office; a preview leaves unread messages unread. */
export const caseMessagesQuery = onWire('richiesta_messaggi_caso', {
  before: [z.optional(recordIdText), 'prima_di'],
  isPreview: [z.optional(flagText), 'anteprima'],
})
export type CaseMessagesQuery = z.output<typeof caseMessagesQuery>

/** The messages of a case as the office reads them, oldest first. */
export const caseMessages = onWire('messaggi_caso', {
  messages: [z.array(caseMessage), 'messaggi'],
  /** Whether there are others before them. */
  hasEarlier: [flag, 'flag_precedenti'],
  /** Whether the caller may write a message now. */
  canWrite: [flag, 'flag_puo_scrivere'],
  /** Whether the caller may note that the reporter was called. */
  canNoteCall: [flag, 'flag_puo_segnare_chiamata'],
  /** Whether the reporter can read messages; the reporter of a case that the office entered has no PIN. */
  hasReader: [flag, 'flag_con_lettore'],
  /** Whether the reporter gets a mail about a new message: they left an address. */
  tellsByMail: [flag, 'flag_avviso_mail'],
})
export type CaseMessages = z.output<typeof caseMessages>

// biome-ignore format: a table
const messageFields = {
  text:        { kind: 'longText', wire: 'testo', max: limits.narrativeCodePoints },
  attachments: { kind: 'files',    wire: 'allegati', max: limits.reportAttachments.files },
} as const satisfies Fields

/** An answer of the reporter, with files of the same browser. */
export const answerForm = defineForm(messageFields)(
  [{ id: 'message', fields: [{ key: 'text', required: true }, { key: 'attachments' }] }],
  [],
)
export type Answer = ValuesOf<typeof messageFields>

// biome-ignore format: a table
const officeMessageFields = {
  ...messageFields,
  byMail:      { kind: 'flag',     wire: 'flag_per_mail' },
} as const satisfies Fields

/**
 * A message of the office, with files that the operator has uploaded (`/scansione/ext`); no field of a saved reply is left in it. With
 * `byMail` its text and files also go to the reporter by mail.
 */
export const officeMessageForm = defineForm(officeMessageFields)(
  [{ id: 'message', fields: [{ key: 'text', required: true }, { key: 'attachments' }, { key: 'byMail' }] }],
  [{ at: 'text', message: 'campi_senza_valore', broken: ({ text }) => openFieldsOf(text ?? '').length > 0 }],
)
export type NewOfficeMessage = ValuesOf<typeof officeMessageFields>

// biome-ignore format: a table
const callFields = {
  phone:          { kind: 'phone', wire: 'telefono' },
  callHours:      { kind: 'text',  wire: 'orari_chiamata', max: limits.callHoursCodePoints },
  onlyToReporter: { kind: 'flag',  wire: 'flag_parlare_solo_con_me' },
} as const satisfies Fields

/** A reporter asks to be called, on the page of the report. */
export const callRequestForm = defineForm(callFields)(
  [{ id: 'call', fields: [{ key: 'phone', required: true }, { key: 'callHours' }, { key: 'onlyToReporter' }] }],
  [],
)
export type NewCallRequest = ValuesOf<typeof callFields>
