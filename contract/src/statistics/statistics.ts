import * as z from 'zod/mini'
import { enumOnWire, instant, onWire, recordId } from '../kit/wire.ts'
import { caseIndicators, type Indicator, registerIndicators } from './indicators.ts'

const count = z.int().check(z.gte(0))

/**
 * A row of an indicator. The key is the id of a reference list, status or operator, a month such as `2026-03`, a band of days such
 * as `8-14` or `31+`, or a flag, 0 or 1.
 */
const entry = onWire('voce_statistica', {
  key: [z.string(), 'chiave'],
  label: [z.string(), 'etichetta'],
  /** The entry that contains this one, of an indicator `within` another. */
  parent: [z.optional(z.string()), 'chiave_superiore'],
  count: [count, 'numero'],
  /** Of all records, from 0 to 1. */
  share: [z.number(), 'quota'],
})
export type StatisticsEntry = z.output<typeof entry>

const wordsOf = <I extends Readonly<Record<string, Indicator>>>(indicators: I) =>
  enumOnWire(
    Object.fromEntries(Object.entries(indicators).map(([key, { wire }]) => [key, wire])) as {
      [K in keyof I & string]: I[K]['wire']
    },
  )

/** The statistics of a subject: one set of records, or two to compare. Complete: every indicator of the subject is there. */
function statisticsOf<I extends Readonly<Record<string, Indicator>>>(subject: string, indicators: I) {
  const indicator = onWire(`indicatore_${subject}`, {
    indicator: [wordsOf(indicators), 'indicatore'],
    /** In the order of display; with entries that no record has only where their order matters (statuses, months, bands). */
    entries: [z.array(entry), 'voci'],
    /** Records without a value: they are in no entry. */
    missing: [count, 'non_indicati'],
    /** Of durations, in days. */
    median: [z.optional(z.number()), 'mediana'],
    mean: [z.optional(z.number()), 'media'],
    p90: [z.optional(z.number()), 'percentile_90'],
  })
  const counted = onWire(`conteggio_${subject}`, {
    total: [count, 'totale'],
    indicators: [z.array(indicator), 'indicatori'],
  })
  return onWire(`statistiche_${subject}`, {
    id: [recordId, 'numero_univoco'],
    madeAt: [instant, 'data_calcolo'],
    result: [counted, 'risultato'],
    /** Of the second filters, where the request has them. */
    comparison: [z.optional(counted), 'confronto'],
  })
}

export const caseStatistics = statisticsOf('casi', caseIndicators)
export type CaseStatistics = z.output<typeof caseStatistics>
export const registerStatistics = statisticsOf('registro', registerIndicators)
export type RegisterStatistics = z.output<typeof registerStatistics>

/** The number of a request for statistics, by which its result is read. */
const requestId = [recordId, 'numero_univoco'] as const
export const statisticsRequest = onWire('richiesta_statistiche', { id: requestId })

/** The number of a request for a workbook. */
export const statisticsFileStart = onWire('file_statistiche_avviato', {
  id: requestId,
  /** Chosen cases that are not counted: there is no such case, or the caller may not read it. */
  excludedIds: [z.optional(z.array(recordId)), 'ids_esclusi'],
})
export type StatisticsFileStart = z.output<typeof statisticsFileStart>
