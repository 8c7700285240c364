import { type CaseStatus, levelOneStatuses } from '@portal/contract'
import { expect, test } from 'vitest'
import { type CaseScope, narrowed, statusesOf } from './cases.rules.ts'

const all: CaseScope = { anyOf: [{ kind: 'all' }], isOutOfRemit: false }
const toAssign: CaseScope = { anyOf: [{ kind: 'statuses', statuses: ['toAssign'] }], isOutOfRemit: false }
const own = { kind: 'created_by', userId: 3 } as const
const levelOne: CaseScope = { anyOf: [{ kind: 'statuses', statuses: levelOneStatuses }, own] }
const everywhere: CaseScope = { anyOf: [{ kind: 'all' }] }
const mine: CaseScope = { anyOf: [{ kind: 'assigned_to', userId: 3 }] }

// biome-ignore format: a table
const rows: readonly [what: string, scope: CaseScope, filter: readonly CaseStatus[], left: CaseScope, statuses: readonly CaseStatus[]][] = [
  ['nothing of a scope of any status',          all,      [],                     all,        []],
  ['a filter of a scope of any status',         all,      ['open'],               all,        ['open']],
  ['a filter of one’s own cases',         mine,     ['open'],               mine,       ['open']],
  ['nothing without a filter',                  toAssign, [],                     toAssign,   []],
  ['a scope that the filter implies',           toAssign, ['toAssign'],           all,        ['toAssign']],
  ['what a scope and a filter have in common',  toAssign, ['open', 'toAssign'],   all,        ['toAssign']],
  ['nothing where they have nothing in common', toAssign, ['closed'],             toAssign,   ['closed']],
  ['one of several scopes that is implied',     levelOne, ['open', 'reopened'],   everywhere, ['open', 'reopened']],
  ['nothing where a filter goes beyond it',     levelOne, ['open', 'inWorkTwo'],  levelOne,   ['open', 'inWorkTwo']],
  ['nothing where several scopes are not implied', levelOne, ['inWorkTwo'],       levelOne,   ['inWorkTwo']],
]
test.each(rows)('a filter by status replaces %s', (_what, scope, filter, left, statuses) => {
  expect(narrowed(scope, filter)).toEqual({ scope: left, statuses })
})

test('only a scope of statuses alone says which statuses its cases have', () => {
  expect([all, toAssign, levelOne, mine].map(statusesOf)).toEqual([undefined, ['toAssign'], undefined, undefined])
})
