import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, onWire, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { caseRow } from './case.ts'
import { homeRows, homeTabWords } from './case-home.ts'
import { caseStepWords } from './case-step.ts'

const homeTab = onWire('scheda_coda', {
  name: [enumOnWire(homeTabWords), 'scheda'],
  /** As lists count: exact up to 10,000, otherwise 10,000 with `countIsMore`. */
  count: [z.int(), 'count'],
  countIsMore: [z.optional(z.boolean()), 'countOltre'],
})
export type HomeTabCount = z.output<typeof homeTab>

const queuedCase = onWire('caso_in_coda', {
  row: [caseRow, 'caso'],
  step: [enumOnWire(caseStepWords), 'passo'],
})
export type QueuedCase = z.output<typeof queuedCase>

const rowCount = z.codec(z.string().check(z.regex(/^[1-9][0-9]{0,2}$/)), z.int().check(z.lte(homeRows.most)), {
  decode: Number,
  encode: String,
})

const caseHome = onWire('home_operatore', {
  /** All of the role's tabs with their counts, the most urgent first. */
  tabs: [z.array(homeTab), 'schede'],
  /** The first cases of the requested tab, in order of term. */
  rows: [z.array(queuedCase), 'listaView'],
  /** The ids of the first 100 cases of the tab, which the case page walks through. */
  ids: [z.array(recordId), 'id_segnalazioni'],
  /** The cases whose reporter the caller has to inform, counted as those of a tab; absent from a server of the version before. */
  toInform: [z.optional(z.int()), 'da_informare'],
  /** The key of the last id, for the next page of the list behind the tab. */
  lastKey: [z.optional(z.string()), 'chiave_ultima'],
})
export type CaseHome = z.output<typeof caseHome>

export const getCaseHome = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/home',
  summary:
    "The queue of the caller's home page: the counts of all its tabs, and of the requested tab (`scheda`, all cases by default) the first cases in order of term with the next step of each.",
  allow: rolesOf('cases'),
  audit: 'case_list_read',
  silent: true,
  query: onWire('richiesta_home', {
    tab: [z.optional(enumOnWire(homeTabWords)), 'scheda'],
    rows: [z.optional(rowCount), 'righe'],
  }),
  reply: caseHome,
})
