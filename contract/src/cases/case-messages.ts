import * as z from 'zod/mini'
import { attachment } from '../attachments/attachment.ts'
import { defineForm, type Fields, type ValuesOf } from '../kit/form.ts'
import { limits } from '../kit/limits.ts'
import { enumOnWire, flag, instant, onWire, recordId } from '../kit/wire.ts'

/** Who wrote a message about a case: the office, without the name of an operator, or whoever reported. */
export const messageSides = { office: 'ufficio', reporter: 'segnalante' } as const
export type MessageSide = keyof typeof messageSides

/** A message between the office and whoever reported a case (decisions §3). */
export const caseMessage = onWire(
  'messaggio',
  {
    id: recordId,
    from: enumOnWire(messageSides),
    text: z.string(),
    sentAt: instant,
    /** When the other side first read it. */
    readAt: z.optional(instant),
    files: z.array(attachment),
  },
  {
    id: 'id_messaggio',
    from: 'mittente',
    text: 'testo',
    sentAt: 'data_invio',
    readAt: 'data_lettura',
    files: 'allegati',
  },
)
export type CaseMessage = z.output<typeof caseMessage>

/** The messages of a case as the office reads them, oldest first. */
export const caseMessages = onWire(
  'messaggi_caso',
  {
    messages: z.array(caseMessage),
    /** Whether whoever asks may write another now. */
    canWrite: flag,
    /** Whether a mail tells the reporter of a new message: they left an address. */
    tellsByMail: flag,
  },
  { messages: 'messaggi', canWrite: 'flag_puo_scrivere', tellsByMail: 'flag_avviso_mail' },
)
export type CaseMessages = z.output<typeof caseMessages>

// biome-ignore format: a table
const messageFields = {
  text:        { kind: 'longText', wire: 'testo', max: limits.narrativeCodePoints },
  attachments: { kind: 'files',    wire: 'allegati', max: limits.reportAttachments.files },
} as const satisfies Fields

/** An answer of whoever reported. */
export const answerForm = defineForm(messageFields)(
  [{ id: 'message', fields: [{ key: 'text', required: true }, { key: 'attachments' }] }],
  [],
)
export type Answer = ValuesOf<typeof messageFields>

const { text } = messageFields

/** A message of the office. */
export const officeMessageForm = defineForm({ text })(
  [{ id: 'message', fields: [{ key: 'text', required: true }] }],
  [],
)
