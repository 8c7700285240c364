import * as z from 'zod/mini'
import { caseStatus } from '../cases/case.workflow.ts'
import { choiceFilters } from '../cases/case-filters.ts'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { onWire } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { referenceItems } from './reference.endpoints.ts'
import { bundleName, referenceLists } from './reference-lists.ts'

/** The lists from which the filters of statistics choose: those of the filters of cases. */
export const statisticsLists = [
  ...new Set(Object.values(choiceFilters).flatMap(({ field }) => (field.list ? [field.list] : []))),
].filter((list) => referenceLists[list].inBundle)

const caseStatusInFilter = onWire('stato_caso_in_filtro', {
  id: [caseStatus, 'id_stato'],
  label: [z.string(), 'stato'],
})

export const getStatisticsFilters = defineEndpoint({
  ...backgroundRead,
  path: '/v1/tipologiche/filtri-statistiche',
  summary:
    'The choices of the filters of statistics, in Italian: the statuses of cases, and the lists with their retired entries.',
  allow: rolesOf('statistics'),
  reply: onWire('filtri_statistiche', {
    statuses: [z.array(caseStatusInFilter), 'listaStatoSegnalazione'],
    ...Object.fromEntries(
      statisticsLists.map((list) => [list, [z.optional(z.array(referenceItems[list])), bundleName(list)] as const]),
    ),
  }),
})
