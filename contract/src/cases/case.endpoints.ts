import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { pageBody, pageOf, pageQuery } from '../kit/page.ts'
import { onWire, plainDate, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { caseDetail, caseRow } from './case.ts'
import { caseStatus } from './case.workflow.ts'

const statuses = z.optional(z.array(caseStatus).check(z.maxLength(8)))

/** Filters of the case list that may stand in an address. */
export const caseFilters = onWire('filtri_casi', { statuses }, { statuses: 'statoSegnalazione' })

const searched = z.optional(z.string().check(z.maxLength(200)))

/** The same with names, birth date, contacts and words of the narrative, which are found without a plain text of them being kept. */
export const caseSearch = onWire(
  'ricerca_casi',
  {
    statuses,
    person: searched,
    birthDate: z.optional(plainDate),
    contact: searched,
    vatNumber: searched,
    narrative: searched,
  },
  {
    statuses: 'statoSegnalazione',
    person: 'nominativo',
    birthDate: 'data_nascita',
    contact: 'contatto',
    vatNumber: 'piva',
    narrative: 'resoconto_fatti',
  },
)
export type CaseFilters = z.output<typeof caseSearch>

export const listCases = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/integrazione-segnalazione-view',
  summary: 'The case list (view 0): Aperto before all others, each group newest first.',
  allow: rolesOf('cases'),
  audit: 'case_list_read',
  silent: true,
  query: pageQuery(caseFilters),
  reply: pageOf(caseRow),
})

export const searchCases = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/integrazione-segnalazione-view-pag',
  summary:
    'The case list with filters on what people told: names (one wrong letter is forgiven), birth date, contacts, words of the narrative.',
  allow: rolesOf('cases'),
  audit: 'case_list_read',
  silent: true,
  body: pageBody(caseSearch),
  reply: pageOf(caseRow),
})

export const getCase = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/dettaglio/:id',
  summary: 'A case with the report as it was received.',
  allow: rolesOf('cases'),
  audit: 'case_read',
  silent: true,
  params: onWire('parametri_caso', { id: recordIdText }, { id: 'id' }),
  reply: caseDetail,
})

/** Badge counters: cases assigned to me, and cases that wait for somebody in my list. */
export const badges = onWire(
  'contatori',
  { assigned: z.int(), total: z.int() },
  { assigned: 'assegnati', total: 'totali' },
)
export type Badges = z.output<typeof badges>

export const getBadges = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/numero-casi',
  summary: 'Badge counters, polled every five seconds; the poll does not prolong the session.',
  allow: rolesOf('cases'),
  audit: 'none',
  silent: true,
  prolongs: false,
  reply: badges,
})
