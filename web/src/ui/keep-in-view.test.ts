import { expect, test } from 'vitest'
import { shiftIntoView } from './menu-button.tsx'

test.each([
  ['lies inside', 100, 292, 390, 0],
  ['begins left of the window', -127, 65, 390, 135],
  ['ends right of it', 325, 517, 390, -135],
  ['is wider than the window', 20, 420, 390, -12],
  ['touches the edge', 0, 192, 320, 8],
])('a list that %s is moved into the window', (_where, left, right, width, shift) => {
  expect(shiftIntoView(left, right, width)).toBe(shift)
})
