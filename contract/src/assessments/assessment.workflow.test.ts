import { expect, test } from 'vitest'
import { type Role, roleCodes } from '../session/roles.ts'
import {
  type AssessmentAction,
  type AssessmentFacts,
  type AssessmentStatus,
  assessmentActions,
  assessmentStatuses,
  assessmentWorkflow,
} from './assessment.workflow.ts'

const whole = { facts: 'f', reasoning: 'r', conclusion: 'found', addressees: 'a' } as const
const facts = (status: AssessmentStatus | null, more: Partial<AssessmentFacts> = {}): AssessmentFacts => ({
  status,
  isOwnCase: true,
  isErased: false,
  parts: whole,
  ...more,
})
const as = (role: Role) => ({ role, id: 7 })
const { denialOf, statusAfter } = assessmentWorkflow

// biome-ignore format: a table
const table: readonly (readonly [Role, AssessmentStatus | 'none', readonly AssessmentAction[]])[] = [
  ['operatorOne', 'none',      ['begin']],
  ['operatorOne', 'draft',     ['write', 'submit']],
  ['operatorOne', 'submitted', []],
  ['operatorOne', 'approved',  ['send']],
  ['operatorOne', 'sent',      ['answer']],
  ['operatorOne', 'answered',  ['answer']],
  ['operatorTwo', 'none',      ['begin']],
  ['operatorTwo', 'draft',     ['write', 'submit']],
  ['operatorTwo', 'submitted', []],
  ['operatorTwo', 'approved',  ['send']],
  ['operatorTwo', 'sent',      ['answer']],
  ['operatorTwo', 'answered',  ['answer']],
  ['manager',     'none',      ['begin']],
  ['manager',     'draft',     ['write', 'submit']],
  ['manager',     'submitted', ['sendBack', 'approve']],
  ['manager',     'approved',  ['sendBack', 'send']],
  ['manager',     'sent',      ['answer']],
  ['manager',     'answered',  ['answer']],
]
const actions = Object.keys(assessmentActions) as AssessmentAction[]

test.each(table)('%s may, of an assessment that is %s, %j', (role, status, expected) => {
  const record = facts(status === 'none' ? null : status)
  expect(actions.filter((action) => denialOf(action, record, as(role)) === null)).toEqual(expected)
})

test('nobody else may do anything', () => {
  const others = (Object.keys(roleCodes) as Role[]).filter((role) => !table.some(([one]) => one === role))
  const statuses = [null, ...(Object.keys(assessmentStatuses) as AssessmentStatus[])]
  for (const role of others)
    for (const status of statuses)
      for (const action of actions) expect(denialOf(action, facts(status), as(role))).not.toBeNull()
})

test.each([
  ['submit', 'draft', { parts: { ...whole, conclusion: undefined } }, {}, 'missing_input'],
  ['submit', 'draft', {}, {}, null],
  ['sendBack', 'submitted', {}, {}, 'missing_input'],
  ['sendBack', 'submitted', {}, { note: 'Mancano i fatti' }, null],
  ['send', 'approved', {}, { way: 'certified' }, 'missing_input'],
  ['send', 'approved', {}, { way: 'certified', sentOn: '2026-11-20' }, null],
  ['answer', 'sent', {}, {}, 'missing_input'],
  ['answer', 'sent', {}, { answer: 'partly' }, null],
  ['write', 'draft', { isOwnCase: false }, {}, 'case_of_other'],
  ['write', 'draft', { isErased: true }, {}, 'persons_erased'],
] as const)('%s of one that is %s, with %j and %j: %s', (action, status, more, input, expected) => {
  expect(denialOf(action, facts(status, more), as('manager'), input)).toBe(expected)
})

test('an assessment that is sent back is a draft again', () => {
  expect(statusAfter('sendBack', facts('approved'), as('manager'))).toBe('draft')
  expect(statusAfter('write', facts('draft'), as('manager'))).toBe('draft')
})
