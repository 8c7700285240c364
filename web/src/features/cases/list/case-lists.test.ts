import { caseTabs, pendingInAddress } from '@portal/contract'
import { expect, test } from 'vitest'

const { hereHref, listHref, pageHref, readListState } = await import('#list/list-address.ts')
const { caseLists } = await import('./case-lists.ts')

const all = caseLists.all
const read = (address: Record<string, unknown>) => readListState(all, address)

test('an address without a query is the first ten of all cases in the order of the office', () => {
  expect(read({})).toEqual({ page: 1, filters: {}, size: 10 })
})

test('the entry of the menu opens the first tab, which its badge counts', () => {
  expect(read(pendingInAddress).filters).toEqual(caseTabs.all[0].filters)
})

test('an address without rows and without a page has the rows that were chosen last', () => {
  expect(readListState(all, {}, 50).size).toBe(50)
  expect(readListState(all, { righe: 25 }, 50).size).toBe(25)
  expect(readListState(all, { pagina: 2 }, 50).size).toBe(10)
})

test('what makes no sense in an address is left out', () => {
  for (const pagina of ['0', '-1', 'x', 1.5, null]) expect(read({ pagina }).page).toBe(1)
  for (const statoSegnalazione of [99, 'x', '', {}, '1.5']) expect(read({ statoSegnalazione }).filters).toEqual({})
  for (const righe of [11, 'x', 100]) expect(read({ righe }).size).toBe(10)
  for (const ordine of ['x', '-', 'data_inserimento', 7]) expect(read({ ordine }).sort).toBeUndefined()
  expect(read({ data_creazione_da: '31/12/2026', virtuale_fisico: 2, in_ritardo: 0 }).filters).toEqual({})
  expect(read({ dopo: 7, prima: null })).toMatchObject({ after: undefined, before: undefined })
})

test('of a range that runs backwards the end is left out', () => {
  const filters = { createdFrom: '2026-02-02', fields: [1] }
  expect(read({ data_creazione_da: '2026-02-02', data_creazione_a: '2026-01-01', ambito: 1 }).filters).toEqual(filters)
})

test('filters stand in the address by their names on the wire, and come back as they were', () => {
  const filters = {
    statuses: ['open', 'closed'] as ('open' | 'closed')[],
    createdFrom: '2026-01-31' as const,
    fields: [3],
    user: { ids: [7, 8] },
    reporter: { typeIds: [1], isOn: true },
    isVirtual: false,
    isLate: true,
    protocolNumbers: ['0012', '77'],
    minorsCount: 1,
  }
  const href = listHref(all, { filters, size: 25, sort: { column: 'due', direction: 'descending' }, sealedId: 'r1' })
  const query = Object.fromEntries(new URLSearchParams(href.split('?')[1]))
  expect(query).toEqual({
    statoSegnalazione: '1,6',
    data_creazione_da: '2026-01-31',
    ambito: '3',
    user: '7,8',
    segnalante: '1',
    virtuale_fisico: '0',
    in_ritardo: '1',
    listaNumeroProtocollo: '0012,77,',
    num_persone_minorenni: '1',
    ricerca: 'r1',
    ordine: '-data_scadenza',
    righe: '25',
  })
  const back = read(query)
  expect(back).toEqual({ page: 1, filters, size: 25, sort: { column: 'due', direction: 'descending' }, sealedId: 'r1' })
  expect(hereHref(all, back)).toBe(href)
})

test('words searched in narratives are neither written into an address nor read from one', () => {
  const filters = { person: 'Rossi', birthDate: '1980-01-01' as const, fields: [1] }
  expect(listHref(all, { filters, size: 10 })).toBe('/x/gestione/operatore/casi/lista?ambito=1')
  expect(read({ nominativo: 'Rossi', data_nascita: '1980-01-01', resoconto_fatti: 'tram' }).filters).toEqual({})
})

test('each list has its own page, and whose the cases are is asked for in view 0 alone', () => {
  const narrowing = { filters: { user: { ids: [7] }, fields: [1] }, size: 10 }
  expect(Object.values(caseLists).map((list) => listHref(list, narrowing))).toEqual([
    '/x/gestione/operatore/casi/lista?ambito=1&user=7',
    '/x/gestione/operatore/inAttribuzione/lista?ambito=1',
    '/x/gestione/operatore/mieiCasi/lista?ambito=1',
    '/x/gestione/operatore/nonDiCompetenza/lista?ambito=1',
  ])
  expect(readListState(caseLists.mine, { user: 7, ambito: 1 }).filters).toEqual({ fields: [1] })
})

test('neighbouring pages go by key, others by number', () => {
  const keys = { firstKey: '1-40', lastKey: '1-31' }
  const search = { ...read({ statoSegnalazione: 1 }), page: 3 }
  const list = '/x/gestione/operatore/casi/lista'
  expect(pageHref(all, 4, search, keys)).toBe(`${list}?statoSegnalazione=1&pagina=4&dopo=1-31`)
  expect(pageHref(all, 2, search, keys)).toBe(`${list}?statoSegnalazione=1&pagina=2&prima=1-40`)
  expect(pageHref(all, 9, search, keys)).toBe(`${list}?statoSegnalazione=1&pagina=9`)
  expect(pageHref(all, 1, read({ pagina: 2 }), keys)).toBe(list)
})
