import * as z from 'zod/mini'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { pageBody, pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, onWire, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { caseDetail, caseRow, caseSorts } from './case.ts'
import { caseSearch } from './case-filters.ts'

/** The lists of cases and their view codes (specification 2 §2, decisions §2). */
export const caseViewIds = { all: 0, toAssign: 1, mine: 2, outOfRemit: 3 } as const
export type CaseView = keyof typeof caseViewIds

const listBase = { method: 'GET', audit: 'case_list_read', silent: true } as const
const listPart = { sorts: caseSorts, query: pageQuery(caseSearch), reply: pageOf(caseRow) } as const

export const listCases = defineEndpoint({
  ...listBase,
  path: '/v1/segnalazioni/integrazione-segnalazione-view',
  summary:
    "The case list (view 0): Aperto before all others, each group newest first, or sorted as requested. Cases out of the office's remit are in view 3.",
  allow: rolesOf('cases'),
  ...listPart,
})

export const listMyCases = defineEndpoint({
  ...listBase,
  path: '/v1/segnalazioni/miei-casi',
  summary: 'The cases assigned to the caller (view 2).',
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

/** The cases that refer to a registry record: view 9, which is not a list of the office (decisions §2). */
export const registryViewId = 9
/** The lists of the office in the query of an address. */
export const viewTexts = { all: '0', toAssign: '1', mine: '2', outOfRemit: '3' } as const satisfies Record<
  CaseView,
  string
>
/** View codes in the query of an address. */
const searchedViewTexts = {
  ...viewTexts,
  registry: `${registryViewId}`,
  /** Not a list of the office: every case that the caller may read, of any list. */
  everywhere: 'tutti',
} as const
export type SearchedView = keyof typeof searchedViewTexts

/** The requested list; `view` is 0 by default. View 9 returns the cases of one registry record, in remit or not. */
const searchedList = onWire('vista_casi', {
  view: [z.optional(enumOnWire(searchedViewTexts)), 'vista'],
  personId: [z.optional(recordIdText), 'id_persona_fisica'],
  organisationId: [z.optional(recordIdText), 'id_persona_giuridica'],
})
export type SearchedList = z.output<typeof searchedList>

export const searchCases = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/integrazione-segnalazione-view-pag',
  summary:
    'Any of the four lists, all of them at once (`tutti`), or the cases that refer to a registry record (view 9), by all filters, including those on protected data: names (with one wrong letter at most), birth dates, contacts, words of the narrative.',
  allow: rolesOf('cases'),
  audit: 'case_list_read',
  silent: true,
  sorts: caseSorts,
  query: searchedList,
  body: pageBody(caseSearch),
  reply: pageOf(caseRow),
})

export const getCase = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/dettaglio/:id',
  summary: 'A case with all its data; 409 with the same content where another user holds its lock.',
  allow: rolesOf('cases'),
  audit: 'case_read',
  silent: true,
  params: onWire('parametri_caso', { id: [recordIdText, 'id'] }),
  reply: caseDetail,
  conflictReply: true,
})

/** Badge counters of the user: assigned cases, pending cases of the list, cases to assign, requests on personal data to decide, mails to review, unread notices. */
export const badges = onWire('contatori', {
  assigned: [z.int(), 'assegnati'],
  total: [z.int(), 'totali'],
  toAssign: [z.int(), 'da_attribuire'],
  rights: [z.int(), 'richieste_da_decidere'],
  /** Absent from a server of the version before. */
  mails: [z.optional(z.int()), 'posta_da_esaminare'],
  notices: [z.int(), 'avvisi'],
})
export type Badges = z.output<typeof badges>

export const getBadges = defineEndpoint({
  ...backgroundRead,
  path: '/v1/segnalazioni/numero-casi',
  summary: 'Badge counters. Clients poll them every five seconds, which does not prolong the session.',
  allow: rolesOf('cases'),
  reply: badges,
})
