import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, onWire, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { caseRow } from './case.ts'
import { homeBoxWords } from './case-home.ts'

const caseBox = onWire('riquadro', {
  name: [enumOnWire(homeBoxWords), 'riquadro'],
  /** As lists count: exact up to 10,000, otherwise 10,000 with `countIsMore`. */
  count: [z.int(), 'count'],
  countIsMore: [z.optional(z.boolean()), 'countOltre'],
  /** The first five. */
  rows: [z.array(caseRow), 'listaView'],
  /** The ids of the first page of the list, and the key of its last row for the next page. */
  ids: [z.array(recordId), 'id_segnalazioni'],
  lastKey: [z.optional(z.string()), 'chiave_ultima'],
})
export type CaseBox = z.output<typeof caseBox>

export const getCaseHome = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/home',
  summary:
    "The boxes of the caller's home page, the most urgent first: of each list how many cases it has, its first five rows, and the ids of its first page.",
  allow: rolesOf('cases'),
  audit: 'case_list_read',
  silent: true,
  reply: onWire('home_operatore', { boxes: [z.array(caseBox), 'riquadri'] }),
})
