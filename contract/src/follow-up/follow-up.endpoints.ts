import * as z from 'zod/mini'
import { messageKeyHeader } from '../cases/case-messages.endpoints.ts'
import { answerForm, messagePage, messagesBefore } from '../cases/case-messages.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { followUp, followUpAccess } from './follow-up.ts'

export const openFollowUp = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/pratica/accesso',
  summary:
    'Opens a report to whoever has its code and pin, for 30 minutes from the last call, by a cookie of its own. 403 `codice_o_pin_errati` alike for a wrong pin and an unknown code; after 5 wrong tries 429, even for the right pin.',
  allow: 'anyone',
  audit: 'follow_up_opened',
  body: followUpAccess,
  reply: followUp,
})

export const getFollowUp = defineEndpoint({
  method: 'GET',
  path: '/v1/noauth/pratica',
  summary:
    'The state of the report that was opened by code and pin, with its messages; 401 once the session has ended.',
  allow: 'anyone',
  audit: 'follow_up_read',
  silent: true,
  reply: followUp,
})

export const getEarlierMessages = defineEndpoint({
  method: 'GET',
  path: '/v1/noauth/pratica/messaggi',
  summary: 'Messages of the report that was opened by code and pin, oldest first: the 20 before one, or the newest.',
  allow: 'anyone',
  audit: 'follow_up_read',
  silent: true,
  query: messagesBefore,
  reply: messagePage,
})

export const answerFollowUp = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/pratica/messaggi',
  summary: 'An answer of the reporter, with files that were scanned before; 409 once the case is closed or cancelled.',
  allow: 'anyone',
  audit: 'follow_up_answered',
  headers: messageKeyHeader,
  form: answerForm,
  reply: followUp,
})

export const closeFollowUp = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/pratica/uscita',
  summary: 'Ends the session that code and pin opened.',
  allow: 'anyone',
  audit: 'none',
  silent: true,
  reply: z.object({}),
})

export const getFollowUpReceipt = defineEndpoint({
  method: 'GET',
  path: '/v1/noauth/pratica/ricevuta',
  summary:
    'The receipt of the report as a tagged PDF in the language asked for: what was told, and the digest of each file.',
  allow: 'anyone',
  audit: 'follow_up_receipt_read',
  silent: true,
  file: 'application/pdf',
  reply: z.object({}),
})
