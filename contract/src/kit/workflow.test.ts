import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { questionActions, questionWorkflow } from '../../test/question.workflow.ts'
import { type ActionRule, cellDenialOf, defineWorkflow, isActionFor, type WorkflowTypes } from './workflow.ts'

const me = 7
const { denialOf, statusAfter } = questionWorkflow
const question = { status: 'open', assignedTo: me, quietDays: 0 } as const

describe('the example of three statuses', () => {
  test.each([
    ['an operator answers their own question', 'answer', question, 'operator', { text: 'Sì' }, null],
    ['a role that the row lacks', 'answer', question, 'applicant', { text: 'Sì' }, 'wrong_role'],
    ['a status that the row lacks', 'answer', { ...question, status: 'closed' }, 'operator', {}, 'wrong_status'],
    ['a condition that is not met', 'answer', { ...question, assignedTo: 8 }, 'operator', {}, 'question_of_other'],
    ['a need that nothing meets', 'answer', question, 'operator', {}, 'missing_input'],
    ['without an input: whether it can be offered', 'answer', question, 'operator', undefined, null],
    ['the nightly job, in time', 'close', { status: 'answered', quietDays: 30 }, 'nightly_job', {}, null],
    ['the nightly job, too early', 'close', { status: 'answered', quietDays: 29 }, 'nightly_job', {}, 'too_early'],
    ['a new question', 'ask', { status: null, quietDays: 0 }, 'applicant', { text: '?' }, null],
    ['a question that exists is not asked again', 'ask', question, 'applicant', { text: '?' }, 'wrong_status'],
    [
      'nothing but creating is done to a new one',
      'take',
      { status: null, quietDays: 0 },
      'operator',
      {},
      'wrong_status',
    ],
  ] as const)('%s', (_title, action, record, role, input, expected) => {
    expect(denialOf(action, record, { role, id: me }, input)).toBe(expected)
  })

  test('a stranger learns nothing: the role is checked before all else', () => {
    const record = { status: 'closed', assignedTo: 8, quietDays: 0 } as const
    expect(denialOf('answer', record, { role: 'applicant' }, {})).toBe('wrong_role')
    expect(denialOf('answer', record, { role: 'manager', id: me }, {})).toBe('wrong_status')
    expect(denialOf('answer', { ...record, status: 'open' }, { role: 'manager', id: me }, {})).toBe('question_of_other')
  })

  test('says where an action leads, and whether it still needs something', () => {
    expect(statusAfter('take', question, { role: 'operator', id: me })).toBe('open')
    expect(statusAfter('answer', question, { role: 'operator', id: me })).toBe('answered')
    expect(denialOf('assign', question, { role: 'manager', id: me }, {})).toBe('missing_input')
    expect(denialOf('assign', question, { role: 'manager', id: me }, { operator: 8 })).toBe(null)
  })

  test('is asked by role alone where there is no record', () => {
    expect(isActionFor(questionActions.take, 'operator')).toBe(true)
    expect(isActionFor(questionActions.take, 'manager')).toBe(false)
  })
})

const statuses = ['a', 'b', 'c']
const roles = ['one', 'two', 'three']
const names = ['p', 'q', 'r']
type Rule = ActionRule & { readonly when: readonly string[] }
const someOf = (words: readonly string[]) => fc.subarray([...words])
const rules: fc.Arbitrary<Rule> = fc.record({
  from: someOf(statuses),
  by: someOf(roles),
  to: fc.constantFrom(...statuses),
  when: someOf(names),
  needs: someOf(names),
})

interface AnyTypes extends WorkflowTypes {
  readonly record: { readonly status: string | null; readonly met: readonly string[] }
  readonly input: { readonly sent: readonly string[] }
}

/** A workflow of one action, whose conditions are met by name and whose needs are sent by name. */
const workflowOf = (rule: Rule, before: readonly string[], after: readonly string[]) =>
  defineWorkflow<AnyTypes>()({
    actions: { act: rule as ActionRule<AnyTypes> },
    conditions: Object.fromEntries(
      names.map((name) => [
        name,
        { isMet: ({ record }: { record: AnyTypes['record'] }) => record.met.includes(name), reason: `no_${name}` },
      ]),
    ),
    always: { before, after },
    isNeedMet: (need, { sent }) => sent.includes(need),
    targets: {},
  })

const attempts = fc.record({
  rule: rules,
  before: someOf(names),
  after: someOf(names),
  status: fc.constantFrom(...statuses, null),
  role: fc.constantFrom(...roles),
  met: someOf(names),
  sent: someOf(names),
})

type AnyAttempt = typeof attempts extends fc.Arbitrary<infer V> ? V : never

const isFrom = ({ rule, status }: AnyAttempt) => (status === null ? rule.from.length === 0 : rule.from.includes(status))
const unmetOf = ({ rule, before, after, met }: AnyAttempt) =>
  [...before, ...rule.when, ...after].filter((name) => !met.includes(name))
const hasNeeds = ({ rule, sent }: AnyAttempt) => rule.needs.every((need) => sent.includes(need))

/** Every reason against an attempt, in the order in which they are checked. */
const reasonsOf = (attempt: AnyAttempt) => [
  ...(attempt.rule.by.includes(attempt.role) ? [] : ['wrong_role']),
  ...(isFrom(attempt) ? [] : ['wrong_status']),
  ...unmetOf(attempt).map((name) => `no_${name}`),
  ...(hasNeeds(attempt) ? [] : ['missing_input']),
]

describe('any workflow', () => {
  test('denies exactly what its table does not allow, for the first reason that applies', () => {
    fc.assert(
      fc.property(attempts, (attempt) => {
        const { rule, before, after, status, role, met, sent } = attempt
        const denial = workflowOf(rule, before, after).denialOf('act', { status, met }, { role }, { sent })
        expect(denial).toBe(reasonsOf(attempt)[0] ?? null)
      }),
    )
  })

  test('offers an action without an input wherever some input would do', () => {
    fc.assert(
      fc.property(attempts, (attempt) => {
        const { rule, before, after, status, role, met } = attempt
        const { denialOf } = workflowOf(rule, before, after)
        const offered = denialOf('act', { status, met }, { role })
        expect(offered).toBe(denialOf('act', { status, met }, { role }, { sent: names }))
      }),
    )
  })

  test('answers by role and status alone as its cells are', () => {
    fc.assert(
      fc.property(attempts, (attempt) => {
        const { rule, status, role } = attempt
        expect(cellDenialOf(rule, status, role) === null).toBe(rule.by.includes(role) && isFrom(attempt))
      }),
    )
  })
})
