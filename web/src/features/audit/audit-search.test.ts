import { expect, test } from 'vitest'

const { auditHref, auditPageHref, readAuditSearch } = await import('./audit-search.ts')

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
  const [path, query] = auditHref(filters).split('?')
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
  expect(readAuditSearch({ ...address, id_utente: 7, id_record: 12, pagina: 2 })).toEqual({
    page: 2,
    after: undefined,
    before: undefined,
    filters,
  })
})

test('what makes no sense in an address is left out, and the rest stays', () => {
  const address = { dal: 'ieri', al: '2026-02-30', id_utente: 'x', ruolo: 'RE', esito: 1, id_record: -1, altro: 'y' }
  expect(readAuditSearch({ ...address, azione: 'signed_in' }).filters).toEqual({ action: 'signed_in' })
})

test('another page keeps the filters', () => {
  const search = { page: 1, filters: { recordKind: 'case', recordId: 12 } } as const
  expect(auditPageHref(2, search, { lastKey: '99' })).toBe(
    '/x/gestione/operatore/audit?tipo_record=segnalazione&id_record=12&pagina=2&dopo=99',
  )
})
