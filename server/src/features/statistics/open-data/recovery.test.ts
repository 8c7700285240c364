import { type OpenData, type OpenDataTableName, openDataTableNames } from '@portal/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitsIn } from '../../../../test/open-data-limits.ts'
import { drawsFrom } from '../../../demo/random.ts'
import { publishYear } from './open-data.rules.ts'
import { presentOpenData } from './present-open-data.rules.ts'

type Entries = Readonly<Record<OpenDataTableName, readonly { id: number; label: string }[]>>
interface Case {
  readonly grounds: readonly number[]
  readonly fields: readonly number[]
  readonly regions: readonly number[]
}

const idsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, label: String(index + 1) }))

/** Cases of a year: some entries are frequent, most are rare, and some cases have none. */
function drawCases(seed: number, count: number, entries: Entries): Case[] {
  const { random, below } = drawsFrom(seed)
  const entryOf = (table: OpenDataTableName) => 1 + Math.floor(entries[table].length * random() ** 4)
  const maybeOne = (table: OpenDataTableName) => (random() < 0.15 ? [] : [entryOf(table)])
  return Array.from({ length: count }, () => ({
    grounds: [...new Set(Array.from({ length: below(4) }, () => entryOf('grounds')))],
    fields: maybeOne('fields'),
    regions: maybeOne('regions'),
  }))
}

function tallyOf(cases: readonly Case[]) {
  const counts: Record<string, Record<string, number>> = { grounds: {}, fields: {}, regions: {} }
  const missing: Record<string, number> = {}
  for (const table of openDataTableNames) {
    const own: Record<string, number> = {}
    for (const id of cases.flatMap((one) => one[table])) own[id] = (own[id] ?? 0) + 1
    counts[table] = own
    missing[table] = cases.filter((one) => one[table].length === 0).length
  }
  return { total: cases.length, counts, missing }
}

test('nobody recovers a withheld number by linear programming over all that is published of a year', () => {
  const draw = fc.record({
    seed: fc.nat(),
    count: fc.oneof(fc.integer({ min: 5, max: 60 }), fc.integer({ min: 60, max: 900 })),
    entries: fc.record({
      grounds: fc.integer({ min: 2, max: 10 }).map(idsOf),
      fields: fc.integer({ min: 2, max: 14 }).map(idsOf),
      regions: fc.constant(idsOf(21)),
    }),
  })
  fc.assert(
    fc.property(draw, ({ seed, count, entries }) => {
      const tally = tallyOf(drawCases(seed, count, entries))
      const published = { year: 2025, publishedAt: new Date('2026-04-01T00:00:00Z'), ...publishYear(tally, entries) }
      const limits = limitsIn(presentOpenData([published], entries), 2025)
      for (const [name, [smallest, largest]] of Object.entries(limits)) {
        const [table = '', id] = name.split(' ')
        const real = (id ? tally.counts[table]?.[id] : tally.missing[table]) ?? 0
        // Each small number may be anything from 0 to 4, each other one has at least five values.
        expect(largest - smallest, name).toBeGreaterThanOrEqual(4)
        if (real < 5) expect([smallest <= 0.001, largest >= 3.999], name).toEqual([true, true])
      }
    }),
    { numRuns: 60 },
  )
})

test('the reader of this test does recover numbers that are withheld by their size alone', () => {
  const row = (id: number, count: number | null) => ({ id, label: '', counts: { 2025: count } })
  const fields = [row(1, 30), row(2, null), row(3, 12)]
  const data: OpenData = {
    years: [{ year: 2025, publishedOn: '2026-04-01', cases: 45 }],
    tables: [{ table: 'fields', rows: [...fields, { counts: { 2025: null } }] }],
  }
  expect(limitsIn(data, 2025)).toEqual({ 'fields 2': [0, 3], 'fields ': [0, 3] })
  const [first] = data.tables
  const known = { ...data, tables: [{ table: 'fields' as const, rows: first?.rows.slice(0, 3) ?? [] }] }
  expect(limitsIn(known, 2025)).toEqual({ 'fields 2': [3, 3] })
})
