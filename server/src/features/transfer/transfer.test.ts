import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { transferFiles } from '@portal/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { taxCodeNumber } from '../../../test/make.ts'
import { linesOfKind, makeTransferFolder, type SourceRecords } from '../../../test/transfer-folder.ts'

let portal: TestApp
let manager: Caller
let managerId: number
const folders: string[] = []
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  managerId = await portal.idOf('manager')
})
afterAll(() => portal.close())
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
async function folderWith(records: SourceRecords) {
  const folder = await makeTransferFolder(records)
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
  mail: 'lucia.bianchi@example.org',
  data_abilitazione: '2008-01-01T00:00:00.000Z',
  flag_abilitazione: 0,
  listaRuolo: ['ACLOP1'],
}
const person = { chiave: 'P1', nome: 'Ada', cognome: 'Quercetani', anagrafica: { email: 'ada@example.org' } }
const body = { chiave: 'E1', ragione_sociale: 'Circolo Le Querce' }
const oldCase = {
  chiave: 'PRAT/2009/17',
  anno: 2009,
  numero: 17,
  id_stato: 6,
  data_ricezione: '2009-03-02T08:00:00.000Z',
  data_chiusura: '2009-06-01T08:00:00.000Z',
  chiave_assegnata_a: 'op-7',
  chiave_persona_segnalante: 'P1',
  id_canale: 3,
  id_segnalante: 1,
  personaFisica: { nome: 'Ada', cognome: 'Quercetani', anagrafica: { email: 'ada@example.org' } },
  resoconto_fatti: 'Il padrone di casa rifiuta la caldaia nuova',
  note: 'Archiviato con la zampogna',
}
const history = [
  {
    chiave: 'S1',
    chiave_segnalazione: 'PRAT/2009/17',
    tipo: 'ricevuta',
    data: '2009-03-02T08:00:00.000Z',
    id_stato_a: 1,
    autore: 'Ufficio posta',
  },
  {
    chiave: 'S2',
    chiave_segnalazione: 'PRAT/2009/17',
    tipo: 'assegna_op1',
    data: '2009-03-12T08:00:00.000Z',
    id_stato_da: 1,
    id_stato_a: 3,
    autore: 'Dott. Verdi',
    chiave_operatore_interessato: 'op-7',
    motivo: 'Per competenza',
  },
]
const message = {
  chiave: 'M1',
  chiave_segnalazione: 'PRAT/2009/17',
  testo: 'Grazie per la risposta',
  data_invio: '2009-04-01T08:00:00.000Z',
  data_lettura: '2009-04-02T08:00:00.000Z',
}
const comment = {
  chiave: 'C1',
  chiave_segnalazione: 'PRAT/2009/17',
  chiave_operatore: 'op-7',
  testo: 'Sentire il condominio',
  data: '2009-04-03T08:00:00.000Z',
}
const office: SourceRecords = {
  operator: [operator],
  person: [person],
  organisation: [body],
  case: [oldCase],
  caseEvent: history,
  message: [message],
  comment: [comment],
}

