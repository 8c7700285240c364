import { expect, test } from 'vitest'
import { endOfTerm, lastDayOf, mayBeMoved } from './term-end.ts'

// biome-ignore format: a table
test.each([
  // Friday, Saturday, Sunday.
  ['2026-11-27', '2026-11-27', '2026-11-27'],
  ['2026-11-28', '2026-11-28', '2026-11-30'],
  ['2026-11-29', '2026-11-30', '2026-11-30'],
  // Christmas and Saint Stephen on Friday and Saturday.
  ['2026-12-25', '2026-12-28', '2026-12-28'],
  // Easter Sunday and Monday.
  ['2027-03-28', '2027-03-30', '2027-03-30'],
  // 1 May on a Saturday.
  ['2027-05-01', '2027-05-03', '2027-05-03'],
] as const)('a term that ends on %s ends on %s by Italian law, on %s by European law', (day, italian, european) => {
  expect([endOfTerm(day, 'italian'), endOfTerm(day, 'european')]).toEqual([italian, european])
})

test.each([
  ['2026-11-27', false],
  ['2026-11-30', true],
  ['2026-12-28', true],
  ['2027-03-30', true],
  // The day after a free Saturday, by European law alone.
  ['2026-12-06', false],
] as const)('a term that ends on %s may have been moved there: %s', (day, isMoved) => {
  expect(mayBeMoved(day, 'italian')).toBe(isMoved)
})

test.each([
  ['2026-11-20', 30, 'calendar', '2026-12-20'],
  ['2026-11-20', 1, 'working', '2026-11-23'],
  ['2026-12-04', 2, 'working', '2026-12-09'],
  ['2026-12-24', 1, 'working', '2026-12-28'],
] as const)('%s and %i days, %s, end on %s', (day, days, kind, expected) => {
  expect(lastDayOf(day, days, kind)).toBe(expected)
})
