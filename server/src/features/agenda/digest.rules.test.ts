import type { DigestRhythm, PlainDate } from '@portal/contract'
import { describe, expect, test } from 'vitest'
import { duePeriod, isPeriodBegun } from './digest.rules.ts'

// 23 November 2026 is a Monday, 8 December 2026 a holiday on a Tuesday, 6 April 2026 the Monday after Easter.
describe('a digest is due', () => {
  test.each<[DigestRhythm, PlainDate, number, PlainDate | undefined]>([
    ['daily', '2026-11-23', 7, undefined],
    ['daily', '2026-11-23', 8, '2026-11-23'],
    ['daily', '2026-11-23', 23, '2026-11-23'],
    ['daily', '2026-11-21', 9, undefined],
    ['daily', '2026-12-08', 9, undefined],
    ['weekly', '2026-11-23', 7, undefined],
    ['weekly', '2026-11-23', 8, '2026-11-23'],
    ['weekly', '2026-11-25', 9, '2026-11-23'],
    ['weekly', '2026-11-29', 9, undefined],
    ['weekly', '2026-04-06', 9, undefined],
    ['weekly', '2026-04-07', 9, '2026-04-06'],
  ])('%s at 8, on %s at %i: %s', (rhythm, day, hour, period) => {
    expect(duePeriod({ rhythm, hour: 8 }, { day, hour })).toBe(period)
  })
})

test.each<[DigestRhythm, PlainDate, number, boolean]>([
  ['daily', '2026-11-23', 7, false],
  ['daily', '2026-11-23', 8, true],
  ['weekly', '2026-11-23', 7, false],
  ['weekly', '2026-11-23', 8, true],
  ['weekly', '2026-11-25', 7, true],
])('a digest chosen in its period begins with the next one: %s at 8, on %s at %i: %s', (rhythm, day, hour, begun) => {
  expect(isPeriodBegun({ rhythm, hour: 8 }, { day, hour })).toBe(begun)
})
