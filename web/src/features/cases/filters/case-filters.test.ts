import { type CaseFilters, caseFilterNames } from '@portal/contract'
import { expect, test } from 'vitest'

const { filterAt, filterKeys } = await import('#list/filters/filter.ts')
const kit = await import('#list/filters/filter-draft.ts')
const { readFilter, writeFilter } = await import('#list/filters/filter-kinds.ts')
const { caseLists } = await import('../list/case-lists.ts')
const { meaningsOf: soughtBy } = await import('../search/quick-search.rules.ts')

const list = caseLists.all
const draftOf = (filters: CaseFilters) => kit.draftOf(list, filters)
const filtersOf = (draft: Record<string, string>) => kit.filtersOf(list, draft)
const errorsOf = (draft: Record<string, string>) => kit.errorsOf(list, draft)
const withAnswer = (draft: Record<string, string>, key: string, text: string) => kit.withAnswer(list, draft, key, text)
const parted = (filters: CaseFilters) => kit.partedFilters(list, filters)

test('every filter of the contract has its place in the panel; the operator in view 0 alone', () => {
  const names = Object.keys(caseFilterNames).sort()
  expect(filterKeys(list).sort()).toEqual([...names, 'isEverywhere'].sort())
  expect(filterKeys(caseLists.mine).sort()).toEqual(names.filter((name) => name !== 'user'))
})

test('what stands in the fields means the filters that it was written from', () => {
  const filters = {
    statuses: ['toAssign' as const],
    createdFrom: '2026-01-31' as const,
    user: { ids: [7] },
    isVirtual: false,
    hasUnread: true,
    minorsCount: 2,
    protocolNumbers: ['UNAR-2026-000001', '12'],
    narrative: 'tram, fermata',
  }
  const draft = draftOf(filters)
  expect(draft).toEqual({
    statuses: '2',
    createdFrom: '31/01/2026',
    user: '7',
    isVirtual: '0',
    hasUnread: '1',
    minorsCount: '2',
    protocolNumbers: 'UNAR-2026-000001, 12',
    narrative: 'tram, fermata',
  })
  expect(filtersOf(draft)).toEqual(filters)
  expect(filtersOf({ createdFrom: '', person: '  ', fields: '', isVirtual: '', isLate: '' })).toEqual({})
})

test.each([
  [{ createdFrom: '31/02/2026' }, 'createdFrom', 'data_non_valida'],
  [{ eventTo: '31/2/2026' }, 'eventTo', 'data_non_valida'],
  [{ eventTo: '1/13/2026' }, 'eventTo', 'data_non_valida'],
  [{ createdFrom: '02/01/2026', createdTo: '01/01/2026' }, 'createdTo', 'intervallo_date_non_valido'],
  [{ bornFrom: '02/01/2001', bornTo: '01/01/2000' }, 'bornTo', 'intervallo_date_non_valido'],
  [{ minorsCount: 'x' }, 'minorsCount', 'valore_non_valido'],
  [{ minorsCount: '10001' }, 'minorsCount', 'valore_non_valido'],
  [{ protocolNumbers: Array.from({ length: 21 }, String).join(',') }, 'protocolNumbers', 'valore_non_valido'],
  [{ person: 'x'.repeat(201) }, 'person', 'valore_non_valido'],
])('%j is shown at its field', (draft, key, message) => {
  expect(errorsOf(draft)).toEqual([{ key, message }])
})

test.each([
  ['DPO 12/A', ['DPO 12/A']],
  ['DPO 12/A, PROT 7 bis', ['DPO 12/A', 'PROT 7 bis']],
  ['DPO 12/A;0012\nPROT 7 bis\r\n', ['DPO 12/A', '0012', 'PROT 7 bis']],
  [' , DPO 12/A ,, ;', ['DPO 12/A']],
])('%j is protocol numbers with the spaces that they have, and stays so each time it is read', (typed, numbers) => {
  const filters = filtersOf({ protocolNumbers: typed })
  expect(filters).toEqual({ protocolNumbers: numbers })
  const draft = draftOf(filters)
  expect(draft).toEqual({ protocolNumbers: numbers.join(', ') })
  expect(filtersOf(draft)).toEqual(filters)
  const filter = filterAt(list, 'protocolNumbers')
  expect(readFilter(filter, writeFilter(filter, numbers))).toEqual(numbers)
})

test('what is sought by a number with spaces is the same filter once another one is touched', () => {
  const { filters = {} } = soughtBy('DPO 12/A', { tag: 'UNAR', colleagues: [] })[0] ?? {}
  expect(filtersOf(withAnswer(draftOf(filters), 'isLate', '1'))).toEqual({ ...filters, isLate: true })
})

test('a range of one day is one, and half a range is none that runs backwards', () => {
  expect(errorsOf({ createdFrom: '01/01/2026', createdTo: '01/01/2026', eventTo: '01/01/2020' })).toEqual([])
})

test('with a choice goes what it had narrowed, but not with one more', () => {
  const draft = { placeRegions: '12,7', placeProvinces: '58', placeCities: '8501', grounds: '1', subGrounds: '101' }
  expect(withAnswer(draft, 'placeRegions', '12')).toEqual({
    placeRegions: '12',
    placeProvinces: '',
    placeCities: '',
    grounds: '1',
    subGrounds: '101',
  })
  expect(withAnswer(draft, 'placeRegions', '12,7,3')).toEqual({ ...draft, placeRegions: '12,7,3' })
  expect(withAnswer(draft, 'grounds', '')).toEqual({ ...draft, grounds: '', subGrounds: '' })
})

test('searches of the narrative are kept apart from the filters that may be in an address', () => {
  expect(parted({ fields: [1], person: 'Rossi', bornFrom: '1980-01-01' })).toEqual({
    clear: { fields: [1] },
    sealed: { person: 'Rossi', bornFrom: '1980-01-01' },
  })
  expect(parted({ fields: [1] })).toEqual({ clear: { fields: [1] }, sealed: undefined })
})
