import * as z from 'zod/mini'
import { associationFilters } from '../associations/association-filters.ts'
import { caseSearch } from '../cases/case-filters.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { limits } from '../kit/limits.ts'
import { onWire, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { statisticsSubjects } from './indicators.ts'
import { caseStatistics, registerStatistics, statisticsFileStart, statisticsRequest } from './statistics.ts'

/** The filters of the records to count, and of those to compare them with, such as another period. */
const filtersOf = <const W extends string, F extends z.ZodMiniType>(name: W, filters: F) =>
  onWire(name, {
    filters: [z.optional(filters), 'filtri'],
    comparison: [z.optional(filters), 'confronto'],
  })

const { cases, register } = statisticsSubjects
// Polls do not prolong the session (decisions §1).
const poll = { method: 'POST', audit: 'none', silent: true, prolongs: false } as const

export const startCaseStatistics = defineEndpoint({
  method: 'POST',
  path: '/v1/statistiche/start-segnalazioni',
  summary:
    'Requests the statistics of the cases that the caller may read and that match the filters of the case list; a second set of filters asks for a comparison.',
  allow: cases.allow,
  audit: 'case_statistics_read',
  silent: true,
  body: filtersOf('avvio_statistiche_casi', caseSearch),
  reply: statisticsRequest,
})

export const getCaseStatistics = defineEndpoint({
  ...poll,
  path: '/v1/statistiche/get-segnalazioni',
  summary: 'The statistics of a request of the caller; null until they are ready.',
  allow: cases.allow,
  body: statisticsRequest,
  reply: z.nullable(caseStatistics),
})

export const startRegisterStatistics = defineEndpoint({
  method: 'POST',
  path: '/v1/statistiche/start-associazioni',
  summary:
    'Requests the statistics of the associations that match the filters; a second set of filters asks for a comparison.',
  allow: register.allow,
  audit: 'register_statistics_read',
  silent: true,
  body: filtersOf('avvio_statistiche_registro', associationFilters),
  reply: statisticsRequest,
})

export const getRegisterStatistics = defineEndpoint({
  ...poll,
  path: '/v1/statistiche/get-associazioni',
  summary: 'The statistics of the register of a request of the caller; null until they are ready.',
  allow: register.allow,
  body: statisticsRequest,
  reply: z.nullable(registerStatistics),
})

const either = { allow: rolesOf('statistics'), silent: true } as const

export const startStatisticsFile = defineEndpoint({
  ...either,
  method: 'POST',
  path: '/v1/report/start-statistiche',
  summary:
    'Requests a workbook of statistics: those of the chosen cases, as far as the caller may read them, or those that the caller requested before; 404 where they are not those of the caller.',
  audit: 'export_started',
  body: onWire('avvio_file_statistiche', {
    /** The chosen cases. */
    ids: [z.optional(z.array(recordId).check(z.minLength(1), z.maxLength(limits.exports.chosenRows))), 'idsList'],
    /** The number of a request for statistics. */
    requestId: [z.optional(recordId), 'numero_univoco'],
  }),
  reply: statisticsFileStart,
})

export const getStatisticsFile = defineEndpoint({
  ...either,
  method: 'POST',
  path: '/v1/report/get-statistiche',
  summary:
    'The workbook of statistics of the caller: a summary, and a sheet for each indicator with the numbers of the screen.',
  audit: 'statistics_exported',
  prolongs: false,
  file: 'application/octet-stream',
  isEmptyUntilReady: true,
  body: statisticsRequest,
  reply: z.object({}),
})
