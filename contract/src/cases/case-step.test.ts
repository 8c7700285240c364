import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isActionFor } from '../kit/workflow.ts'
import type { Role } from '../session/roles.ts'
import {
  type CaseActionRule,
  type CaseStatus,
  type CaseTransition,
  caseActions,
  caseStatusIds,
} from './case.workflow.ts'
import { type CaseStep, caseStepWords, nextStepOf, type StepFacts } from './case-step.ts'

const me = 7
const colleague = 8
const plain: StepFacts = { status: 'inWorkTwo', assignedTo: me, unread: 0, isClosingProposed: false }

// biome-ignore format: a table
const table: readonly (readonly [Role, Partial<StepFacts>, CaseStep])[] = [
  ['manager',     { status: 'open', assignedTo: null },                        'assign'],
  ['manager',     { status: 'toAssign', assignedTo: null },                    'assign'],
  ['manager',     { status: 'toAssign', assignedTo: null, relevanceId: 4 },    'conclude'],
  ['manager',     { status: 'open', assignedTo: null, relevanceId: 2 },        'assign'],
  ['manager',     { assignedTo: colleague, isClosingProposed: true },          'decideClosing'],
  ['manager',     { assignedTo: colleague, isClosingProposed: true, unread: 1 }, 'decideClosing'],
  ['manager',     { assignedTo: colleague, relevanceId: 2 },                   'conclude'],
  ['manager',     { assignedTo: colleague, unread: 2 },                        'read'],
  ['manager',     { unread: 2 },                                               'answer'],
  ['manager',     { assignedTo: colleague, dueState: 'late' },                 'remind'],
  ['manager',     { assignedTo: colleague, dueState: 'onTime' },               'read'],
  ['manager',     { status: 'external', assignedTo: colleague },               'remindBody'],
  ['manager',     { outcomeId: 3 },                                            'conclude'],
  ['manager',     {},                                                          'work'],
  ['operatorOne', { status: 'open', assignedTo: null },                        'take'],
  ['operatorTwo', { status: 'reopened', assignedTo: null, unread: 1 },         'take'],
  ['operatorOne', { status: 'toAssign', assignedTo: null },                    'read'],
  ['operatorTwo', { assignedTo: colleague },                                   'read'],
  ['operatorTwo', { unread: 1, isClosingProposed: true },                      'answer'],
  ['operatorTwo', { isClosingProposed: true },                                 'awaitDecision'],
  ['operatorTwo', { status: 'external' },                                      'awaitBody'],
  ['operatorTwo', {},                                                          'classify'],
  ['operatorTwo', { relevanceId: 1 },                                          'classify'],
  ['operatorTwo', { relevanceId: 1, groundId: 1 },                             'work'],
  ['operatorTwo', { relevanceId: 1, groundId: 1, outcomeId: 2 },               'proposeClosing'],
  ['operatorTwo', { relevanceId: 2 },                                          'proposeClosing'],
  ['operatorOne', { status: 'inWorkOne', relevanceId: 2 },                     'conclude'],
  ['operatorOne', { status: 'inWorkTwo' },                                     'read'],
  ['operatorTwo', { status: 'closed', unread: 3 },                             'read'],
  ['manager',     { status: 'cancelled', assignedTo: null },                   'read'],
]

test.each(table)('%s with %o: %s', (role, facts, step) => {
  expect(nextStepOf({ ...plain, ...facts }, { id: me, role })).toBe(step)
})

test('the table has every step', () => {
  expect(new Set(table.map(([, , step]) => step))).toEqual(new Set(Object.keys(caseStepWords)))
})

/** The actions of the workflow that a step leads to: at least one of them must be the role's own in that status. */
const actionsOf: Partial<Record<CaseStep, readonly CaseTransition[]>> = {
  take: ['take'],
  assign: ['assignOne', 'assignTwo'],
  decideClosing: ['close', 'sendBack'],
  conclude: ['close', 'closeAtOnce'],
  proposeClosing: ['proposeClosing'],
}

test('a step that is an action can be taken by the role in that status', () => {
  const facts = fc.record({
    status: fc.constantFrom(...(Object.keys(caseStatusIds) as CaseStatus[])),
    assignedTo: fc.constantFrom(me, colleague, null),
    unread: fc.constantFrom(0, 1),
    isClosingProposed: fc.boolean(),
    relevanceId: fc.constantFrom(null, 1, 2, 4),
    groundId: fc.constantFrom(null, 1),
    outcomeId: fc.constantFrom(null, 1),
  })
  const roles = fc.constantFrom('manager', 'operatorOne', 'operatorTwo')
  fc.assert(
    fc.property(facts, roles, (record, role) => {
      const canPropose = record.status === 'inWorkOne' || record.status === 'inWorkTwo'
      fc.pre(canPropose || !record.isClosingProposed)
      const actions = actionsOf[nextStepOf(record, { id: me, role })] ?? []
      const rules: readonly CaseActionRule[] = actions.map((action) => caseActions[action])
      const isPossible = rules.some((rule) => isActionFor(rule, role) && rule.from.includes(record.status))
      expect(isPossible || actions.length === 0).toBe(true)
    }),
  )
})
