import { expect, test } from 'vitest'
import { formatInstant } from './format.tsx'

test.each([
  ['2026-11-20T10:05:00Z', '20/11/2026 - 11:05'],
  ['2026-06-30T22:00:59Z', '01/07/2026 - 00:00'],
  ['2026-12-31T23:30:00Z', '01/01/2027 - 00:30'],
])('%s is shown as %s, in the zone of the office', (instant, text) =>
  expect(formatInstant(new Date(instant))).toBe(text),
)

test('an instant is shown to the second where that is asked for', () =>
  expect(formatInstant(new Date('2026-11-20T10:05:09Z'), true)).toBe('20/11/2026 - 11:05:09'))
