import { expect, test } from 'vitest'
import { oneMonthAfter, termOf } from './rights.rules.ts'

test.each([
  ['2026-11-24', '2026-12-24'],
  ['2026-12-31', '2027-01-31'],
  ['2027-01-31', '2027-02-28'],
  ['2028-01-30', '2028-02-29'],
  ['2026-08-31', '2026-09-30'],
] as const)('one month after %s is %s', (day, after) => {
  expect(oneMonthAfter(day)).toBe(after)
})

test('a request is near its term in the last week, late from the day after it, and without a term once it is answered', () => {
  const requestedAt = new Date('2026-11-23T23:30:00Z')
  const stateOn = (today: `${number}-${number}-${number}`) =>
    termOf({ status: 'waiting', requestedAt }, today)?.dueState
  expect(termOf({ status: 'failed', requestedAt }, '2026-11-24')).toEqual({ dueOn: '2026-12-24', dueState: 'onTime' })
  expect([stateOn('2026-12-16'), stateOn('2026-12-17')]).toEqual(['onTime', 'soon'])
  expect([stateOn('2026-12-24'), stateOn('2026-12-25')]).toEqual(['soon', 'late'])
  for (const status of ['done', 'refused'] as const)
    expect(termOf({ status, requestedAt }, '2026-12-25')).toBeUndefined()
})
