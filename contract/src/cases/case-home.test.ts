import { expect, test } from 'vitest'
import { accessTo, type Role, roleCodes } from '../session/roles.ts'
import { type HomeBox, homeBoxes, withDefaultStatuses } from './case-home.ts'

const roles = Object.keys(roleCodes) as Role[]
const boxesOf = (role: Role): readonly HomeBox[] => homeBoxes[role] ?? []

test('every role that works on cases has boxes, and no other one', () => {
  for (const role of roles) expect([role, boxesOf(role).length > 0]).toEqual([role, accessTo('cases', role) !== null])
})

test('a role has one box of each name', () => {
  for (const role of roles) {
    const names = boxesOf(role).map(({ name }) => name)
    expect(new Set(names).size, role).toBe(names.length)
  }
})

// biome-ignore format: a table
const tables: readonly (readonly [Role, readonly string[]])[] = [
  ['manager',     ['all late', 'toAssign toAssign', 'everywhere proposed', 'all fresh', 'all unread', 'outOfRemit toEnd']],
  ['operatorOne', ['mine late', 'mine unread', 'mine mine', 'outOfRemit myToEnd', 'all fresh']],
  ['operatorTwo', ['mine late', 'mine unread', 'mine mine', 'outOfRemit myToEnd', 'all fresh']],
]
test.each(tables)('%s has these boxes, the most urgent first', (role, boxes) => {
  expect(boxesOf(role).map(({ name, view }) => `${view} ${name}`)).toEqual(boxes)
})

test('one’s own list has pending cases alone, unless other statuses are chosen', () => {
  expect(withDefaultStatuses('mine', { isLate: true }).statuses).not.toContain('closed')
  expect(withDefaultStatuses('mine', { statuses: ['closed'] })).toEqual({ statuses: ['closed'] })
  expect(withDefaultStatuses('all', { isLate: true })).toEqual({ isLate: true })
})
