import { expect, test } from 'vitest'
import { addMonths, isClosed, lastDay, monthsFrom, periodBefore, yearBefore, yearUntil } from './periods.rules.ts'

test.each([
  ['a year', '2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31', '2025-01-01', '2025-12-31'],
  ['a quarter', '2026-04-01', '2026-06-30', '2026-01-01', '2026-03-31', '2025-04-01', '2025-06-30'],
  ['February of a leap year', '2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31', '2023-02-01', '2023-02-28'],
  ['February after a leap year', '2025-02-01', '2025-02-28', '2025-01-01', '2025-01-31', '2024-02-01', '2024-02-29'],
  ['ten days', '2026-03-11', '2026-03-20', '2026-03-01', '2026-03-10', '2025-03-11', '2025-03-20'],
  ['a leap day', '2024-02-29', '2024-02-29', '2024-02-28', '2024-02-28', '2023-02-28', '2023-02-28'],
  ['a year until today', '2026-01-01', '2026-11-25', '2025-02-06', '2025-12-31', '2025-01-01', '2025-11-25'],
] as const)('%s has a period before it and one a year before', (_name, from, to, before, end, first, last) => {
  expect(periodBefore({ from, to })).toEqual({ from: before, to: end })
  expect(yearBefore({ from, to })).toEqual({ from: first, to: last })
})

test('months are added and counted over the ends of years', () => {
  expect(addMonths('2026-11', 3)).toBe('2027-02')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12')
  expect(monthsFrom('2025-11-03', '2026-02-28')).toBe(3)
  expect(lastDay('2026-12')).toBe('2026-12-31')
})

test('a period without an end, or whose end is before its start, has none to compare with', () => {
  expect(isClosed({ from: '2026-01-01' })).toBe(false)
  expect(isClosed({ from: '2026-02-01', to: '2026-01-01' })).toBe(false)
  expect(isClosed({ from: '2026-01-01', to: '2026-01-01' })).toBe(true)
})

test('the year until today begins on its first day', () =>
  expect(yearUntil('2026-11-25')).toEqual({ from: '2026-01-01', to: '2026-11-25' }))
