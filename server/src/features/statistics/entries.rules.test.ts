import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { averagesOf, bandsOf, countByBand, entriesOf, monthsOf, mostFrequentFirst } from './entries.rules.ts'

describe('bands of days', () => {
  test.each([
    [[0], ['0+']],
    [
      [0, 1],
      ['0', '1+'],
    ],
    [
      [0, 1, 3, 31],
      ['0', '1-2', '3-30', '31+'],
    ],
  ])('that begin on %j are %j', (starts, keys) => expect(bandsOf(starts).map(({ key }) => key)).toEqual(keys))

  test('count every day in exactly one band', () => {
    const bands = bandsOf([0, 1, 3, 8, 15, 31])
    fc.assert(
      fc.property(fc.dictionary(fc.nat(2000).map(String), fc.integer({ min: 1, max: 50 })), (byDays) => {
        const sum = (counts: object) => Object.values(counts).reduce((all: number, count: number) => all + count, 0)
        expect(sum(countByBand(bands, byDays))).toBe(sum(byDays))
      }),
    )
    expect(countByBand(bands, { 0: 1, 2: 2, 3: 4, 30: 8, 31: 16, 900: 32 })).toEqual({
      '0': 1,
      '1-2': 2,
      '3-7': 4,
      '8-14': 0,
      '15-30': 8,
      '31+': 48,
    })
  })
})

test.each([
  [{}, {}],
  [{ 5: 1 }, { median: 5, mean: 5, p90: 5 }],
  [
    { 1: 1, 2: 1 },
    { median: 1.5, mean: 1.5, p90: 2 },
  ],
  [
    { 10: 1, 2: 2 },
    { median: 2, mean: 4.7, p90: 10 },
  ],
  [
    { 0: 3, 100: 1 },
    { median: 0, mean: 25, p90: 100 },
  ],
  [
    { 1: 9, 50: 1 },
    { median: 1, mean: 5.9, p90: 1 },
  ],
])('the averages of %j are %j', (byDays, averages) => expect(averagesOf(byDays)).toEqual(averages))

test.each([
  [[], []],
  [['2026-03'], ['2026-03']],
  [
    ['2026-02', '2025-11'],
    ['2025-11', '2025-12', '2026-01', '2026-02'],
  ],
])('the months of %j are %j', (months, all) =>
  expect(monthsOf(Object.fromEntries(months.map((month) => [month, 1])))).toEqual(all),
)

test('entries have their share of all records, and come most frequent first, equal ones by their words', () => {
  const counts = { a: 1, b: 3, c: 1 }
  const labels: Record<string, string> = { a: 'Zeta', b: 'Beta', c: 'Àlfa' }
  const entries = entriesOf(['a', 'b', 'c', 'd'], { counts, total: 4 }, (key) => ({ label: labels[key] ?? key }))
  expect(mostFrequentFirst(entries)).toEqual([
    { key: 'b', label: 'Beta', count: 3, share: 0.75 },
    { key: 'c', label: 'Àlfa', count: 1, share: 0.25 },
    { key: 'a', label: 'Zeta', count: 1, share: 0.25 },
    { key: 'd', label: 'd', count: 0, share: 0 },
  ])
})
