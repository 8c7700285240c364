import { expect, test } from 'vitest'
import type { Role } from '../session/roles.ts'
import { type RegisterQueueFacts, type RegisterStep, registerPendingOf, registerStepWords } from './register-queue.ts'

const today = '2026-11-20'
const plain: RegisterQueueFacts = {
  status: 'enrolled',
  isChecked: false,
  requestedOn: '2026-11-10',
  documentsDueOn: null,
  proposedOn: null,
  removalRequestedOn: null,
}

// biome-ignore format: a table
const table: readonly (readonly [Role, Partial<RegisterQueueFacts>, RegisterStep, isOwn: boolean, due: string])[] = [
  ['registerOperator', { status: 'submitted' },                                          'check',          true,  '2026-12-10 onTime'],
  ['registerAdmin',    { status: 'renewalAsked', requestedOn: '2026-10-26' },            'check',          true,  '2026-11-25 soon'],
  ['registerAdmin',    { status: 'submitted', isChecked: true },                         'approve',        true,  '2026-12-10 onTime'],
  ['registerOperator', { status: 'submitted', isChecked: true },                         'approve',        false, '2026-12-10 onTime'],
  ['manager',          { status: 'approvedToSign', requestedOn: '2026-10-01' },          'sign',           true,  '2026-10-31 late'],
  ['registerAdmin',    { status: 'renewalApproved' },                                    'sign',           false, '2026-12-10 onTime'],
  ['registerOperator', { status: 'documentsAsked', documentsDueOn: '2026-11-20' },       'awaitDocuments', false, '2026-11-20 soon'],
  ['registerOperator', { status: 'documentsAsked', documentsDueOn: '2026-11-19' },       'decideTerm',     true,  '2026-11-19 late'],
  ['registerAdmin',    { proposedOn: '2026-11-10' },                                     'decideProposal', true,  '2026-12-10 onTime'],
  ['manager',          { removalRequestedOn: '2026-11-10' },                             'decideRemoval',  true,  '2026-12-10 onTime'],
  // Two things wait: the role's own comes first, however early the other one is.
  ['manager',          { proposedOn: '2026-01-10', removalRequestedOn: '2026-11-10' },   'decideRemoval',  true,  '2026-12-10 onTime'],
  ['registerAdmin',    { proposedOn: '2026-11-10', removalRequestedOn: '2026-01-10' },   'decideProposal', true,  '2026-12-10 onTime'],
  ['operatorOne',      { proposedOn: '2026-11-10', removalRequestedOn: '2026-11-09' },   'decideRemoval',  false, '2026-12-09 onTime'],
]

test.each(table)('%s with %o: %s', (role, facts, step, isOwn, due) => {
  const pending = registerPendingOf({ ...plain, ...facts }, role, today)
  expect({ ...pending, due: `${pending?.dueOn} ${pending?.dueState}` }).toMatchObject({ step, isOwn, due })
})

test('the table has every step; an association without any is not in the queue', () => {
  expect(new Set(table.map(([, , step]) => step))).toEqual(new Set(Object.keys(registerStepWords)))
  expect(registerPendingOf(plain, 'manager', today)).toBeUndefined()
})
