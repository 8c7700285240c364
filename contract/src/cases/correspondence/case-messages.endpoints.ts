import { defineEndpoint } from '../../kit/endpoint.ts'
import { onWire, recordId, recordIdText } from '../../kit/wire.ts'
import { rolesOf } from '../../session/roles.ts'
import { caseMessages, caseMessagesQuery, officeMessageForm } from './case-messages.ts'

const params = onWire('parametri_messaggi', { id: [recordIdText, 'id'] })

/** The header by which a repeated request sends no second message. */
export const messageKeyHeader = {
  'Idempotency-Key': 'Chosen by the sender, unique to the message, at most 200 visible characters.',
} as const

export const listCaseMessages = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/messaggi/:id',
  summary:
    'The messages between the office and the reporter of a case, oldest first: the newest 20, or the 20 before a message. Marks them as read, unless it is a preview.',
  allow: rolesOf('cases'),
  audit: 'case_messages_read',
  silent: true,
  params,
  query: caseMessagesQuery,
  reply: caseMessages,
})

export const sendCaseMessage = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/messaggi/:id',
  summary:
    'Sends a message to the reporter of a case, with files that the caller has uploaded (`/scansione/ext`), for users who may edit it; by mail where that is chosen and possible; else a mail without content notifies a reporter who left an address. 409 once the case is closed or cancelled.',
  allow: rolesOf('editCase'),
  audit: 'case_message_sent',
  headers: messageKeyHeader,
  params,
  form: officeMessageForm,
  reply: caseMessages,
})

export const noteCall = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/messaggi/:id/chiamata',
  summary: 'Notes that the reporter was called as a message asked; the message then counts as read.',
  allow: rolesOf('cases'),
  audit: 'case_call_noted',
  params,
  body: onWire('chiamata_fatta', { messageId: [recordId, 'id_messaggio'] }),
  reply: caseMessages,
})
