import { describe, expect, test } from 'vitest'

const { listHref, pageHref, readListState } = await import('#list/list-address.ts')
const { draftOf, errorsOf, filtersOf } = await import('#list/filters/filter-draft.ts')
const { auditSource } = await import('./audit-list.ts')

const filters = {
  from: '2026-11-01',
  to: '2026-11-20',
  userId: 7,
  role: 'manager',
  action: 'case_read',
  outcome: 'refused',
  recordKind: 'case',
  recordId: 12,
} as const

test('every filter goes into the address and comes back', () => {
  const [path, query] = listHref(auditSource, { filters }).split('?')
  expect(path).toBe('/x/gestione/operatore/audit')
  const address = Object.fromEntries(new URLSearchParams(query))
  expect(address).toEqual({
    dal: '2026-11-01',
    al: '2026-11-20',
    id_utente: '7',
    ruolo: 'ACLRUP',
    azione: 'case_read',
    esito: 'rifiutata',
    tipo_record: 'segnalazione',
    id_record: '12',
  })
  // The router gives numbers back as numbers.
  expect(readListState(auditSource, { ...address, id_utente: 7, id_record: 12, pagina: 2 })).toEqual({
    page: 2,
    after: undefined,
    before: undefined,
    size: 10,
    filters,
  })
})

test('what makes no sense in an address is left out, and the rest stays', () => {
  const address = { dal: 'ieri', al: '2026-02-30', id_utente: 'x', ruolo: 'RE', esito: 1, id_record: -1, altro: 'y' }
  expect(readListState(auditSource, { ...address, azione: 'signed_in' }).filters).toEqual({ action: 'signed_in' })
})

test('another page keeps the filters', () => {
  const state = readListState(auditSource, { tipo_record: 'segnalazione', id_record: 12 })
  expect(pageHref(auditSource, 2, state, { lastKey: '99' })).toBe(
    '/x/gestione/operatore/audit?tipo_record=segnalazione&id_record=12&pagina=2&dopo=99',
  )
})

describe('typed filters', () => {
  test('that are empty filter nothing', () => {
    const empty = Object.fromEntries(Object.keys(auditSource.filters).map((key) => [key, '']))
    expect(errorsOf(auditSource, empty)).toEqual([])
    expect(filtersOf(auditSource, empty)).toEqual({})
  })

  test('are read and written the same', () => {
    const draft = draftOf(auditSource, filters)
    expect(draft).toMatchObject({ from: '01/11/2026', to: '20/11/2026', userId: '7', recordId: '12' })
    expect(filtersOf(auditSource, draft)).toEqual(filters)
  })

  test.each([
    [{ from: '31/02/2026' }, [{ key: 'from', message: 'data_non_valida' }]],
    [{ to: '31/2/26' }, [{ key: 'to', message: 'data_non_valida' }]],
    [{ from: '02/11/2026', to: '01/11/2026' }, [{ key: 'to', message: 'intervallo_date_non_valido' }]],
    [{ recordId: 'dodici' }, [{ key: 'recordId', message: 'valore_non_valido' }]],
    [
      { from: 'x', recordId: '0' },
      [
        { key: 'from', message: 'data_non_valida' },
        { key: 'recordId', message: 'valore_non_valido' },
      ],
    ],
  ] as const)('%o have the faults %o', (draft, errors) => expect(errorsOf(auditSource, draft)).toEqual(errors))
})
