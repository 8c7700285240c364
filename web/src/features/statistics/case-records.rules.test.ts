import { expect, test } from 'vitest'
import { filtersOfEntry } from './case-records.rules.ts'

const year = { createdFrom: '2026-03-10', createdTo: '2026-12-31' } as const

test.each([
  ['statuses', '1', {}, { statuses: ['open'] }],
  ['fields', '2', { grounds: [1] }, { grounds: [1], fields: [2] }],
  ['grounds', '1', { grounds: [1, 2] }, { grounds: [1] }],
  ['regions', '12', {}, { placeRegions: [12] }],
  ['months', '2026-05', year, { createdFrom: '2026-05-01', createdTo: '2026-05-31' }],
  ['months', '2026-03', year, { createdFrom: '2026-03-10', createdTo: '2026-03-31' }],
  ['months', '2024-02', {}, { createdFrom: '2024-02-01', createdTo: '2024-02-29' }],
  ['reporters', '3', {}, { reporter: { typeIds: [3], isOn: true } }],
  ['places', '0', {}, { isVirtual: false }],
  ['operators', '7', {}, { user: { ids: [7] } }],
] as const)('%s %s of %j are found by %j', (indicator, key, filters, expected) =>
  expect(filtersOfEntry(indicator, key, filters as object)).toEqual(expected),
)

test.each([
  ['a ground beside the one of the filter: the list finds either, not both', 'grounds', '2', { grounds: [1] }],
  ['durations: no list filters by them', 'closeDays', '0-7', {}],
  ['citizenships: the list finds offenders too', 'citizenships', '4', {}],
] as const)('nothing finds %s', (_name, indicator, key, filters) =>
  expect(filtersOfEntry(indicator, key, filters as object)).toBeUndefined(),
)
