import { type CaseStatistics, caseIndicators, type StatisticsEntry } from '@portal/contract'
import { describe, expect, test } from 'vitest'
import { statisticsSheets } from './sheets.ts'

type Result = CaseStatistics['result']

const entry = (key: string, label: string, count: number, parent?: string): StatisticsEntry => ({
  key,
  label,
  count,
  parent,
  share: 0,
})
const resultOf = (total: number, some: Partial<Record<string, Partial<Result['indicators'][number]>>>): Result => ({
  total,
  indicators: Object.keys(caseIndicators).map((indicator) => ({
    indicator: indicator as keyof typeof caseIndicators,
    entries: [],
    missing: 0,
    ...some[indicator],
  })),
})
const head = { id: 1, madeAt: new Date('2026-11-20T10:00:00Z') }
const result = resultOf(8, {
  grounds: { entries: [entry('1', 'Origine etnica', 6)], missing: 2 },
  subGrounds: { entries: [entry('101', 'Colore della pelle', 4, '1')], missing: 4 },
  months: { entries: [entry('2026-03', 'marzo 2026', 8)] },
  closeDays: { entries: [entry('0-7', 'Da 0 a 7 giorni', 8)], median: 3, mean: 3.4, p90: 7 },
})
const comparison = resultOf(4, {
  grounds: { entries: [entry('2', 'Religione', 3), entry('1', 'Origine etnica', 1)] },
  months: { entries: [entry('2025-03', 'marzo 2025', 4)] },
})

const sheetOf = (statistics: CaseStatistics, title: string) => {
  const sheet = statisticsSheets('cases', statistics).find((one) => one.title === title)
  return { columns: sheet?.columns.map(({ title: name, kind }) => `${name}: ${kind}`), rows: sheet?.rows }
}

describe('the workbook of statistics', () => {
  test('has a summary and a sheet for each indicator, with names that a workbook accepts', () => {
    const titles = statisticsSheets('cases', { ...head, result }).map(({ title }) => title)
    expect(titles).toHaveLength(1 + Object.keys(caseIndicators).length)
    expect(new Set(titles).size).toBe(titles.length)
    for (const title of titles) expect(title).toMatch(/^[^[\]:*?/\\]{1,31}$/)
  })

  test('has the numbers and shares of an indicator, and last the cases without a value', () => {
    expect(sheetOf({ ...head, result }, 'Ground')).toEqual({
      columns: ['Ground: text', 'Numero: count', 'Quota: share'],
      rows: [
        ['Origine etnica', 6, 0.75],
        ['Non indicato', 2, 0.25],
      ],
    })
  })

  test('has before an entry the one that contains it', () => {
    expect(sheetOf({ ...head, result }, 'Sottoground').rows).toEqual([
      ['Origine etnica', 'Colore della pelle', 4, 0.5],
      [null, 'Non indicato', 4, 0.5],
    ])
  })

  test('has the comparison beside the result, with the entries that only it has, and months in order', () => {
    expect(sheetOf({ ...head, result, comparison }, 'Ground')).toEqual({
      columns: [
        'Ground: text',
        'Numero: count',
        'Quota: share',
        'Numero del confronto: count',
        'Quota del confronto: share',
      ],
      rows: [
        ['Origine etnica', 6, 0.75, 1, 0.25],
        ['Religione', 0, 0, 3, 0.75],
        ['Non indicato', 2, 0.25, 0, 0],
      ],
    })
    expect(sheetOf({ ...head, result, comparison }, 'Mese di arrivo').rows?.map(([label]) => label)).toEqual([
      ...['marzo 2025', 'marzo 2026', 'Non indicato'],
    ])
  })

  test('states the total, and median, mean and 90th percentile of durations', () => {
    expect(sheetOf({ ...head, result, comparison }, 'Riepilogo').rows).toEqual([
      ['Totale', 8, 4],
      ['Tempo di presa in carico: Mediana in giorni', null, null],
      ['Tempo di presa in carico: Media in giorni', null, null],
      ['Tempo di presa in carico: 90° percentile in giorni', null, null],
      ['Tempo di chiusura: Mediana in giorni', 3, null],
      ['Tempo di chiusura: Media in giorni', 3.4, null],
      ['Tempo di chiusura: 90° percentile in giorni', 7, null],
      ['Tempo della prima risposta: Mediana in giorni', null, null],
      ['Tempo della prima risposta: Media in giorni', null, null],
      ['Tempo della prima risposta: 90° percentile in giorni', null, null],
    ])
  })
})
