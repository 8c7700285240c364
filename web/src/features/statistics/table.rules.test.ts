import type { CountedSet } from '@portal/contract'
import { expect, test } from 'vitest'
import { clipboardText, differenceOf, tableOf } from './table.rules.ts'

const set = (total: number, entries: Readonly<Record<string, number>>, missing = 0): CountedSet => ({
  total,
  indicators: [
    {
      indicator: 'grounds',
      missing,
      entries: Object.entries(entries).map(([key, count]) => ({ key, label: `Ground ${key}`, count, share: 0 })),
    },
  ],
})
const rowsOf = (...sets: CountedSet[]) =>
  tableOf('grounds', { chart: 'bar' }, { sets, missingLabel: 'Non indicato' }).map(({ label, figures }) => [
    label,
    ...figures.flatMap((figure) => (figure ? [figure.count, figure.share] : [])),
  ])

test('a table has counts and shares, and last the records without a value', () => {
  expect(rowsOf(set(8, { a: 6, b: 1 }, 2))).toEqual([
    ['Ground a', 6, 0.75],
    ['Ground b', 1, 0.125],
    ['Non indicato', 2, 0.25],
  ])
  expect(rowsOf(set(4, { a: 4 }))).toHaveLength(1)
})

test('a comparison is beside the result, with the entries that only one of them has', () => {
  expect(rowsOf(set(8, { a: 6 }), set(4, { a: 1, b: 3 }))).toEqual([
    ['Ground a', 6, 0.75, 1, 0.25],
    ['Ground b', 0, 0, 3, 0.75],
  ])
})

test.each([
  [6, 4, { count: 2, part: 0.5 }],
  [1, 4, { count: -3, part: -0.75 }],
  [4, 4, { count: 0, part: 0 }],
  [6, 0, { count: 6 }],
] as const)('the difference of %i from %i is %j', (own, other, expected) =>
  expect(differenceOf(own, other)).toEqual(expected),
)

test('copied text has tabs between cells, Italian decimals, and nothing that a spreadsheet would compute', () => {
  const text = clipboardText([
    ['Voce', 'Quota'],
    ['=1+1', 0.125],
    ['con\ttab', -3],
  ])
  expect(text).toBe("Voce\tQuota\r\n'=1+1\t0,125\r\ncon tab\t-3")
})
