import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FlatKind, flatColumnsOf, flatKinds, transferFiles } from '@portal/contract'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listTemplate } from '#features/transfer/flat-list.ts'
import { startTestApp, type TestApp, taxCodeOf } from '../../test/build-app.ts'
import { taxCodeNumber } from '../../test/make.ts'
import { refuseUnmigrated } from './on-portal.ts'
import { handleExport, handleImport } from './transfer.ts'

let portal: TestApp
let folder: string
let rup: string
let otherRup: string
beforeAll(async () => {
  portal = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'portale-lists-'))
  rup = taxCodeOf('manager')
  otherRup = taxCodeNumber(7100)
  const operators = [
    { cf: otherRup, nome: 'Rita', cognome: 'Seconda', ruoli: 'ACLRUP', abilitata: '1' },
    { cf: taxCodeNumber(7101), nome: 'Olga', cognome: 'Prima', ruoli: 'ACLOP1', abilitata: '1' },
    { cf: taxCodeNumber(7102), nome: 'Uscita', cognome: 'Rossi', ruoli: 'ACLRUP', abilitata: '0' },
  ]
  const rows = operators.map(({ cf, nome, cognome, ruoli, abilitata }, index) =>
    [`op ${index}`, cf, nome, cognome, ruoli, abilitata, '01/02/2020'].join(';'),
  )
  const heading = 'chiave;cf;nome;cognome;listaRuolo;flag_abilitazione;data_abilitazione'
  await importList('operatori.csv', [heading, ...rows])
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

async function importList(name: string, lines: readonly string[], isCheckOnly = false) {
  const source = join(folder, name)
  await writeFile(source, lines.join('\r\n'))
  return handleImport(portal.services, { source, taxCode: rup, isCheckOnly })
}
const count = async (sql: string) => (await portal.database.pool.query(sql)).rows.length

describe('lists', () => {
  test('people come as CSV: a column is the path of a member', async () => {
    const report = await importList('persone.csv', [
      'chiave;nome;cognome;data_nascita;anagrafica.email;listaCittadinanza.0.id_cittadinanza',
      'P1;Ada;Quercetani;12/04/1970;ada@example.org;',
      'P2;Ugo;Bo;1971-05-01;;',
    ])
    expect(report).toMatchObject({ code: 0, lines: expect.arrayContaining([expect.stringContaining('2 records')]) })
    expect(await count("select from transfer_keys where kind = 'person'")).toBe(2)
  })

  test('associations come as CSV, with contacts and several checked documents in a cell', async () => {
    const heading = [
      'chiave',
      'id_stato_persona_giuridica',
      'data_richiesta',
      'ragione_sociale',
      'piva',
      'documenti_verificati',
      'listaPersonaGiuridicaReferente.0.nomeReferente',
      'listaPersonaGiuridicaReferente.0.cognomeReferente',
      'listaPersonaGiuridicaReferente.0.cfReferente',
      'listaPersonaGiuridicaReferente.0.mailReferente',
      'listaPersonaGiuridicaReferente.1.nomeReferente',
    ]
    const row = [
      'A1',
      '5',
      '02/03/2019',
      'Circolo',
      '99000010019',
      '1|4',
      'Ada',
      'Bo',
      taxCodeNumber(7200),
      'a@b.example',
      '',
    ]
    const report = await importList('associazioni.csv', [heading.join(';'), row.join(';')])
    expect(report.lines.join(' ')).toContain('1 records imported')
    const { rows } = await portal.database.pool.query("select * from associations where name = 'Circolo'")
    expect(rows).toMatchObject([{ status: 'enrolled', request_year: 2019, checked_documents: [1, 4] }])
  })

  test('people come as XLSX: a day is a day there, a number a text', async () => {
    const rows = [
      ['chiave', 'Cognome', 'data_nascita', 'anagrafica.recapito_pri'],
      ['P8', 'Querini', 25_670, '0612345678'],
    ]
    const source = join(folder, 'persone.xlsx')
    await writeFile(source, await writeXlsx({ sheets: [{ name: 'persone', rows }] }))
    const report = await handleImport(portal.services, { source, taxCode: rup, isCheckOnly: false })
    expect(report.lines.join(' ')).toContain('1 records imported')
    const [line = ''] = (await readFile(join(folder, 'persone.xlsx-importazione', 'persone.jsonl'), 'utf8')).split('\n')
    expect(JSON.parse(line)).toEqual({
      chiave: 'P8',
      cognome: 'Querini',
      data_nascita: '1970-04-12T00:00:00.000Z',
      anagrafica: { recapito_pri: '0612345678' },
    })
  })

  test('errors name the row of the table', async () => {
    const report = await importList('enti.csv', ['chiave;ragione_sociale', 'E1;Circolo', '', 'E2;'], true)
    expect(report.code).toBe(1)
    const { errors } = await portal.services.transfer.check(join(folder, 'enti.csv-importazione'))
    expect(errors).toMatchObject([{ row: 2, path: 'ragione_sociale', message: 'campo_obbligatorio' }])
    expect((await readFile(join(folder, 'enti.csv-importazione', 'errori.xlsx'))).length).toBeGreaterThan(100)
  })

  test.each([
    ['casi.csv', ['chiave', '1'], /The name of a list says what it has/],
    ['persone.csv', ['chiave;codice', '1;2'], /has no columns codice/],
    ['persone.csv', [], /file_vuoto/],
  ])('%s that is none is refused in a sentence', async (name, lines, message) => {
    await expect(importList(name, lines)).rejects.toThrow(message)
  })

  test.each(flatKinds)('a template of %s is printed from the contract, and may be read', async (kind: FlatKind) => {
    const bytes = await listTemplate(`${transferFiles[kind]}.xlsx`)
    expect(Buffer.from(bytes).subarray(0, 2).toString()).toBe('PK')
    const columns = flatColumnsOf(kind)
    expect(columns.length).toBeLessThanOrEqual(100)
    expect(columns.filter(({ isRequired }) => isRequired).map(({ path }) => path)).toContain('chiave')
  })
})

