import { associationStatusIds, associationLists as statusesOfLists } from '@portal/contract'
import { expect, test } from 'vitest'
import { associationLists, waitingStatuses } from './association-lists.ts'

test('the next step of a request is up to who prepares it, then to RUP', () => {
  expect(waitingStatuses('registerOperator')).toEqual(['submitted', 'renewalAsked'])
  expect(waitingStatuses('registerAdmin')).toEqual(['submitted', 'renewalAsked'])
  expect(waitingStatuses('manager')).toEqual(['approvedToSign', 'renewalApproved'])
})

test('every status is in exactly one list', () => {
  const all = Object.values(statusesOfLists).flat()
  expect([...all].sort()).toEqual(Object.keys(associationStatusIds).sort())
})

test('data of persons never stand in an address', () => {
  for (const { filters } of Object.values(associationLists))
    for (const key of ['number', 'representative', 'email'] as const) expect(filters[key]?.isSealed).toBe(true)
  expect(associationLists.enrolled.filters.statuses).toBeUndefined()
})
