import { describe, expect, test } from 'vitest'
import { caseGroups, caseReadings } from './case-counting.ts'
import { directiveKeysOf } from './directive-keys.rules.ts'
import { registerGroups, registerReadings } from './register-counting.ts'
import { type ColumnGroup, type CountedRow, type Reading, tallyOf } from './tally.rules.ts'

test.each([
  ['cases', caseGroups, caseReadings(directiveKeysOf({}))],
  ['the register', registerGroups, registerReadings],
] as const)(
  'the groups of %s have each column that an indicator reads once, and no other',
  (_what, groups, readings) => {
    const columns = Object.values<Reading<string>>(readings).map(({ column }) => column)
    expect((groups as readonly ColumnGroup<string>[]).flat().sort()).toEqual([...new Set(columns)].sort())
  },
)

describe('a tally', () => {
  const groups = [['status', 'outcome'], ['grounds']] as const satisfies readonly ColumnGroup<string>[]
  const readings = {
    statuses: { column: 'status' },
    outcomes: { column: 'outcome' },
    grounds: { column: 'grounds', keysOf: (value: unknown) => String(value).split(' ') },
  } as const
  const row = (group: number, count: number, values: object): CountedRow<'status' | 'outcome' | 'grounds'> => ({
    group,
    count,
    values: { status: null, outcome: null, grounds: null, ...values },
  })

  test('adds the rows of a group up by each of its columns', () => {
    const rows = [row(0, 2, { status: 'open' }), row(0, 3, { status: 'closed', outcome: 7 }), row(1, 5, {})]
    expect(tallyOf({ groups, readings }, rows)).toEqual({
      total: 5,
      counts: { statuses: { open: 2, closed: 3 }, outcomes: { 7: 3 }, grounds: {} },
      missing: { statuses: 0, outcomes: 2, grounds: 5 },
    })
  })

  test('counts a record once for each of its keys, also where a key repeats', () => {
    const rows = [row(0, 5, {}), row(1, 4, { grounds: '1 2 1' }), row(1, 1, {})]
    expect(tallyOf({ groups, readings }, rows)).toMatchObject({
      total: 5,
      counts: { grounds: { 1: 4, 2: 4 } },
      missing: { grounds: 1 },
    })
  })

  test('of no rows has nothing', () => {
    expect(tallyOf({ groups, readings }, [])).toEqual({
      total: 0,
      counts: { statuses: {}, outcomes: {}, grounds: {} },
      missing: { statuses: 0, outcomes: 0, grounds: 0 },
    })
  })
})
