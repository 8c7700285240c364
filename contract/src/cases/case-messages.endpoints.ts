import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { onWire, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { caseMessages, officeMessageForm } from './case-messages.ts'

const params = onWire(
  'parametri_messaggi',
  { id: z.codec(z.string().check(z.regex(/^[1-9][0-9]{0,9}$/)), recordId, { decode: Number, encode: String }) },
  { id: 'id' },
)

/** Of the header that makes a repeat of a message the same message. */
export const messageKeyHeader = {
  'Idempotency-Key': 'Chosen by the sender, unique to the message, at most 200 visible characters.',
} as const

export const listCaseMessages = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/messaggi/:id',
  summary:
    'What the office and the reporter of a case wrote to one another, oldest first; what was unread is then read.',
  allow: rolesOf('cases'),
  audit: 'case_messages_read',
  silent: true,
  params,
  reply: caseMessages,
})

export const sendCaseMessage = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/messaggi/:id',
  summary:
    'Writes to the reporter of a case, for whoever may edit it; a mail without content tells them where an address was left. 409 once the case is closed or cancelled.',
  allow: rolesOf('editCase'),
  audit: 'case_message_sent',
  headers: messageKeyHeader,
  params,
  form: officeMessageForm,
  reply: caseMessages,
})
