import * as z from 'zod/mini'
import { caseStatus } from '../cases/case.workflow.ts'
import { caseFilterNames, listedCaseFilters } from '../cases/case-filters.ts'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { onWire } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { referenceItems } from './reference.endpoints.ts'
import { bundleName, type ReferenceList, referenceLists } from './reference-lists.ts'

/** A list that is too long to return without its parent is read by a call of its own. */
const isWhole = (list: ReferenceList) => !('needsParent' in referenceLists[list])

/** The lists from which the filters of statistics choose: those of the filters of cases. */
export const statisticsLists = [
  ...new Set(listedCaseFilters.flatMap(({ list }) => (list && isWhole(list) ? [list] : []))),
]

const statusesWire = 'listaStatoSegnalazione'

/** The filters of statistics, which are those of the case list (decisions §9), with the member that has their choices. */
export const statisticsFilters = listedCaseFilters.map(({ wire, list }) => {
  const choices = list && isWhole(list) ? bundleName(list) : undefined
  return { wire, choices: wire === caseFilterNames.statuses ? statusesWire : choices }
})

const caseStatusInFilter = onWire('stato_caso_in_filtro', {
  id: [caseStatus, 'id_stato'],
  label: [z.string(), 'stato'],
})

const filter = onWire('filtro_di_statistiche', {
  /** Its name in the body of a request, one of a group as `segnalante.enable`. */
  wire: [z.string(), 'filtro'],
  choices: [z.optional(z.string()), 'lista'],
})

export const getStatisticsFilters = defineEndpoint({
  ...backgroundRead,
  path: '/v1/tipologiche/filtri-statistiche',
  summary:
    'The filters of statistics and their choices, in Italian: every filter of the case list, the statuses of cases, and the lists with their retired entries.',
  allow: rolesOf('statistics'),
  reply: onWire('filtri_statistiche', {
    filters: [z.array(filter), 'listaFiltri'],
    statuses: [z.array(caseStatusInFilter), statusesWire],
    ...Object.fromEntries(
      statisticsLists.map((list) => [list, [z.optional(z.array(referenceItems[list])), bundleName(list)] as const]),
    ),
  }),
})
