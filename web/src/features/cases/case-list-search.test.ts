import { expect, test } from 'vitest'

document.body.innerHTML = '<script type="application/json" id="office">{"office":{"slug":"x"}}</script>'
const { pageHref, readCaseListSearch } = await import('./case-list-search.ts')

test('an address without a query is the first page of all cases', () => {
  expect(readCaseListSearch({})).toEqual({ page: 1 })
})

test('what makes no sense in an address is left out', () => {
  for (const pagina of ['0', '-1', 'x', 1.5, null]) expect(readCaseListSearch({ pagina }).page).toBe(1)
  expect(readCaseListSearch({ stato: 99 }).status).toBeUndefined()
  expect(readCaseListSearch({ dopo: 7, prima: null })).toMatchObject({ after: undefined, before: undefined })
  expect(readCaseListSearch({ pagina: '3', stato: 6, dopo: '1-7' })).toMatchObject({
    page: 3,
    status: 'closed',
    after: '1-7',
  })
})

test('neighbouring pages go by key, others by number', () => {
  const keys = { firstKey: '1-40', lastKey: '1-31' }
  const search = { page: 3, status: 'open' } as const
  expect(pageHref(4, search, keys)).toBe('/x/gestione/operatore/casi/lista?stato=1&pagina=4&dopo=1-31')
  expect(pageHref(2, search, keys)).toBe('/x/gestione/operatore/casi/lista?stato=1&pagina=2&prima=1-40')
  expect(pageHref(9, search, keys)).toBe('/x/gestione/operatore/casi/lista?stato=1&pagina=9')
  expect(pageHref(1, { page: 2 }, keys)).toBe('/x/gestione/operatore/casi/lista')
})
