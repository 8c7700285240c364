import { type CaseStatus, caseStatusIds, type Role } from '@portal/contract'
import { expect, test } from 'vitest'
import { actionWords, offReason, type Standing } from './case-action-rules.ts'

const me = 7
const other = 8
const standing = (record: Partial<Standing>): Standing => ({
  status: 'open',
  operatorId: undefined,
  isConflict: false,
  values: {},
  ...record,
})
const actor = (selectedRole: Role) => ({ id: me, selectedRole })
const onFor = (role: Role, record: Partial<Standing>) =>
  actionWords.filter((word) => offReason(word, standing(record), actor(role)) === null)

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
])('%s, on a case in %s of %s, may: %j', (role, status, operatorId, words) => {
  expect(onFor(role, { status, operatorId })).toEqual(words)
})

test('only RUP sends a proposed closing back, and only while there is one', () => {
  const proposed = standing({ status: 'inWorkTwo', operatorId: other, closingProposedAt: new Date() })
  expect(offReason('sendBack', proposed, actor('manager'))).toBeNull()
  expect(offReason('sendBack', { ...proposed, closingProposedAt: undefined }, actor('manager'))).toBe(
    'closing_proposed',
  )
  expect(offReason('sendBack', proposed, actor('operatorTwo'))).toBe('wrong_role')
})

test('an operator takes no action at all on a case of somebody else', () => {
  const statuses = Object.keys(caseStatusIds) as CaseStatus[]
  for (const role of ['operatorOne', 'operatorTwo'] as const)
    for (const status of statuses) expect(onFor(role, { status, operatorId: other })).toEqual([])
})

test('the reason is the first that holds: who, then the status, whose it is, who writes it, what is not saved', () => {
  const operator = actor('operatorOne')
  expect(offReason('cancel', standing({ status: 'closed', operatorId: other }), operator)).toBe('wrong_role')
  expect(offReason('take', standing({ status: 'closed', operatorId: other }), operator)).toBe('wrong_status')
  expect(offReason('take', standing({ operatorId: other }), operator)).toBe('of_somebody_else')
  expect(offReason('take', standing({ operatorId: me }), operator)).toBe('unassigned')
  expect(offReason('take', standing({ isConflict: true }), operator)).toBe('locked')
  const erased = standing({ pseudonymisedAt: new Date() })
  expect(offReason('take', erased, operator)).toBe('erased')
  expect(offReason('cancel', erased, actor('manager'))).toBeNull()
  expect(offReason('take', standing({}), operator, true)).toBe('unsaved')
  expect(offReason('proposeClosing', standing({ status: 'inWorkOne' }), operator)).toBe('assigned_to_self')
})
