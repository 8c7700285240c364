import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { publishYearTable, type YearTable } from './suppression.rules.ts'

/** A table from the counts of its entries and the number of cases without one. */
const tableOf = (counts: readonly number[], missing: number): YearTable => ({
  total: counts.reduce((sum, count) => sum + count, missing),
  missing,
  entries: counts.map((count, index) => ({ key: String(index + 1), count })),
})
const publish = (counts: readonly number[], missing: number) =>
  publishYearTable(tableOf(counts, missing)).map(({ count }) => count)

// biome-ignore format: a table
test.each<[why: string, counts: number[], missing: number, published: (number | null)[]]>([
  ['nothing is small',                              [30, 20, 5],       6,  [30, 20, 5, 6]],
  ['a small number takes the cases without entry',  [30, 20, 3],       10, [30, 20, null, null]],
  ['0 is a small number',                           [30, 20, 0],       10, [30, 20, null, null]],
  ['cases without entry are few: the last entry',   [30, 20, 12],      2,  [30, 20, null, null]],
  ['two small numbers could both be 4',             [30, 4, 4],        20, [30, null, null, null]],
  ['several small ones hide each other',            [30, 2, 3, 1],     20, [30, null, null, null, 20]],
  ['a sum of less than 5 is a small number too',    [30, 1, 0, 2],     20, [30, null, null, null, null]],
  ['the largest sum would give each away',          [30, 4, 4, 4],     20, [30, null, null, null, null]],
  ['one other number is too small to hide it',      [30, 9, 0],        5,  [30, null, null, null]],
  ['four cases have an entry',                      [4, 0, 0],         60, [null, null, null, null]],
  ['nothing is left to hide a number',              [5, 1],            0,  [null, null, null]],
])('%s', (_why, counts, missing, published) => expect(publish(counts, missing)).toEqual(published))

type Published = readonly (number | null)[]
interface Attempt {
  readonly cells: readonly number[]
  readonly published: Published
}

/** Every way to write a sum as so many numbers. */
function* sums(total: number, length: number): Generator<number[]> {
  if (length === 1) yield [total]
  else
    for (let first = 0; first <= total; first++)
      for (const rest of sums(total - first, length - 1)) yield [first, ...rest]
}

/**
 * The reader who knows the method: tries every table with the same total, and keeps those of which the same would have been published.
 * One who also knows which numbers are small keeps those with the same small numbers.
 */
function exhaust(total: number, length: number, knowsSmall: boolean) {
  const seen = new Map<string, Attempt[]>()
  for (const cells of sums(total, length)) {
    const published = publish(cells.slice(0, -1), cells.at(-1) ?? 0)
    const key = JSON.stringify([published, knowsSmall && cells.map((count) => count < 5)])
    seen.set(key, [...(seen.get(key) ?? []), { cells, published }])
  }
  return [...seen.values()]
}
const indexesOf = <T>(values: readonly T[], wanted: T) =>
  values.flatMap((value, index) => (value === wanted ? [index] : []))

describe.each([
  [3, 40],
  [4, 30],
  [5, 24],
])('a reader who tries every table of %i cells, with totals from 5 to %i,', (length, most) => {
  const totals = Array.from({ length: most - 4 }, (_, index) => index + 5)

  const isWithheld = (published: Published) => published.every((count) => count === null)
  const expectUnknown = (same: readonly Attempt[], indexes: readonly number[]) => {
    for (const index of indexes)
      expect(new Set(same.map(({ cells }) => cells[index])).size, JSON.stringify(same)).toBeGreaterThanOrEqual(4)
  }

  test('finds at least four values for each withheld number', () => {
    for (const same of totals.flatMap((total) => exhaust(total, length, false)))
      expectUnknown(same, indexesOf(same[0]?.published ?? [], null))
  })

  // Of a table that is withheld as a whole nothing shows which numbers are small.
  test('and for each small one, even if they know which are small', () => {
    const known = totals.flatMap((total) => exhaust(total, length, true))
    for (const same of known.filter(([one]) => one && !isWithheld(one.published)))
      expectUnknown(same, indexesOf(same[0]?.cells.map((count) => count < 5) ?? [], true))
  })
})

const counts = fc.array(fc.oneof(fc.nat(6), fc.nat(60)), { minLength: 8, maxLength: 21 })

test('no number below 5 is published, and no more others are withheld for its sake than it takes', () => {
  fc.assert(
    fc.property(counts, fc.nat(40), (entries, missing) => {
      const cells = [...entries, missing]
      const published = publish(entries, missing)
      expect(published.filter((count) => count !== null && count < 5)).toEqual([])
      expect(published.flatMap((count, index) => (count === null ? [] : [[index, count]]))).toEqual(
        cells.flatMap((count, index) => (published[index] === null ? [] : [[index, count]])),
      )
      const others = cells.filter((count, index) => count >= 5 && published[index] === null)
      if (published.every((count) => count === null) || others.length < 2) return
      // Without the one that was withheld last, what exceeds 5 in the others leaves no room for a small number of 4.
      const small = cells.filter((count) => count < 5).reduce((sum, count) => sum + count, 0)
      expect(others.slice(1).reduce((sum, count) => sum + count - 5, small)).toBeLessThan(4)
    }),
    { examples: [[[5, 0, 2, 6, 5, 5, 1, 0], 5]], numRuns: 1000 },
  )
})
