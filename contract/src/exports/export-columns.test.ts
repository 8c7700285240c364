import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { roleCodes } from '../session/roles.ts'
import { caseColumns, type ExportedCase } from './case-columns.ts'
import type { ExportColumn } from './export-column.ts'
import { type ExportKind, exportColumnsOf, exportersOf, exportKinds, mayExport } from './export-kinds.ts'
import { chosenCases, newExportTemplate } from './exports.ts'

const kinds = Object.keys(exportKinds) as ExportKind[]

describe('the columns of an export', () => {
  test.each(kinds)('of %s have one name and one heading each, and some are default columns', (kind) => {
    const columns = exportColumnsOf(kind)
    for (const one of ['wire', 'header'] as const) {
      const texts = columns.map((column) => column[one])
      expect(texts.filter((text, place) => texts.indexOf(text) !== place)).toEqual([])
      expect(texts.every((text) => text.length > 0)).toBe(true)
    }
    expect(columns.some(({ isDefault }) => isDefault)).toBe(true)
    expect(columns.every(({ type, list }) => (type === 'choice') === (list !== undefined))).toBe(true)
  })

  test.each(kinds)('of %s have a heading in Italian, not the name of a field', (kind) => {
    const named = exportColumnsOf(kind).filter(({ header, field }) => field && header.includes(field))
    expect(named.map(({ header }) => header)).toEqual([])
  })

  test('of cases identify nobody unless they are chosen', () => {
    const defaults = caseColumns.filter(({ isDefault }) => isDefault).map(({ wire }) => wire)
    expect(defaults.filter((wire) => /nome|codice_fiscale|email|recapito|resoconto|indirizzo/.test(wire))).toEqual([])
  })

  test('show the main ground first, days without a time, and alternatives in words', () => {
    const cell = (wire: string) =>
      (caseColumns as readonly ExportColumn<ExportedCase>[]).find((column) => column.wire === wire)?.cellOf(record)
    const record = {
      createdAt: new Date('2026-11-20T23:30:00Z'),
      status: 'open',
      values: {
        grounds: [
          { groundId: 2, priority: 1 },
          { groundId: 7, subGroundId: 9, priority: 0 },
        ],
        isVirtual: true,
        performedActions: [{ actionId: 1, date: '2026-11-20' }],
      },
    } as unknown as ExportedCase
    expect([cell('id_ground'), cell('id_sotto_ground')]).toEqual([7, 9])
    expect(cell('data_creazione')).toBe('2026-11-21')
    expect(cell('id_stato')).toBe('Aperto')
    expect(cell('virtuale_fisico')).toBe('Virtuale')
    expect(cell('listaAzioniSvolte.data')).toEqual(['20/11/2026'])
    expect(cell('luogo.indirizzo')).toBeUndefined()
  })
})

test('each role exports what it may read and is allowed to export', () => {
  const of = (role: keyof typeof roleCodes) => kinds.filter((kind) => mayExport(kind, role))
  const register = ['newRequests', 'enrolled', 'notEnabled']
  expect(of('manager')).toEqual(kinds)
  expect(of('operatorOne')).toEqual(['myCases'])
  expect(of('operatorTwo')).toEqual(['cases', 'myCases', 'people', 'organisations'])
  expect(of('registerAdmin')).toEqual(register)
  expect(of('registerOperator')).toEqual(register)
  expect(of('associationMember')).toEqual([])
  expect(exportersOf('cases', 'myCases')).toEqual(['manager', 'operatorOne', 'operatorTwo'])
})

describe('a body', () => {
  const errorsOf = (schema: z.ZodMiniType, body: object) => {
    const { error } = z.safeDecode(schema, body as never)
    return error && z.prettifyError(error).split('\n')
  }

  test('names the columns that the list does not have', () => {
    const body = { idsList: [1], colonne: ['codice', 'cognome', 'id_stato'] }
    expect(errorsOf(chosenCases, body)).toEqual(['✖ colonna_sconosciuta', '  → at colonne[1]'])
    expect(errorsOf(chosenCases, { idsList: [1], colonne: ['codice', 'codice'] })).toEqual([
      '✖ colonna_ripetuta',
      '  → at colonne',
    ])
  })

  test('has at most 1,000 ids', () => {
    const ids = (count: number) => ({ idsList: Array.from({ length: count }, (_, index) => index + 1) })
    expect(errorsOf(chosenCases, ids(1000))).toBeUndefined()
    expect(errorsOf(chosenCases, ids(1001))).toEqual(['✖ troppe_righe_esportate', '  → at idsList'])
  })

  test('of a template has columns of its kind', () => {
    const template = { tipo: 'operatori', nome: 'Contatti', colonne: ['cognome', 'codice'] }
    expect(errorsOf(newExportTemplate, template)).toEqual(['✖ colonna_sconosciuta', '  → at colonne'])
  })
})
