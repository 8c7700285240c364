import { expect, test } from 'vitest'

const { readRightsSearch, rightsHref, rightsPageHref } = await import('./rights-search.ts')

test('filters go into the address and come back; nonsense is left out', () => {
  expect(rightsHref({ status: 'waiting', kind: 'erasure' })).toBe(
    '/x/gestione/operatore/diritti?stato=in_attesa&tipo=cancellazione',
  )
  expect(readRightsSearch({ stato: 'in_attesa', tipo: 'cancellazione', pagina: 2 })).toMatchObject({
    page: 2,
    status: 'waiting',
    kind: 'erasure',
  })
  expect(readRightsSearch({ stato: 'boh', tipo: 7 })).toMatchObject({ page: 1, status: undefined, kind: undefined })
})

test('another page keeps them', () => {
  expect(rightsPageHref(2, { page: 1, kind: 'export' }, { lastKey: '5' })).toBe(
    '/x/gestione/operatore/diritti?tipo=esportazione&pagina=2&dopo=5',
  )
})
