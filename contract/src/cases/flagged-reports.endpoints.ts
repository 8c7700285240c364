import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { noFilters } from '../kit/filter-schemas.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, instant, onWire, recordId, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { caseReference } from './case.ts'

/** Why a report is flagged for review (decisions §3). A flagged report is a case like any other. */
export const suspectReasons = {
  /** A hidden field was filled in. */
  trap: 'campo_nascosto',
  /** The form was sent faster than a person can fill it in. */
  fast: 'compilazione_rapida',
  /** Many reports came from the same network within a minute. */
  flood: 'molti_invii',
  /** The same narrative came from the same network within a day. */
  repeat: 'testo_ripetuto',
  /** The narrative has many links. */
  links: 'molti_collegamenti',
} as const
export type SuspectReason = keyof typeof suspectReasons

export const flaggedReportRow = onWire('caso_da_rivedere', {
  ...caseReference,
  createdAt: [instant, 'data_creazione'],
  reasons: [z.array(enumOnWire(suspectReasons)), 'motivi'],
  /** The first words of the narrative. */
  excerpt: [z.optional(z.string()), 'inizio_resoconto'],
})
export type FlaggedReportRow = z.output<typeof flaggedReportRow>

export const listFlaggedReports = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/da-rivedere',
  summary: 'Reports that look like spam and wait for a review, newest first. They are also in the lists of cases.',
  allow: rolesOf('cases'),
  audit: 'suspect_list_read',
  silent: true,
  query: pageQuery(noFilters),
  reply: pageOf(flaggedReportRow),
})

export const clearFlaggedReport = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/da-rivedere/:id/non-spam',
  summary: 'Marks a report as reviewed, which removes it from that list. A repeat changes nothing.',
  allow: rolesOf('cases'),
  audit: 'suspect_cleared',
  params: onWire('parametri_revisione', { id: [recordIdText, 'id'] }),
  reply: onWire('revisione', { id: [recordId, 'id_segnalazione'], reviewedAt: [instant, 'data_revisione'] }),
})