describe('the check', () => {
  test('finds nothing in an office that is right, and writes nothing', async () => {
    expect(await check(office)).toEqual([])
    expect(await query('select from cases')).toEqual([])
    expect(await query('select from transfer_keys')).toEqual([])
  })

  // biome-ignore format: a table
  test.each<[string, SourceRecords, unknown[]]>([
    ['a line that is no JSON',        { person: [person, '{'] },                                   ['persone.jsonl', 2, '', 'riga_non_leggibile']],
    ['a line that is nested too deep', { person: [person, `{"chiave": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`] }, ['persone.jsonl', 2, '', 'riga_non_leggibile']],
    ['a line of too many values',     { person: [person, `{"chiave": [${'1,'.repeat(60_000)}1]}`] }, ['persone.jsonl', 2, '', 'riga_non_leggibile']],
    ['a line that is too long',       { person: [person, `{"chiave": "${'x'.repeat(5_000_000)}"}`] }, ['persone.jsonl', 2, '', 'riga_troppo_lunga']],
    ['a record without a key',        { person: [{ cognome: 'Rossi' }] },                          ['persone.jsonl', 1, 'chiave', 'campo_obbligatorio']],
    ['a key that is there twice',     { person: [person, person] },                                ['persone.jsonl', 2, 'chiave', 'chiave_ripetuta']],
    ['a person without a name',       { person: [{ chiave: 'x' }] },                               ['persone.jsonl', 1, 'cognome', 'nome_o_cognome']],
    ['a tax code of two people',      { person: [1, 2].map((chiave) => ({ chiave: `${chiave}`, cognome: 'R', codice_fiscale: taxCodeNumber(7002) })) }, ['persone.jsonl', 2, 'codice_fiscale', 'codice_presente']],
    ['a field of the form',           { ...office, case: [{ ...oldCase, personaFisica: { anagrafica: { email: 'ada' } } }] }, ['casi.jsonl', 1, 'personaFisica.anagrafica.email', 'email_non_valida']],
    ['a field that there is not',     { ...office, case: [{ ...oldCase, email: 'ada@example.org' }] }, ['casi.jsonl', 1, 'email', 'campo_sconosciuto']],
    ['an unknown operator',           { person: [person], case: [oldCase] },                       ['casi.jsonl', 1, 'chiave_assegnata_a', 'chiave_sconosciuta']],
    ['a number of two cases',         { ...office, case: [oldCase, { ...oldCase, chiave: 'b' }] }, ['casi.jsonl', 2, 'numero', 'numero_presente']],
    ['a closed case without its day', { ...office, case: [{ ...oldCase, data_chiusura: undefined }] }, ['casi.jsonl', 1, 'data_chiusura', 'campo_obbligatorio']],
    ['an id of no list',              { ...office, case: [{ ...oldCase, id_canale: 999_999 }] },   ['casi.jsonl', 1, 'id_canale', 'senza_corrispondenza']],
    ['the address of another account', { operator: [{ ...operator, mail: 'giulia.ferri@demo.example' }] }, ['operatori.jsonl', 1, 'mail', 'mail_presente']],
  ])('names file, row and field of %s', async (_what, records, error) => {
    expect(await check(records)).toEqual([error])
  })

  test('takes members named like an error for members', async () => {
    const errors = await check({ person: [{ ...person, path: '', message: '' }] })
    expect(errors.map(([, , path, message]) => [path, message])).toEqual([
      ['path', 'campo_sconosciuto'],
      ['message', 'campo_sconosciuto'],
    ])
  })

  test('follows no symbolic link', async () => {
    const folder = await folderWith(office)
    const other = await folderWith({ person: [{ chiave: 'fuori', cognome: 'Altrove' }] })
    await rm(join(folder, 'persone.jsonl'))
    await symlink(join(other, 'persone.jsonl'), join(folder, 'persone.jsonl'))
    await expect(portal.services.transfer.check(folder)).rejects.toThrow('persone.jsonl is not a file')
    const manifest = await folderWith(office)
    await rm(join(manifest, 'manifesto.json'))
    await symlink(join(other, 'manifesto.json'), join(manifest, 'manifesto.json'))
    await expect(portal.services.transfer.check(manifest)).rejects.toThrow('manifesto.json is not a file')
  })

  test('says that a file is not the one of the manifest', async () => {
    const folder = await folderWith(office)
    await writeFile(join(folder, 'persone.jsonl'), '')
    const { errors } = await portal.services.transfer.check(folder)
    expect(errors).toContainEqual(expect.objectContaining({ file: 'persone.jsonl', row: 0, message: 'file_diverso' }))
  })

  test('collects the values that have none of ours, and takes the filled-in table', async () => {
    const folder = await folderWith({ ...office, case: [{ ...oldCase, id_canale: 'Fax' }] })
    const first = await portal.services.transfer.check(folder)
    expect(first.errorCount).toBe(1)
    expect(first.correspondences).toEqual([{ list: 'channel', value: 'Fax', rows: 1, ours: '', label: '' }])
    await writeFile(
      join(folder, 'corrispondenze.csv'),
      'lista;valore;righe;nostro;etichetta\nchannel;Fax;1;3;Telefono\n',
    )
    expect(await portal.services.transfer.check(folder)).toMatchObject({ errorCount: 0, hasOpenCorrespondences: false })
  })
})

describe('the import', () => {
  test('makes an office of the folder, once', async () => {
    const letters = portal.letters.length
    const folder = await folderWith(office)
    const run = await portal.services.transfer.importNow(folder, managerId)
    expect(run).toMatchObject({ state: 'done', done: 8, skipped: 0 })
    const again = await portal.services.transfer.importNow(await folderWith(office), managerId)
    expect(again).toMatchObject({ state: 'done', done: 0, skipped: 8 })
    expect(portal.letters.length).toBe(letters)
    expect(await query('select from mails')).toEqual([])
    expect(await query('select from notices')).toEqual([])
  })

  test('goes on where it broke off', async () => {
    const people = Array.from({ length: 600 }, (_, index) => ({ chiave: `persona ${index}`, cognome: 'Ripreso' }))
    const folder = await folderWith({ person: [...people.slice(0, 420), '{', ...people.slice(421)] })
    await expect(portal.services.transfer.importNow(folder, managerId)).rejects.toThrow(
      'persone.jsonl, row 421, : riga_non_leggibile',
    )
    const count = async () => (await query("select from transfer_keys where kind = 'person' and record_id > 1")).length
    expect(await count()).toBe(250)
    await writeFile(join(folder, 'persone.jsonl'), people.map((person) => `${JSON.stringify(person)}\n`).join(''))
    expect(await portal.services.transfer.importNow(folder, managerId)).toMatchObject({
      state: 'done',
      done: 600,
      skipped: 0,
    })
    expect(await count()).toBe(600)
    await query('delete from natural_persons where id > 1')
    await query("delete from registry_comparisons where kind = 'person' and id > 1")
    expect(await count()).toBe(0)
  })

  test('keeps number, days and status of a case', async () => {
    const [row] = await query('select * from cases')
    expect(row).toMatchObject({ protocol_year: 2009, protocol_number: 17, status: 'closed', unread: 0 })
    expect(row.created_at).toEqual(new Date('2009-03-02T08:00:00.000Z'))
    expect(await portal.storedReport(row.id)).toMatchObject({ lastName: 'Quercetani', notes: oldCase.note })
    const [counter] = await query('select last from protocol_counters where year = 2009')
    expect(counter.last).toBe(17)
  })

  test('shows the authors of an old history, and counts its days', async () => {
    const [{ id }] = await query('select id from cases')
    const { body: answer } = await manager.raw('GET', `/v1/segnalazioni/iter/${id}`)
    const authors = JSON.stringify(answer)
    expect(authors).toContain('Dott. Verdi')
    expect(authors).toContain('Per competenza')
    expect(await query('select month::text, take_days, close_days from case_statistics')).toEqual([
      { month: '2009-03-01', take_days: 10, close_days: 91 },
    ])
  })

  test('names what it wrote in the audit log, and asks the registry to compare it', async () => {
    const entries = await query(
      "select record_kind, cardinality(record_ids) as count from audit_entries where action = 'transfer_imported' order by id",
    )
    expect(new Set(entries.map(({ record_kind: kind }) => kind))).toEqual(
      new Set(['user', 'person', 'organisation', 'case']),
    )
    const compared = await query("select kind from registry_comparisons where kind <> 'association' order by kind")
    expect(compared.map(({ kind }) => kind)).toEqual(['case', 'organisation', 'person'])
  })

  test('keeps the keys of the old system sealed', async () => {
    const stored = await query('select source_key from transfer_keys')
    expect(stored).toHaveLength(8)
    for (const { source_key: key } of stored) expect(key.toString('latin1')).not.toContain('PRAT')
  })
})

