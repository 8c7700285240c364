import { describe, expect, test } from 'vitest'
import type { Role } from '../session/roles.ts'
import { type CaseStatus, caseStatusIds } from './case.workflow.ts'
import {
  actionDenialsOf,
  type CaseFacts,
  caseDenialWords,
  caseWorkflow,
  fieldsOfAction,
  missingNeeds,
} from './case-actions.ts'

const me = 7
const other = 8
const { denialOf, statusAfter } = caseWorkflow
const facts = (changes: Partial<CaseFacts>): CaseFacts => ({
  status: 'open',
  assignedTo: undefined,
  values: {},
  isClosingProposed: false,
  isErased: false,
  isLocked: false,
  ...changes,
})
const as = (role: Role) => ({ role, id: me })
const offeredTo = (role: Role, changes: Partial<CaseFacts>) =>
  Object.entries(actionDenialsOf(facts(changes), as(role)))
    .filter(([, denial]) => denial === null)
    .map(([word]) => word)

describe('the actions that are offered', () => {
  test.each<[Role, CaseStatus, number | undefined, string[]]>([
    ['operatorOne', 'open', undefined, ['take', 'sendToAssign']],
    ['operatorOne', 'inWorkOne', me, ['sendToAssign', 'proposeClosing', 'close']],
    ['operatorOne', 'inWorkTwo', me, ['proposeClosing']],
    ['operatorOne', 'closed', me, []],
    ['operatorTwo', 'reopened', undefined, ['take']],
    ['operatorTwo', 'inWorkTwo', me, ['giveBack', 'proposeClosing']],
    ['manager', 'open', undefined, ['assignOne', 'assignTwo', 'sendToAssign', 'cancel']],
    ['manager', 'toAssign', undefined, ['assignOne', 'assignTwo', 'assignExternal', 'close', 'cancel']],
    ['manager', 'inWorkTwo', other, ['assignTwo', 'giveBack', 'assignExternal', 'close', 'cancel']],
    ['manager', 'inWorkTwo', me, ['assignTwo', 'giveBack', 'assignExternal', 'proposeClosing', 'close', 'cancel']],
    ['manager', 'external', other, ['takeBack', 'close', 'cancel']],
    ['manager', 'closed', other, ['reopen']],
    ['manager', 'cancelled', other, []],
  ])('to %s, on a case in %s of %s: %j', (role, status, assignedTo, words) => {
    expect(offeredTo(role, { status, assignedTo })).toEqual(words)
  })

  test('to an operator: none on a case of another person', () => {
    for (const role of ['operatorOne', 'operatorTwo'] as const)
      for (const status of Object.keys(caseStatusIds) as CaseStatus[])
        expect(offeredTo(role, { status, assignedTo: other })).toEqual([])
  })

  test('to RUP alone: to send a proposed closing back, while there is one', () => {
    const proposed = facts({ status: 'inWorkTwo', assignedTo: other, isClosingProposed: true })
    expect(denialOf('sendBack', proposed, as('manager'))).toBeNull()
    expect(denialOf('sendBack', { ...proposed, isClosingProposed: false }, as('manager'))).toBe('closing_unproposed')
    expect(denialOf('sendBack', proposed, as('operatorTwo'))).toBe('wrong_role')
  })
})

test('the reason is the first that applies: role, status, erased persons, the own condition, whose case, the lock', () => {
  const { operatorOne, manager } = { operatorOne: as('operatorOne'), manager: as('manager') }
  expect(denialOf('cancel', facts({ status: 'closed', assignedTo: other }), operatorOne)).toBe('wrong_role')
  expect(denialOf('take', facts({ status: 'closed', assignedTo: other }), operatorOne)).toBe('wrong_status')
  expect(denialOf('take', facts({ isErased: true, assignedTo: other }), operatorOne)).toBe('persons_erased')
  expect(denialOf('cancel', facts({ isErased: true }), manager)).toBeNull()
  expect(denialOf('take', facts({ assignedTo: other, isLocked: true }), operatorOne)).toBe('already_assigned')
  expect(denialOf('proposeClosing', facts({ status: 'inWorkOne' }), operatorOne)).toBe('not_assigned_to_self')
  expect(denialOf('sendToAssign', facts({ assignedTo: other, isLocked: true }), operatorOne)).toBe(
    'assigned_to_colleague',
  )
  expect(denialOf('take', facts({ isLocked: true }), operatorOne)).toBe('locked')
  expect(denialOf('cancel', facts({ isLocked: true }), manager, {})).toBe('locked')
  expect(denialOf('cancel', facts({}), manager, {})).toBe('missing_input')
  expect(denialOf('cancel', facts({}), manager, { reason: 'x' })).toBeNull()
})

test('level I closes at once what was answered at once or is out of remit, whether the case or the input says so', () => {
  const own = facts({ status: 'inWorkOne', assignedTo: me, values: { outcomeId: 5, performedActions: [{} as never] } })
  const close = (changes: Partial<CaseFacts['values']>, input?: object) =>
    denialOf('closeAtOnce', { ...own, values: { ...own.values, ...changes } }, as('operatorOne'), input)
  expect(close({}, {})).toBe('not_immediate')
  expect(close({}, { isAnsweredAtOnce: true })).toBeNull()
  expect(close({}, { relevanceId: 4 })).toBeNull()
  expect(close({ relevanceId: 2 }, {})).toBeNull()
  expect(close({ isAnsweredAtOnce: true }, {})).toBeNull()
  expect(close({ relevanceId: 2 }, { relevanceId: 1 })).toBe('not_immediate')
  expect(close({})).toBeNull()
  expect(denialOf('closeAtOnce', { ...own, assignedTo: other }, as('operatorOne'))).toBe('not_immediate')
})

test('an action leads where its row says, or to the level of the user', () => {
  expect(statusAfter('take', facts({}), as('operatorOne'))).toBe('inWorkOne')
  expect(statusAfter('take', facts({}), as('operatorTwo'))).toBe('inWorkTwo')
  expect(statusAfter('proposeClosing', facts({ status: 'inWorkTwo' }), as('operatorTwo'))).toBe('inWorkTwo')
  expect(statusAfter('cancel', facts({}), as('manager'))).toBe('cancelled')
})

test('what an action needs is missing unless the input or the case has it', () => {
  const keys = (values: CaseFacts['values'], input = {}) => missingNeeds('close', input, values).map(({ key }) => key)
  expect(keys({})).toEqual(['outcomeId', 'performedActionId'])
  expect(keys({ outcomeId: 5 }, { performedActionId: 1 })).toEqual([])
  expect(fieldsOfAction('closeAtOnce')).toEqual(
    expect.arrayContaining(['outcomeId', 'performedActionId', 'performedOn', 'isAnsweredAtOnce', 'relevanceId']),
  )
})

test('every reason has a word of its own', () => {
  const words = Object.values(caseDenialWords)
  expect(new Set(words).size).toBe(words.length)
})
