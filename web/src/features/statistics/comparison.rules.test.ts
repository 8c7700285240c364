import type { CountedSet } from '@portal/contract'
import { expect, test } from 'vitest'
import { alignComparison, requestOf } from './comparison.rules.ts'

const keys = { from: 'createdFrom', to: 'createdTo' }

test('a request has a comparison only where a period to compare with is set', () => {
  const filters = { createdFrom: '2026-01-01', fields: [2] }
  expect(requestOf(filters, keys)).toEqual({ filters })
})

test('the comparison has all filters of the request but its period', () => {
  const period = { createdFrom: '2026-01-01', createdTo: '2026-06-30' } as const
  const compared = { comparedFrom: '2025-01-01' } as const
  expect(requestOf({ fields: [2], ...period, ...compared }, keys)).toEqual({
    filters: { fields: [2], ...period },
    comparison: { fields: [2], createdFrom: '2025-01-01' },
  })
})

const counted = (months: Readonly<Record<string, number>>): CountedSet => ({
  total: 10,
  indicators: [
    {
      indicator: 'months',
      missing: 0,
      entries: Object.entries(months).map(([key, count]) => ({ key, label: key, count, share: count / 10 })),
    },
  ],
})
const monthsOf = ({ indicators }: CountedSet) => indicators[0]?.entries.map(({ key, count }) => [key, count])

test('the first month of a period is compared with the first of the other', () => {
  const filters = { createdFrom: '2026-01-01', comparedFrom: '2025-07-01' }
  const aligned = alignComparison(counted({ '2026-02': 4 }), counted({ '2025-07': 1, '2025-10': 3 }), filters, keys)
  expect(monthsOf(aligned)).toEqual([
    ['2026-01', 1],
    ['2026-02', 0],
    ['2026-03', 0],
    ['2026-04', 3],
  ])
  expect(aligned.indicators[0]?.entries[0]?.label).toBe('gennaio 2026 · luglio 2025')
})

test('without a first day of both periods months are compared with themselves', () => {
  const other = counted({ '2025-07': 1 })
  expect(alignComparison(counted({ '2026-02': 4 }), other, { createdFrom: '2026-01-01' }, keys)).toBe(other)
})
