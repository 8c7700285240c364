import { expect, test } from 'vitest'

const { listHref, pageHref, readListState } = await import('#list/list-address.ts')
const { draftOf, errorsOf, filtersOf, partedFilters } = await import('#list/filters/filter-draft.ts')
const { filtersForServer, operatorSource } = await import('./operator-list-page.tsx')

const list = '/x/gestione/operatore/gestioneOperatori/lista'
const filters = {
  from: '2026-11-01',
  to: '2026-11-20',
  roles: ['manager', 'operatorOne'],
  isEnabled: false,
} as const

test('filters go into the address and come back; the words are named only', () => {
  const href = listHref(operatorSource, { filters: { ...filters, words: 'rossi' }, sealedId: 'r12' })
  expect(href).toBe(
    `${list}?data_abilitazione_da=2026-11-01&data_abilitazione_a=2026-11-20&ruoli=ACLRUP%2CACLOP1&flag_abilitazione=0&ricerca=r12`,
  )
  const address = Object.fromEntries(new URLSearchParams(href.split('?')[1]))
  // The router gives numbers back as numbers.
  const state = readListState(operatorSource, { ...address, flag_abilitazione: 0, pagina: 2 })
  expect(state).toMatchObject({ page: 2, filters, sealedId: 'r12' })
  expect(listHref(operatorSource)).toBe(list)
})

test('what makes no sense in an address is left out, and the rest stays', () => {
  const address = { data_abilitazione_da: 'ieri', ruoli: 'RE,ACLOP2', flag_abilitazione: 7, ricerca: 5 }
  const state = readListState(operatorSource, address)
  expect([state.filters, state.sealedId]).toEqual([{ roles: ['operatorTwo'] }, undefined])
})

test('another page keeps them', () => {
  const state = readListState(operatorSource, { flag_abilitazione: 1 })
  expect(pageHref(operatorSource, 2, state, { lastKey: '5' })).toBe(`${list}?flag_abilitazione=1&pagina=2&dopo=5`)
})

test('typed filters are read and written the same', () => {
  const draft = draftOf(operatorSource, { ...filters, words: 'rossi' })
  expect(draft).toMatchObject({ from: '01/11/2026', to: '20/11/2026', isEnabled: '0', words: 'rossi' })
  expect(partedFilters(operatorSource, filtersOf(operatorSource, draft))).toEqual({
    clear: filters,
    sealed: { words: 'rossi' },
  })
  expect(filtersForServer(filters)).toEqual({
    enabledFrom: new Date('2026-11-01T00:00:00Z'),
    enabledTo: new Date('2026-11-20T00:00:00Z'),
    roles: ['manager', 'operatorOne'],
    isEnabled: false,
  })
})

test.each([
  [{ from: '31/02/2026', to: 'x' }, ['from data_non_valida', 'to data_non_valida']],
  [{ from: '02/11/2026', to: '01/11/2026' }, ['to intervallo_date_non_valido']],
  [{ from: '01/11/2026', to: '01/11/2026' }, []],
])('%o have the faults %o', (draft: Record<string, string>, expected) => {
  expect(errorsOf(operatorSource, draft).map(({ key, message }) => `${key} ${message}`)).toEqual(expected)
})
