import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, instant, onWire, recordId, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { caseStatus } from './case.workflow.ts'

/** Why a report is listed for review (decisions §3). None of them keeps it out of the cases. */
export const suspectReasons = {
  /** A field was filled that people do not see. */
  trap: 'campo_nascosto',
  /** The form was sent sooner than people can fill it in. */
  fast: 'compilazione_rapida',
  /** Many reports came from the network in that minute. */
  flood: 'molti_invii',
  /** The same narrative came from the network within a day. */
  repeat: 'testo_ripetuto',
  /** The narrative has many addresses of pages. */
  links: 'molti_collegamenti',
} as const
export type SuspectReason = keyof typeof suspectReasons

export const flaggedReportRow = onWire(
  'caso_da_rivedere',
  {
    id: recordId,
    code: z.string(),
    status: caseStatus,
    createdAt: instant,
    reasons: z.array(enumOnWire(suspectReasons)),
  },
  { id: 'id_segnalazione', code: 'codice', status: 'id_stato', createdAt: 'data_creazione', reasons: 'motivi' },
)
export type FlaggedReportRow = z.output<typeof flaggedReportRow>

export const listFlaggedReports = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/da-rivedere',
  summary:
    'Reports that look like spam and nobody has looked at yet, newest first. They are among the cases all the same.',
  allow: rolesOf('cases'),
  audit: 'suspect_list_read',
  silent: true,
  query: pageQuery(z.object({})),
  reply: pageOf(flaggedReportRow),
})

export const clearFlaggedReport = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/da-rivedere/:id/non-spam',
  summary: 'Takes a report off that list: somebody has looked at it. A repeat changes nothing.',
  allow: rolesOf('cases'),
  audit: 'suspect_cleared',
  params: onWire('parametri_revisione', { id: recordIdText }, { id: 'id' }),
  reply: onWire(
    'revisione',
    { id: recordId, reviewedAt: instant },
    { id: 'id_segnalazione', reviewedAt: 'data_revisione' },
  ),
})
