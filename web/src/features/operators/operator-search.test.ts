import { expect, test } from 'vitest'

const {
  filterDraftOf,
  filterFaults,
  filtersForServer,
  filtersOf,
  operatorsHref,
  operatorsPageHref,
  readOperatorSearch,
} = await import('./operator-search.ts')

const list = '/x/gestione/operatore/gestioneOperatori/lista'
const filters = {
  from: '2026-11-01',
  to: '2026-11-20',
  roles: ['manager', 'operatorOne'],
  isEnabled: false,
  wordsId: 'r12',
} as const

test('filters go into the address and come back; the words are named only', () => {
  const href = operatorsHref(filters)
  expect(href).toBe(
    `${list}?data_abilitazione_da=2026-11-01&data_abilitazione_a=2026-11-20&ruoli=ACLRUP%2CACLOP1&flag_abilitazione=0&ricerca=r12`,
  )
  const address = Object.fromEntries(new URLSearchParams(href.split('?')[1]))
  // The router gives numbers back as numbers.
  expect(readOperatorSearch({ ...address, flag_abilitazione: 0, pagina: 2 })).toMatchObject({ page: 2, filters })
  expect(operatorsHref()).toBe(list)
})

test('what makes no sense in an address is left out, and the rest stays', () => {
  const address = { data_abilitazione_da: 'ieri', ruoli: 'RE,ACLOP2', flag_abilitazione: 7, ricerca: 5 }
  expect(readOperatorSearch(address).filters).toEqual({ roles: ['operatorTwo'] })
})

test('another page keeps them', () => {
  expect(operatorsPageHref(2, { page: 1, filters: { roles: [], isEnabled: true } }, { lastKey: '5' })).toBe(
    `${list}?flag_abilitazione=1&pagina=2&dopo=5`,
  )
})

test('typed filters are read and written the same', () => {
  const draft = filterDraftOf(filters, 'rossi')
  expect(draft).toMatchObject({ from: '01/11/2026', to: '20/11/2026', isEnabled: 'no', words: 'rossi' })
  expect(filtersOf(draft, 'r12')).toEqual(filters)
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
])('%o are told: %o', (typed, told) => {
  const faults = filterFaults({ ...filterDraftOf({ roles: [] }), ...typed })
  expect(faults.map(({ name, message }) => `${name} ${message}`)).toEqual(told)
})
