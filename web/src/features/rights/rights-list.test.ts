import { expect, test } from 'vitest'

const { listHref, pageHref, readListState } = await import('#list/list-address.ts')
const { rightsSource } = await import('./rights-list.ts')

test('filters go into the address and come back; nonsense is left out', () => {
  expect(listHref(rightsSource, { filters: { status: 'waiting', kind: 'erasure' } })).toBe(
    '/x/gestione/operatore/diritti?stato=in_attesa&tipo=cancellazione',
  )
  expect(readListState(rightsSource, { stato: 'in_attesa', tipo: 'cancellazione', pagina: 2 })).toMatchObject({
    page: 2,
    filters: { status: 'waiting', kind: 'erasure' },
  })
  expect(readListState(rightsSource, { stato: 'boh', tipo: 7 })).toMatchObject({ page: 1, filters: {} })
})

test('another page keeps them', () => {
  const state = readListState(rightsSource, { tipo: 'esportazione' })
  expect(pageHref(rightsSource, 2, state, { lastKey: '5' })).toBe(
    '/x/gestione/operatore/diritti?tipo=esportazione&pagina=2&dopo=5',
  )
})
