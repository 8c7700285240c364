import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { onWire, recordId } from '../kit/wire.ts'
import { formMarkHeader } from './form-mark.ts'
import { reportForm } from './report.form.ts'

/** What the reporter gets for a report; code and pin open it later. */
export const receipt = onWire('ricevuta', {
  caseId: [recordId, 'id_segnalazione'],
  code: [z.string(), 'codice'],
  pin: [z.string(), 'pin'],
})
export type Receipt = z.output<typeof receipt>

export const submitReport = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/segnalazione',
  summary:
    'Sends a report of discrimination, once its captcha is solved. A repeat within 24 hours with the same Idempotency-Key and body gets the same answer.',
  allow: 'anyone',
  audit: 'report_submitted',
  headers: {
    'Idempotency-Key': 'Chosen by the sender, unique to the report, at most 200 visible characters.',
    [formMarkHeader]:
      'How the web form was filled in, such as `seconds=241; trap=0`. A request without the header is not judged by it.',
  },
  form: reportForm,
  reply: receipt,
})
