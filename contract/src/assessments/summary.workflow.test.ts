import { expect, test } from 'vitest'
import { type Role, roleCodes } from '../session/roles.ts'
import {
  type SummaryAction,
  type SummaryFacts,
  type SummaryStatus,
  summaryActions,
  summaryStatuses,
  summaryWorkflow,
} from './summary.workflow.ts'

const facts = (status: SummaryStatus | null, more: Partial<SummaryFacts> = {}): SummaryFacts => ({
  status,
  texts: { title: 't', facts: 'f', reasoning: 'r' },
  isSent: true,
  isOwnCase: true,
  isErased: false,
  isForOther: false,
  ...more,
})
const as = (role: Role) => ({ role, id: 7 })
const { denialOf } = summaryWorkflow

// biome-ignore format: a table
const table: readonly (readonly [Role, SummaryStatus | 'none', readonly SummaryAction[]])[] = [
  ['operatorOne', 'none',      ['begin']],
  ['operatorOne', 'draft',     ['write', 'submit']],
  ['operatorOne', 'submitted', []],
  ['operatorOne', 'published', []],
  ['operatorOne', 'withdrawn', ['write']],
  ['operatorTwo', 'none',      ['begin']],
  ['operatorTwo', 'draft',     ['write', 'submit']],
  ['operatorTwo', 'submitted', []],
  ['operatorTwo', 'published', []],
  ['operatorTwo', 'withdrawn', ['write']],
  ['manager',     'none',      ['begin']],
  ['manager',     'draft',     ['write', 'submit']],
  ['manager',     'submitted', ['sendBack', 'publish']],
  ['manager',     'published', ['withdraw']],
  ['manager',     'withdrawn', ['write']],
]
const actions = Object.keys(summaryActions) as SummaryAction[]

test.each(table)('%s may, of a summary that is %s, %j', (role, status, expected) => {
  const record = facts(status === 'none' ? null : status)
  expect(actions.filter((action) => denialOf(action, record, as(role)) === null)).toEqual(expected)
})

test('nobody else may do anything', () => {
  const others = (Object.keys(roleCodes) as Role[]).filter((role) => !table.some(([one]) => one === role))
  const statuses = [null, ...(Object.keys(summaryStatuses) as SummaryStatus[])]
  for (const role of others)
    for (const status of statuses)
      for (const action of actions) expect(denialOf(action, facts(status), as(role))).not.toBeNull()
})

test.each([
  ['begin', null, { isSent: false }, {}, 'not_sent'],
  ['write', 'draft', { isOwnCase: false }, {}, 'case_of_other'],
  ['write', 'draft', { isErased: true }, {}, 'persons_erased'],
  ['submit', 'draft', { texts: { title: 't', facts: 'f' } }, {}, 'missing_input'],
  ['sendBack', 'submitted', {}, {}, 'missing_input'],
  ['publish', 'submitted', { isForOther: true }, { isChecked: true }, 'own_text'],
  ['publish', 'submitted', {}, {}, 'missing_input'],
  ['publish', 'submitted', {}, { isChecked: true }, null],
  ['withdraw', 'published', {}, {}, 'missing_input'],
  ['withdraw', 'published', { isErased: true }, { note: 'Si riconosce' }, null],
] as const)('%s of one that is %s, with %j and %j: %s', (action, status, more, input, expected) => {
  expect(denialOf(action, facts(status, more), as('manager'), input)).toBe(expected)
})
