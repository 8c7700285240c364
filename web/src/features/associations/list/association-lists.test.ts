import {
  associationListTabs,
  associationStatusIds,
  ownTurnInAddress,
  associationLists as statusesOfLists,
} from '@portal/contract'
import { expect, test } from 'vitest'
import { readListState } from '#list/list-address.ts'
import { associationLists } from './association-lists.ts'

test.each(['manager', 'registerAdmin', 'registerOperator'] as const)(
  'the entry of the menu opens the first tab of %s, which its badge counts',
  (role) => {
    const { filters } = readListState(associationLists.newRequests, ownTurnInAddress(role))
    expect(filters).toEqual(associationListTabs('newRequests', role)[0]?.filters)
  },
)

test('every status is in exactly one list', () => {
  const all = Object.values(statusesOfLists).flat()
  expect([...all].sort()).toEqual(Object.keys(associationStatusIds).sort())
})

test('data of persons never stand in an address', () => {
  for (const { filters } of Object.values(associationLists))
    for (const key of ['number', 'representative', 'email'] as const) expect(filters[key]?.isSealed).toBe(true)
  expect(associationLists.enrolled.filters.statuses).toBeUndefined()
})
