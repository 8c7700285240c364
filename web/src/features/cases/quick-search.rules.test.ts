import { expect, test } from 'vitest'
import { soughtBy } from './quick-search.rules.ts'

const sentence = 'il 3 novembre 2026 alle 14 mi hanno detto che il posto era già occupato'

test.each([
  ['ABC-2026-000123', { filters: { protocolNumbers: ['ABC-2026-000123'] } }],
  ['abc-2026-000123 ', { filters: { protocolNumbers: ['abc-2026-000123'] } }],
  ['rssmra80a01h501u', { filters: { taxCode: 'rssmra80a01h501u' } }],
  ['12345678903', { filters: { vatNumber: '12345678903' }, otherwise: { contact: '12345678903' } }],
  ['ada@example.it', { filters: { contact: 'ada@example.it' } }],
  ['333 123 4567', { filters: { contact: '333 123 4567' }, otherwise: { protocolNumbers: ['333 123 4567'] } }],
  ['DPO 12/A', { filters: { protocolNumbers: ['DPO 12/A'] }, otherwise: { narrative: 'DPO 12/A' } }],
  [sentence, { filters: { narrative: sentence } }],
  ['De Luca', { filters: { person: 'De Luca' }, otherwise: { narrative: 'De Luca' } }],
  ['محمد', { filters: { person: 'محمد' }, otherwise: { narrative: 'محمد' } }],
])('%s means %j', (text, sought) => {
  expect(soughtBy(text, 'ABC')).toEqual(sought)
})

test('nothing means nothing', () => {
  expect(soughtBy('  ', 'ABC')).toBeUndefined()
})
