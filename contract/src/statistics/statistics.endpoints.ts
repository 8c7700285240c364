import * as z from 'zod/mini'
import { associationFilters } from '../associations/association-filters.ts'
import { caseSearch } from '../cases/case-filters.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { onWire } from '../kit/wire.ts'
import { statisticsSubjects } from './indicators.ts'
import { caseStatistics, registerStatistics, statisticsRequest } from './statistics.ts'

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
