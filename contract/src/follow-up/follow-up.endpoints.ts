import * as z from 'zod/mini'
import { messageKeyHeader } from '../cases/correspondence/case-messages.endpoints.ts'
import { answerForm, callRequestForm, messagePage, messagesBefore } from '../cases/correspondence/case-messages.ts'
import { documentQuery } from '../exports/document-query.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { followUp, followUpAccess } from './follow-up.ts'

export const openFollowUp = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/pratica/accesso',
  summary:
    'Opens a report with its code and pin, for 30 minutes from the last call, by a cookie of its own. 403 `codice_o_pin_errati` both for a wrong pin and for an unknown code; after 5 wrong tries 429, even for the right pin.',
  allow: 'anyone',
  audit: 'follow_up_opened',
  body: followUpAccess,
  reply: followUp,
})

export const getFollowUp = defineEndpoint({
  method: 'GET',
  path: '/v1/noauth/pratica',
  summary:
    'The state and the messages of the report that the session opened with code and pin; 401 once the session has ended.',
  allow: 'anyone',
  audit: 'follow_up_read',
  silent: true,
  reply: followUp,
})

export const getEarlierMessages = defineEndpoint({
  method: 'GET',
  path: '/v1/noauth/pratica/messaggi',
  summary: 'Messages of the opened report, oldest first: the 20 before a given one, or the newest.',
  allow: 'anyone',
  audit: 'follow_up_read',
  silent: true,
  query: messagesBefore,
  reply: messagePage,
})

export const answerFollowUp = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/pratica/messaggi',
  summary: 'Sends an answer of the reporter, with files uploaded before; 409 once the case is closed or cancelled.',
  allow: 'anyone',
  audit: 'follow_up_answered',
  headers: messageKeyHeader,
  form: answerForm,
  reply: followUp,
})

export const requestCall = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/pratica/richiamata',
  summary:
    'Asks the office to call the reporter; 409 while another request waits, and once the case is closed or cancelled.',
  allow: 'anyone',
  audit: 'follow_up_call_requested',
  headers: messageKeyHeader,
  form: callRequestForm,
  reply: followUp,
})

export const closeFollowUp = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/pratica/uscita',
  summary: 'Ends the session opened with code and pin.',
  allow: 'anyone',
  audit: 'none',
  silent: true,
  reply: z.object({}),
})

export const getFollowUpReceipt = defineEndpoint({
  method: 'GET',
  path: '/v1/noauth/pratica/ricevuta',
  summary:
    'The receipt of the report as a tagged PDF in the requested language: what was reported, and the digest of each file.',
  allow: 'anyone',
  audit: 'follow_up_receipt_read',
  silent: true,
  query: documentQuery,
  file: 'application/pdf',
  reply: z.object({}),
})