describe('files', () => {
  const file = {
    chiave: 'F1',
    chiave_segnalazione: 'PRAT/2009/17',
    file: 'allegati/lettera.txt',
    nome_file: 'Lettera.txt',
    data: '2009-05-01T08:00:00.000Z',
  }
  const virus = { ...file, chiave: 'F2', file: 'allegati/virus.txt' }
  const bytes = {
    'lettera.txt': 'Gentile ufficio',
    'virus.txt': 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
  }
  const moveIn = async (attachment: object[]) => {
    const folder = await makeTransferFolder({ ...office, attachment }, bytes)
    folders.push(folder)
    return portal.services.transfer.importNow(folder, managerId)
  }

  test('are sealed with their case, once, and one with a virus is left out by its row', async () => {
    expect(await moveIn([file, virus])).toMatchObject({
      state: 'done',
      done: 1,
      skipped: 9,
      outcome: { refused: [{ row: 2, code: 'VIRUS_FOUND' }] },
    })
    expect(await moveIn([file])).toMatchObject({ done: 0, skipped: 9 })
    const [{ id }] = await query('select id from cases')
    const [row] = await query('select files.* from files join attachments using (id) where case_id = $1', [id])
    expect(row.claimed_at).toEqual(new Date('2009-05-01T08:00:00.000Z'))
    const stored = await portal.services.files.open(row.id)
    expect((await buffer(stored.stream)).toString()).toBe('Gentile ufficio')
  })

  test.each([
    [{ ...file, file: 'allegati/manca.txt' }, 'file', 'file_mancante'],
    [{ ...file, file: '../../etc/passwd' }, 'file', 'valore_non_valido'],
    [{ ...file, id_tipo_allegato: 1 }, 'chiave_operatore', 'campo_obbligatorio'],
  ])('are judged before: %o', async (attachment, path, message) => {
    const folder = await makeTransferFolder({ ...office, attachment: [{ ...attachment, chiave: 'F3' }] }, bytes)
    folders.push(folder)
    const { errors } = await portal.services.transfer.check(folder)
    expect(errors.map((error) => [error.file, error.path, error.message])).toEqual([['allegati.jsonl', path, message]])
  })
})

test('an export has the records of the import, with their keys', async () => {
  const folder = join(tmpdir(), `portale-export-${process.pid}`)
  folders.push(folder)
  await portal.services.transfer.exportAll(folder, { by: managerId, confirmedBy: managerId })
  expect((await readdir(folder)).sort()).toEqual(
    ['allegati', 'manifesto.json', ...Object.values(transferFiles).map((name) => `${name}.jsonl`)].sort(),
  )
  const [line = ''] = await linesOfKind(folder, 'case')
  expect(JSON.parse(line)).toMatchObject(oldCase)
  expect((await linesOfKind(folder, 'caseEvent')).map((each) => JSON.parse(each))).toMatchObject(history)
  const [attached = ''] = await linesOfKind(folder, 'attachment')
  expect(JSON.parse(attached)).toMatchObject({ chiave: 'F1', nome_file: 'Lettera.txt' })
  expect(await readFile(join(folder, JSON.parse(attached).file), 'utf8')).toBe('Gentile ufficio')
  expect((await readFile(join(folder, 'manifesto.json'), 'utf8')).length).toBeGreaterThan(100)
  expect((await portal.services.transfer.check(folder)).errors).toEqual([])
})
