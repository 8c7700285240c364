import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { flag, instant, onWire, recordId } from '../kit/wire.ts'
import { formMarkHeader } from '../reports/form-mark.ts'
import { assistanceForm } from './assistance.form.ts'

/** Value of `codiceRitorno` for success; a call that fails has an HTTP status of its own. */
export const returnCodeOk = 0

const subject = onWire('oggetto_assistenza_mail', { id: [recordId, 'id'], label: [z.string(), 'descrizione'] })

const availability = onWire('disponibilita', {
  isOpen: [flag, 'aperto'],
  /** The opening hours, in words. */
  hours: [z.string(), 'orario'],
  closesAt: [z.optional(instant), 'chiude'],
  opensAt: [z.optional(instant), 'riapre'],
  /** The current state, in words. */
  words: [z.string(), 'descrizione'],
})

export const getAssistanceItems = defineEndpoint({
  method: 'POST',
  path: '/v1/assistenza/get-item',
  summary: 'The subjects of a request for assistance, and whether the contact centre answers now.',
  allow: 'anyone',
  audit: 'none',
  silent: true,
  prolongs: false,
  failureAlsoAs: 'error_msg',
  query: onWire('lingua_assistenza', { language: [z.optional(z.string()), 'lang'] }),
  reply: onWire('voci_assistenza', {
    subjects: [z.array(subject), 'arrayBeanWebMailItem'],
    returnCode: [z.int(), 'codiceRitorno'],
    availability: [availability, 'disponibilita'],
  }),
})

export const sendAssistanceRequest = defineEndpoint({
  method: 'POST',
  path: '/v1/assistenza/invio-mail',
  summary:
    'Sends a request for assistance to the office, and a receipt to its sender. A repeat within 24 hours with the same Idempotency-Key and body sends nothing.',
  allow: 'anyone',
  audit: 'assistance_requested',
  headers: {
    'Idempotency-Key': 'Chosen by the sender, unique to the request, at most 200 visible characters.',
    [formMarkHeader]: 'How the web form was filled in. A request without the header is not judged by it.',
  },
  errorsAs: 'form_has_errors',
  form: assistanceForm,
  reply: onWire('esito_assistenza', { returnCode: [z.int(), 'codiceRitorno'], words: [z.string(), 'descrizione'] }),
})