describe('who moves an office', () => {
  const importAs = (taxCode: string) =>
    handleImport(portal.services, { source: join(folder, 'persone.csv'), taxCode, isCheckOnly: true })
  const exportAs = (by: string, confirmedBy: string) =>
    handleExport(portal.services, { folder: join(folder, 'uscita'), by, confirmedBy })

  test.each([
    ['no account', () => taxCodeNumber(7999), /nobody has an account/],
    ['an operator', () => taxCodeNumber(7101), /not one of RUP/],
    ['a disabled RUP', () => taxCodeNumber(7102), /disabled/],
    ['no tax code', () => 'Giulia', /is not a tax code/],
  ])('an import in the name of %s is refused', async (_who, taxCode, message) => {
    await expect(importAs(taxCode())).rejects.toThrow(message)
  })

  test('an export asks two RUPs', async () => {
    await expect(exportAs(rup, rup)).rejects.toThrow(/a second RUP confirms/)
    await expect(exportAs(rup, taxCodeNumber(7102))).rejects.toThrow(/--confirmed-by: .* disabled/)
    expect((await exportAs(rup, otherRup)).code).toBe(0)
    const { rows } = await portal.database.pool.query(
      "select record_kind, record_ids, changed_fields from audit_entries where action = 'transfer_exported' order by id",
    )
    const { by, confirmedBy } = await portal.services.transfer.findTwoManagers(rup, otherRup)
    expect(rows).toEqual([
      { record_kind: 'export', record_ids: [], changed_fields: [] },
      { record_kind: 'user', record_ids: [by, confirmedBy].map(String), changed_fields: ['by', 'confirmedBy'] },
    ])
  })
})

test('a command on a database without migrations says what to do', async () => {
  await refuseUnmigrated(portal.database)
  await portal.database.pool.query("delete from schema_migrations where name like '0115%'")
  await expect(refuseUnmigrated(portal.database)).rejects.toThrow(
    'The database lacks 1 migrations, from 0115-keys-of-the-register.sql on: start the portal of this version once',
  )
})
