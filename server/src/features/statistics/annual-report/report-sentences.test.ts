import {
  type CountedSet,
  type Indicator,
  type IndicatorResult,
  type PlainDate,
  registerIndicators,
} from '@portal/contract'
import { describe, expect, test } from 'vitest'
import { arrivalSentences, indicatorSentence } from './report-sentences.ts'
import { reportTables } from './report-tables.rules.ts'

const years = { year: 2025, before: 2024 }
const entry = (key: string, label: string, count: number) => ({ key, label, count, share: 0 })
const setOf = (total: number, ...indicators: Partial<IndicatorResult>[]): CountedSet => ({
  total,
  indicators: indicators.map((one) => ({ indicator: '', entries: [], missing: 0, ...one })),
})
const options = { to: '2025-12-31' as PlainDate, operatorName: (number: number) => `N. ${number}` }

describe('the sentence on arrivals', () => {
  test.each([
    ['cases', 0, 0, 'Nel 2025 non è arrivato nessun caso. Nel 2024 non ne era arrivato nessuno.'],
    ['cases', 1, 1, 'Nel 2025 è arrivato 1 caso. Nel 2024 ne era arrivato 1: la differenza è 0.'],
    ['cases', 3, 2, 'Nel 2025 sono arrivati 3 casi. Nel 2024 ne erano arrivati 2: la differenza è +1 (+50%).'],
    ['cases', 2, 3, 'Nel 2025 sono arrivati 2 casi. Nel 2024 ne erano arrivati 3: la differenza è -1 (-33,3%).'],
    [
      ...(['register', 1, 0] as const),
      'Nel 2025 ha presentato domanda 1 associazione. Nel 2024 non ne era arrivata nessuna.',
    ],
    [
      ...(['register', 0, 1] as const),
      'Nel 2025 non ha presentato domanda nessuna associazione. Nel 2024 la domanda era arrivata da 1: la differenza è -1 (-100%).',
    ],
  ] as const)('of %s: %i, and %i before', (subject, own, before, sentence) => {
    expect(arrivalSentences(subject, [setOf(own), setOf(before)], years)).toBe(sentence)
  })
})

describe('the sentence on an indicator', () => {
  const sentenceOn = (key: keyof typeof registerIndicators, own: CountedSet, before: CountedSet) => {
    const table = reportTables('register', [own, before], options).find(({ indicator }) => indicator === key)
    return table && indicatorSentence('register', table, [own, before], 2024)
  }
  const regions = (...counts: number[]) => ({
    indicator: 'regions',
    entries: counts.map((count, index) =>
      entry(String(index), ['Lazio', 'Umbria', 'Puglia', 'Molise'][index] ?? '', count),
    ),
  })

  test.each([
    [[1], 1, 'La regione con più associazioni è «Lazio»: 1 associazione su 1 (100%). Nel 2024: 0 associazioni.'],
    [[2, 1], 3, 'La regione con più associazioni è «Lazio»: 2 associazioni su 3 (66,7%). Nel 2024: 0 associazioni.'],
    [[1, 1], 2, 'Le regioni con più associazioni sono «Lazio» e «Umbria», a pari numero: 1 associazione su 2 (50%).'],
    [[1, 1, 1, 1], 4, 'Le voci più frequenti sono 4, a pari numero: 1 associazione su 4 (25%).'],
    [[], 3, 'Nessuna associazione ha questo dato.'],
  ])('names the most frequent entry of %j', (counts, total, sentence) => {
    expect(sentenceOn('regions', setOf(total, regions(...counts)), setOf(0))).toBe(sentence)
  })

  test('has median and mean of a duration, and the median before', () => {
    const days = (median: number, mean: number) => ({ indicator: 'decideDays', median, mean, p90: 9, missing: 1 })
    expect(sentenceOn('decideDays', setOf(3, days(1, 2.5)), setOf(9, days(20, 21)))).toBe(
      'Il tempo mediano è 1 giorno, quello medio 2,5 giorni (2 associazioni); nove su dieci sono entro 9 giorni. Nel 2024 il tempo mediano era 20 giorni.',
    )
    expect(sentenceOn('decideDays', setOf(2), setOf(1))).toBe('Nessuna associazione ha questo dato.')
  })
})

describe('the tables of a report', () => {
  const tableOf = (subject: 'cases' | 'register', key: string, own: CountedSet, before: CountedSet, to = options.to) =>
    reportTables(subject, [own, before], { ...options, to }).find(({ indicator }) => indicator === key)

  test('have the months of both years in one row each, until the last one that is counted', () => {
    const months = (year: number, count: number) => ({
      indicator: 'months',
      entries: [entry(`${year}-02`, `febbraio ${year}`, count)],
    })
    const table = tableOf(
      'register',
      'months',
      setOf(5, months(2025, 5)),
      setOf(4, months(2024, 4)),
      '2025-03-09' as PlainDate,
    )
    expect(table?.rows.map(({ label, counts }) => [label, ...counts])).toEqual([
      ['gennaio', 0, 0],
      ['febbraio', 5, 4],
      ['marzo', 0, 0],
    ])
  })

  test('give operators numbers, the same in both years', () => {
    const operators = (...entries: (readonly [string, string, number])[]) => ({
      indicator: 'operators',
      entries: entries.map(([key, label, count]) => entry(key, label, count)),
    })
    const own = setOf(3, operators(['12', 'Rossi Ada', 2], ['11', 'Verdi Ugo', 1]))
    const before = setOf(4, operators(['11', 'Verdi Ugo', 3], ['10', 'Neri Eva', 1]))
    expect(tableOf('cases', 'operators', own, before)?.rows.map(({ label, counts }) => [label, ...counts])).toEqual([
      ['N. 1', 2, 0],
      ['N. 2', 1, 3],
      ['N. 3', 0, 1],
    ])
  })

  test('exist for every indicator', () => {
    const indicators: Readonly<Record<string, Indicator>> = registerIndicators
    const tables = reportTables('register', [setOf(0), setOf(0)], options)
    expect(tables.map(({ indicator }) => indicator)).toEqual(Object.keys(indicators))
  })
})
