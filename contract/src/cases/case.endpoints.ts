import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { pageBody, pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, onWire, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { caseDetail, caseRow } from './case.ts'
import { caseFilters, caseSearch } from './case-filters.ts'

/** The lists of cases and their view codes (specification 2 §2, decisions §2). */
export const caseViewIds = { all: 0, toAssign: 1, mine: 2, outOfRemit: 3 } as const
export type CaseView = keyof typeof caseViewIds

const listBase = { method: 'GET', audit: 'case_list_read', silent: true } as const
const listPart = { query: pageQuery(caseFilters), reply: pageOf(caseRow) } as const

export const listCases = defineEndpoint({
  ...listBase,
  path: '/v1/segnalazioni/integrazione-segnalazione-view',
  summary:
    "The case list (view 0): Aperto before all others, each group newest first, or sorted as asked. What is out of the office's remit is in view 3.",
  allow: rolesOf('cases'),
  ...listPart,
})

export const listMyCases = defineEndpoint({
  ...listBase,
  path: '/v1/segnalazioni/miei-casi',
  summary: 'The cases assigned to whoever asks (view 2).',
  allow: rolesOf('myCases'),
  ...listPart,
})

export const listCasesToAssign = defineEndpoint({
  ...listBase,
  path: '/v1/segnalazioni/in-attribuzione',
  summary: 'The cases that wait to be assigned (view 1).',
  allow: rolesOf('casesToAssign'),
  ...listPart,
})

export const listDismissedCases = defineEndpoint({
  ...listBase,
  path: '/v1/segnalazioni/dismessi',
  summary: "The cases out of the office's remit (view 3).",
  allow: rolesOf('casesOutOfRemit'),
  ...listPart,
})

/** The cases that name a record of the registry: view 9, which is no list of the office (decisions §2). */
export const registryViewId = 9
/** View codes as they stand in an address. */
const viewTexts = {
  ...({ all: '0', toAssign: '1', mine: '2', outOfRemit: '3' } as const satisfies Record<CaseView, string>),
  registry: `${registryViewId}`,
  /** No list of the office: every case that whoever asks may open, in whichever list it stands. */
  everywhere: 'tutti',
} as const
export type SearchedView = keyof typeof viewTexts

/** The list asked for: `view` 0 unless told. View 9 asks for the cases of one record, in remit or not. */
const searchedList = onWire(
  'vista_casi',
  {
    view: z.optional(enumOnWire(viewTexts)),
    personId: z.optional(recordIdText),
    organisationId: z.optional(recordIdText),
  },
  { view: 'vista', personId: 'id_persona_fisica', organisationId: 'id_persona_giuridica' },
)
export type SearchedList = z.output<typeof searchedList>

export const searchCases = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/integrazione-segnalazione-view-pag',
  summary:
    'Any of the four lists, all of them at once (`tutti`), or the cases that name a record of the registry (view 9), by all filters, those on what people told as well: names (one wrong letter is forgiven), birth dates, contacts, words of the narrative.',
  allow: rolesOf('cases'),
  audit: 'case_list_read',
  silent: true,
  query: searchedList,
  body: pageBody(caseSearch),
  reply: pageOf(caseRow),
})

export const getCase = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/dettaglio/:id',
  summary: 'A case with all that is told and written of it; 409 with the same where somebody else holds its lock.',
  allow: rolesOf('cases'),
  audit: 'case_read',
  silent: true,
  params: onWire('parametri_caso', { id: recordIdText }, { id: 'id' }),
  reply: caseDetail,
  conflictReply: true,
})

/** Badge counters: cases assigned to me, those that wait in my list, those that wait to be assigned, the requests on personal data that I may decide, and my unread notices. */
export const badges = onWire(
  'contatori',
  { assigned: z.int(), total: z.int(), toAssign: z.int(), rights: z.int(), notices: z.int() },
  {
    assigned: 'assegnati',
    total: 'totali',
    toAssign: 'da_attribuire',
    rights: 'richieste_da_decidere',
    notices: 'avvisi',
  },
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
