import type { CaseDetail } from '@portal/contract'
import { expect, test } from 'vitest'
import { actionWords, disabledReason, editDisabledReason } from './case-action-bar.tsx'

// Every text is its key, with what is put into it.
const t = ((key: string, params?: object) => (params ? `${key} ${JSON.stringify(params)}` : key)) as never

const record = (actions: Partial<CaseDetail['actions']>): Pick<CaseDetail, 'status' | 'actions'> => ({
  status: 'inWorkTwo',
  actions: {
    ...(Object.fromEntries([...actionWords, 'edit'].map((word) => [word, null])) as CaseDetail['actions']),
    ...actions,
  },
})

test('an action is disabled for the reason in the case', () => {
  const reasons = disabledReason(t, 'cancel', record({ cancel: 'wrong_role' }), false)
  expect(reasons).toBe('caseActions.reasons.wrong_role {"roles":"roles.manager","status":"caseStatuses.inWorkTwo"}')
  expect(disabledReason(t, 'take', record({ take: 'already_assigned' }), false)).toMatch(/reasons\.already_assigned /)
})

test('an allowed action is disabled only while changes are unsaved', () => {
  expect(disabledReason(t, 'cancel', record({}), false)).toBeUndefined()
  expect(disabledReason(t, 'cancel', record({}), true)).toMatch(/reasons\.unsaved /)
  expect(disabledReason(t, 'cancel', record({ cancel: 'locked' }), true)).toMatch(/reasons\.locked /)
})

test('editing is disabled for the reason in the case, or while a draft is stored', () => {
  expect(editDisabledReason(t, record({ edit: 'concluded' }), false)).toBe('caseDetail.editDenials.concluded')
  expect(editDisabledReason(t, record({ edit: 'locked' }), true)).toBe('caseDetail.editDenials.locked')
  expect(editDisabledReason(t, record({}), true)).toBe('caseDetail.editDenials.draft')
  expect(editDisabledReason(t, record({}), false)).toBeUndefined()
})
