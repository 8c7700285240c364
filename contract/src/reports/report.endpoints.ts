import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { extendForm } from '../kit/extend-form.ts'
import type { Fields } from '../kit/form.ts'
import { onWire, recordId } from '../kit/wire.ts'
import { formMarkHeader } from './form-mark.ts'
import { isAssociation, type Report, reportForm } from './report.form.ts'

/** What the reporter gets for a report; code and pin open it later. */
export const receipt = onWire('ricevuta', {
  caseId: [recordId, 'id_segnalazione'],
  code: [z.string(), 'codice'],
  pin: [z.string(), 'pin'],
})
export type Receipt = z.output<typeof receipt>

/** The association of the register that a signed-in sender acts for, as their session names it. */
const senderFields = {
  associationId: { kind: 'choice', wire: 'personaGiuridica.id_persona_giuridica' },
} as const satisfies Fields

/**
 * A report as callers send it. Other ids of older callers, such as `personaGiuridica.anagrafica.id_anagrafica`, are accepted and
 * ignored: addresses and contacts belong to their record here and have no id.
 */
export const sentReportForm = extendForm(
  reportForm,
  senderFields,
)([{ id: 'details', fields: [{ key: 'associationId', showWhen: (sent) => isAssociation(sent as Report) }] }])

export const submitReport = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/segnalazione',
  summary:
    'Sends a report of discrimination, once its captcha is solved. A repeat within 24 hours with the same Idempotency-Key and body gets the same answer. The report of an association by its signed-in member is linked to its registry record.',
  allow: 'anyone',
  audit: 'report_submitted',
  headers: {
    'Idempotency-Key': 'Chosen by the sender, unique to the report, at most 200 visible characters.',
    [formMarkHeader]:
      'How the web form was filled in, such as `seconds=241; trap=0`. A request without the header is not judged by it.',
  },
  form: sentReportForm,
  reply: receipt,
})
