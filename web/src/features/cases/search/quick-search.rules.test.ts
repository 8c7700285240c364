import { expect, test } from 'vitest'
import { meaningsOf } from './quick-search.rules.ts'

const sentence = 'il 3 novembre 2026 alle 14 mi hanno detto che il posto era già occupato'
const colleagues = [
  { id: 7, firstName: 'Luca', lastName: 'Rossetti' },
  { id: 8, firstName: 'Nicolò', lastName: 'De Luca' },
]

test.each([
  ['ABC-2026-000123', ['codes', 'narratives']],
  ['abc-2026-000123 ', ['codes', 'narratives']],
  ['Codice: abc 2026 123.', ['codes', 'narratives']],
  ['ABC-٢٠٢٦-١٢٣', ['codes', 'narratives']],
  ['via Roma 2026 12', ['codes', 'nicknames', 'narratives']],
  ['140', ['codes', 'narratives']],
  ['١٤٠', ['codes', 'narratives']],
  ['1234567', ['contacts', 'codes', 'narratives']],
  ['2026-140', ['codes', 'contacts', 'narratives']],
  ['rssmra80a01h501u', ['taxCodes', 'narratives']],
  ['dng mra 80a01 h50mj', ['taxCodes', 'narratives']],
  ['IT 1234 5678 903', ['vatNumbers', 'contacts', 'codes', 'narratives']],
  ['12345678903', ['vatNumbers', 'contacts', 'codes', 'narratives']],
  ['ada@example.it', ['contacts', 'nicknames', 'narratives']],
  ['@ada', ['nicknames', 'narratives']],
  ['333 123 4567', ['contacts', 'codes', 'narratives']],
  ['DPO 12/A', ['codes', 'nicknames', 'narratives']],
  [sentence, ['narratives']],
  ['Bianchi', ['people', 'operators', 'nicknames', 'narratives']],
  ['محمد', ['people', 'operators', 'nicknames', 'narratives']],
])('%s is looked for in %j', (text, places) => {
  expect(meaningsOf(text, { tag: 'ABC', colleagues }).map(({ searchedIn }) => searchedIn)).toEqual(places)
})

test.each([
  ['Rossetti', [7]],
  ['luca rossetti', [7]],
  ['nicolo', [8]],
  ['luca', [7, 8]],
  ['Bianchi', undefined],
])('%s names the colleagues %j', (text, ids) => {
  const reading = meaningsOf(text, { tag: 'ABC', colleagues }).find(({ searchedIn }) => searchedIn === 'operators')
  expect(reading?.filters?.user?.ids).toEqual(ids)
})

test('each place has its own filter', () => {
  const filtersOf = (text: string) => meaningsOf(text, { tag: 'ABC', colleagues }).map(({ filters }) => filters)
  expect(filtersOf(' 1234567')).toEqual([
    { contact: '1234567' },
    { protocolNumbers: ['1234567'] },
    { narrative: '1234567' },
  ])
  expect(filtersOf('De Luca')).toEqual([
    { person: 'De Luca' },
    { user: { ids: [8] } },
    { accountNickname: 'De Luca' },
    { narrative: 'De Luca' },
  ])
})

test('nothing means nothing', () => {
  expect(meaningsOf('  ', { tag: 'ABC', colleagues })).toEqual([])
})
