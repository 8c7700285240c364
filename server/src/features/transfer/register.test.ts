import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { searchCases } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { taxCodeNumber } from '../../../test/make.ts'
import { pdf } from '../../../test/make-files.ts'
import { makeTransferFolder, type SourceRecords } from '../../../test/transfer-folder.ts'

let portal: TestApp
let manager: Caller
let managerId: number
const folders: string[] = []
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  managerId = await portal.idOf('manager')
})
afterAll(async () => {
  await portal.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const bytes = { 'atto.pdf': pdf(), 'lettera.txt': 'Gentile associazione' }
const query = async (sql: string) => (await portal.database.pool.query(sql)).rows
async function folderWith(records: SourceRecords) {
  const folder = await makeTransferFolder(records, bytes)
  folders.push(folder)
  return folder
}
async function check(records: SourceRecords) {
  const { errors } = await portal.services.transfer.check(await folderWith(records))
  return errors.map(({ file, row, path, message }) => [file, row, path, message])
}

const operator = {
  chiave: 'op-7',
  cf: taxCodeNumber(7001),
  nome: 'Lucia',
  cognome: 'Bianchi',
  data_abilitazione: '2008-01-01T00:00:00.000Z',
  flag_abilitazione: 1,
  listaRuolo: ['DEFAULT'],
}
const kept = { chiave: 'P1', nome: 'Ada', cognome: 'Quercetani' }
const merged = { chiave: 'P2', nome: 'Adda', cognome: 'Quercetani' }
const oldCase = {
  chiave: 'PRAT/2009/17',
  id_stato: 1,
  data_ricezione: '2009-03-02T08:00:00.000Z',
  id_segnalante: 2,
  chiave_persona_vittima: 'P1',
}
const call = {
  chiave: 'M1',
  chiave_segnalazione: 'PRAT/2009/17',
  telefono: '+390612345678',
  data_invio: '2009-04-01T08:00:00.000Z',
}
const association = {
  chiave: 'REG-12',
  id_stato_persona_giuridica: 5,
  anno_richiesta: 2011,
  progressivo_richiesta: 4,
  numero_iscrizione: 88,
  data_richiesta: '2011-02-01T08:00:00.000Z',
  data_iscrizione: '2011-03-01T00:00:00.000Z',
  numero_decreto: '3/2011',
  attestati: [{ codice: 'VECCHIO-1', data: '2011-03-01T08:00:00.000Z' }],
  ragione_sociale: 'Circolo delle Querce',
  piva: '99000010019',
}
const document = {
  chiave: 'D1',
  chiave_associazione: 'REG-12',
  tipo_documento: 2,
  file: 'allegati/atto.pdf',
  nome_file: 'Statuto.pdf',
  data: '2011-02-01T08:00:00.000Z',
}
const letter = {
  ...document,
  chiave: 'F1',
  chiave_associazione: undefined,
  tipo_documento: undefined,
  chiave_segnalazione: 'PRAT/2009/17',
  file: 'allegati/lettera.txt',
  nome_file: 'Lettera.txt',
}
const documents = 'listaAllegatoPersonaGiuridica2'
const office: SourceRecords = {
  operator: [operator],
  person: [kept, merged],
  case: [oldCase],
  message: [call],
  merge: [
    {
      chiave: 'U1',
      chiave_persona: 'P1',
      chiave_persona_unita: 'P2',
      data: '2026-11-01T08:00:00.000Z',
      chiave_operatore: 'op-7',
      prima: { cognome: 'Quercetani' },
      dopo: { nome: 'Ada', cognome: 'Quercetani' },
      campi: ['nome'],
      chiavi_casi_vittima: ['PRAT/2009/17'],
    },
  ],
  registryEvent: [
    { chiave: 'S1', chiave_persona: 'P1', tipo: 'unione', chiave_unione: 'U1', data: '2026-11-01T08:00:00.000Z' },
  ],
  association: [association],
  member: [{ chiave: 'I1', chiave_associazione: 'REG-12', chiave_operatore: 'op-7', incarico: 'referente' }],
  attachment: [document, letter],
  associationEvent: [
    {
      chiave: 'V1',
      chiave_associazione: 'REG-12',
      tipo: 'domanda',
      data: '2011-02-01T08:00:00.000Z',
      chiavi_allegati: ['D1'],
      campi_modificati: [{ campo: documents, dopo: [{ cmis_id: '0', nomeFile: 'Statuto.pdf' }] }],
    },
  ],
  proposal: [
    {
      chiave: 'R1',
      chiave_associazione: 'REG-12',
      data: '2026-11-01T08:00:00.000Z',
      campi_modificati: [{ campo: 'ragione_sociale', prima: 'Circolo delle Querce', dopo: 'Circolo dei Lecci' }],
    },
  ],
  associationLetter: [
    {
      chiave: 'L1',
      chiave_associazione: 'REG-12',
      tipo: 'iscrizione',
      data: '2011-03-01T08:00:00.000Z',
      flag_pec: 1,
      data_invio: '2011-03-01T08:00:00.000Z',
    },
  ],
}

describe('the check', () => {
  const more = (count: number) => Array.from({ length: count }, (_, index) => ({ ...letter, chiave: `F${index + 10}` }))

  // biome-ignore format: a table
  test.each<[string, SourceRecords, unknown[]]>([
    ['a number of two enrolments',     { ...office, association: [association, { ...association, chiave: 'b', piva: undefined, progressivo_richiesta: 5, attestati: [] }] }, ['associazioni.jsonl', 2, 'numero_iscrizione', 'numero_registro_presente']],
    ['a VAT number of two enrolments', { ...office, association: [association, { ...association, chiave: 'b', numero_iscrizione: 89, progressivo_richiesta: 5, attestati: [] }] }, ['associazioni.jsonl', 2, 'piva', 'codice_presente']],
    ['half a number of a request',     { ...office, association: [{ ...association, anno_richiesta: undefined }] }, ['associazioni.jsonl', 1, 'anno_richiesta', 'campo_obbligatorio']],
    ['a document that is no PDF',      { ...office, attachment: [document, { ...document, chiave: 'x', nome_file: 'Statuto.txt' }] }, ['allegati.jsonl', 2, 'nome_file', 'allegato_solo_pdf']],
    ['a file of nothing',              { ...office, attachment: [document, { ...letter, chiave_segnalazione: undefined }] }, ['allegati.jsonl', 2, 'chiave_segnalazione', 'un_solo_riferimento']],
    ['bytes that the digest is not of', { ...office, attachment: [document, { ...letter, impronta_sha256: '0'.repeat(64) }] }, ['allegati.jsonl', 2, 'file', 'file_diverso']],
    ['a fifty-first file of a case',   { ...office, attachment: [document, ...more(51)] }, ['allegati.jsonl', 52, 'chiave_segnalazione', 'allegati_al_limite']],
    ['a second open call of a case',   { ...office, message: [call, { ...call, chiave: 'M2' }] }, ['messaggi.jsonl', 2, 'telefono', 'chiamata_gia_chiesta']],
    ['a second proposal',              { ...office, proposal: [...(office.proposal ?? []), { ...(office.proposal?.[0] as object), chiave: 'R2' }] }, ['proposte_associazioni.jsonl', 2, 'chiave_associazione', 'proposta_gia_presente']],
    ['a merge without its records',    { ...office, registryEvent: [], merge: [{ ...(office.merge?.[0] as object), chiave_persona_unita: undefined }] }, ['unioni.jsonl', 1, 'chiave_persona', 'un_solo_riferimento']],
    ['a victim beside a reporter who is the victim', { ...office, case: [{ ...oldCase, id_segnalante: 1 }] }, ['casi.jsonl', 1, 'chiave_persona_vittima', 'riferimento_nascosto']],
    ['an entry of no record',          { ...office, registryEvent: [{ chiave: 'S1', tipo: 'modifica', data: '2026-11-01T08:00:00.000Z' }] }, ['storico_anagrafica.jsonl', 1, 'chiave_persona', 'un_solo_riferimento']],
  ])('names file, row and field of %s', async (_what, records, error) => {
    expect(await check(records)).toEqual([error])
  })

  test('takes fifty files, and a call that was made beside an open one', async () => {
    const called = { ...call, chiave: 'M2', data_chiamata: '2009-04-02T08:00:00.000Z' }
    expect(await check({ ...office, message: [call, called], attachment: [document, ...more(50)] })).toEqual([])
  })
})

describe('the import', () => {
  let folder: string
  beforeAll(async () => {
    folder = await folderWith(office)
    expect(await portal.services.transfer.importNow(folder, managerId)).toMatchObject({ state: 'done', skipped: 0 })
  })

  test('keeps the numbers of requests and enrolments, and the counter passes them', async () => {
    const [row] = await query("select * from associations where name = 'Circolo delle Querce'")
    expect(row).toMatchObject({
      request_year: 2011,
      request_place: 4,
      enrolment_number: 88,
      certificate_code: 'VECCHIO-1',
    })
    expect(await query('select last_place from association_request_numbers where year = 2011')).toEqual([
      { last_place: 4 },
    ])
  })

  test('shows an association with its documents, history, letters and proposal', async () => {
    const [{ id }] = await query("select id from associations where name = 'Circolo delle Querce'")
    const { body } = await manager.raw('GET', `/v1/associazioni/dettaglio/admin/${id}`)
    const text = JSON.stringify(body)
    for (const part of ['Statuto.pdf', '3/2011', 'Circolo dei Lecci', 'data_proposta']) expect(text).toContain(part)
    const [{ id: file }] = await query('select id from attachments where association_id is not null')
    const { body: history } = await manager.raw('GET', `/v1/associazioni/iter/${id}`)
    expect(JSON.stringify(history)).toContain(`"cmis_id":"${file}"`)
  })

  test('hides a merged record, whose merge can be undone', async () => {
    expect(
      await query('select merged_into is not null as merged from natural_persons order by id desc limit 2'),
    ).toEqual([{ merged: true }, { merged: false }])
    expect(
      await query('select kind, merge_id is not null as merge from registry_events order by id desc limit 2'),
    ).toContainEqual({
      kind: 'merge',
      merge: true,
    })
  })

  test('a case and an association are found by their old keys', async () => {
    const { rows } = await manager.call(searchCases, { wire: { filtri: { listaNumeroProtocollo: ['prat/2009/17'] } } })
    expect(rows).toHaveLength(1)
    const { body: found } = await manager.raw('POST', '/v1/associazioni/cerca', { testo: 'reg-12' })
    expect(found.result.listaView).toMatchObject([{ ragione_sociale: 'Circolo delle Querce' }])
  })

  test('compares an imported file by the digest of its row, and reads no bytes', async () => {
    const digest = createHash('sha256').update(bytes['lettera.txt']).digest('hex')
    const withDigest = (impronta_sha256: string) => ({
      ...office,
      attachment: [document, { ...letter, impronta_sha256 }],
    })
    const same = await folderWith(withDigest(digest))
    await writeFile(join(same, 'allegati', 'lettera.txt'), 'Un altro testo')
    expect((await portal.services.transfer.check(same)).errors).toEqual([])
    expect(await check(withDigest('0'.repeat(64)))).toEqual([['allegati.jsonl', 2, 'file', 'file_cambiato']])
  })

  test('notices that an imported file has other bytes now', async () => {
    await writeFile(join(folder, 'allegati', 'lettera.txt'), 'Un altro testo')
    const { errors } = await portal.services.transfer.check(folder)
    expect(errors).toMatchObject([{ file: 'allegati.jsonl', row: 2, path: 'file', message: 'file_cambiato' }])
    await writeFile(join(folder, 'allegati', 'lettera.txt'), bytes['lettera.txt'])
    expect((await portal.services.transfer.check(folder)).errors).toEqual([])
  })
})

test('an export of everything goes into a new folder alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portale-taken-'))
  folders.push(folder)
  const people = { by: managerId, confirmedBy: managerId }
  await expect(portal.services.transfer.exportAll(folder, people)).rejects.toThrow(/exists already: name a new folder/)
})
