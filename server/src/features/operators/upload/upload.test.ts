import { buffer } from 'node:stream/consumers'
import { getEncryptionState, listOperators, roleCodes } from '@portal/contract'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { invalidInput } from '#platform/app-error.ts'
import type { InTransaction } from '#platform/database/transaction.ts'
import { createLogger } from '#platform/logger.ts'
import { BudgetExceededError } from '#platform/parsing/budget.ts'
import { createRuns } from '#platform/runs/runs.ts'
import { type Caller, startTestApp, type TestApp, taxCodeOf } from '../../../../test/build-app.ts'
import { operatorOnWire, taxCodeNumber } from '../../../../test/make.ts'
import { judgeFile } from './judge-file.ts'
import { uploadColumns } from './upload.rules.ts'
import { createUploads } from './uploads.service.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const path = '/v1/admin/batch-utenze'
const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows

let people = 10_000
/** A row of the file of somebody who is nowhere else. */
function person(changes: Partial<Record<(typeof uploadColumns)[number], string>> = {}): string {
  people += 1
  const values = {
    cf: taxCodeNumber(people),
    nome: 'Zenobia',
    cognome: 'Quattrocchi',
    mail: `caricata.${people}@example.it`,
    telefono: '',
    data_abilitazione: '',
    flag_abilitazione: '1',
    ruoli: 'ACLOP1',
    ...changes,
  }
  return uploadColumns.map((column) => values[column]).join(';')
}
const fileOf = (...rows: string[]) => [uploadColumns.join(';'), ...rows].join('\r\n')
const send = (file: string | Buffer, changes: object = {}) =>
  manager.raw('POST', path, {
    nome_file: 'utenze.csv',
    contenuto: Buffer.from(file).toString('base64'),
    ...changes,
  })
const dryRun = async (file: string | Buffer) => (await send(file, { flag_prova: 1 })).body.result
const start = async (file: string | Buffer) => (await send(file)).body.result
const state = async () => (await manager.raw('GET', `${path}/stato`)).body.result.esecuzione
const carryOut = (runId: number, runs = portal.services.runs) =>
  portal.services.audit.job('runs.work', () => runs.work({ runId }))
/** The runs of a server whose transactions are these. */
function runsWith(inTransaction: InTransaction) {
  const options = { ...portal.services, inTransaction }
  const runs = createRuns({ ...options, log: createLogger('silent'), filesHours: 24 })
  createUploads({ ...options, runs })
  return runs
}
const isAccountText = `not exists (select from runs where id = upload_id and finished_at is null)`
/** Everything that an upload may write. */
const written = async () => {
  const [counts] = await query(`
    select (select count(*)::int from users where ${isAccountText}) as living, (select count(*)::int from users) as users,
      (select count(*)::int from user_roles) as roles, (select count(*)::int from user_changes) as changes,
      (select count(*)::int from user_tokens) as tokens, (select count(*)::int from files) as files`)
  return counts
}
/** What is there when so many accounts of one role are added to it. */
const plus = (counts: Record<string, number>, added: number) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, name === 'files' ? count : count + added]))

describe('a dry run', () => {
  test('tells every fault row by row, and writes nothing', async () => {
    const before = await written()
    const twice = person()
    const result = await dryRun(
      fileOf(
        person(),
        person({ cf: 'X', telefono: 'y' }),
        person({ cf: taxCodeOf('operatorOne').toLowerCase() }),
        person({ mail: 'Luca.Rossetti@demo.example', ruoli: 'ACLOP1|CAPO' }),
        twice,
        twice,
      ),
    )
    expect(result).toMatchObject({ righe: 6, valide: 2, errori_totali: 7 })
    const errors = result.errori.map(({ riga, campo, codice }: Record<string, string>) => `${riga} ${campo} ${codice}`)
    expect(errors).toEqual([
      '3 cf codice_fiscale_non_valido',
      '3 telefono telefono_non_valido',
      '4 cf utenza_presente',
      '5 mail mail_presente',
      '5 ruoli ruolo_sconosciuto',
      '7 cf utenza_ripetuta',
      '7 mail mail_ripetuta',
    ])
    expect(result.errori[0].messaggio).toBe('Codice fiscale non valido.')
    expect(result.esecuzione).toBeUndefined()
    expect(await written()).toEqual(before)
    expect(await state()).toBeUndefined()
  })

  test('of a file without faults says so, and writes nothing either', async () => {
    const before = await written()
    expect(await dryRun(fileOf(person(), person()))).toEqual({ righe: 2, valide: 2, errori: [], errori_totali: 0 })
    expect(await written()).toEqual(before)
  })

  test('tells at most 500 faults, and how many there are', async () => {
    const result = await dryRun(fileOf(...Array.from({ length: 700 }, () => person({ cf: 'X' }))))
    expect(result).toMatchObject({ righe: 700, valide: 0, errori_totali: 700, errori: { length: 500 } })
  })

  test.each<[string, string, object]>([
    ['that cannot be read', 'PK\u0003\u0004', { campo: 'contenuto', codice: 'file_non_leggibile' }],
    ['without rows', uploadColumns.join(';'), { campo: 'contenuto', codice: 'file_vuoto' }],
    ['of too many rows', `cf\n${'X\n'.repeat(5001)}`, { campo: 'contenuto', codice: 'troppe_righe' }],
    ['without a column', 'nome\nAda', { campo: 'cf', codice: 'colonna_mancante' }],
  ])('of a file %s says why', async (_what, file, error) => {
    const result = await dryRun(file)
    expect(result).toMatchObject({ valide: 0 })
    expect(result.errori[0]).toMatchObject({ riga: 1, ...error })
  })

  test('of a file that takes too much to read is refused at its field', async () => {
    const { db, vault } = portal.services
    const readTable = () => Promise.reject(new BudgetExceededError('seconds'))
    const { details } = invalidInput([{ path: 'contenuto', message: 'file_non_leggibile' }])
    await expect(judgeFile({ db, vault, readTable }, Buffer.from('cf'))).rejects.toMatchObject({
      details,
    })
  })

  test('of what is no base64, or too large, is refused', async () => {
    const refused = await manager.raw('POST', path, { nome_file: 'x.csv', contenuto: 'è' })
    expect(refused.body.result.errori).toMatchObject([{ campo: 'contenuto', codice: 'valore_non_valido' }])
    const large = await manager.raw('POST', path, { nome_file: 'x.csv', contenuto: 'A'.repeat(3_000_000) })
    expect(large.status).toBe(413)
    const elsewhere = await manager.raw('POST', '/v1/admin/operatori', { filtri: { nominativo: 'A'.repeat(300_000) } })
    expect(elsewhere.status).toBe(413)
    expect((await send(fileOf(person({ nome: 'x'.repeat(1_900_000) })), { flag_prova: 1 })).status).toBe(200)
  })
})

describe('the template', () => {
  test.each(['csv', 'xlsx'])('as %s is a right file as it is', async (format) => {
    const { body, headers } = await manager.raw('GET', `${path}/modello?formato=${format}`)
    expect(headers['content-disposition']).toBe(`attachment; filename="utenze.${format}"`)
    expect(await dryRun(body)).toMatchObject({ righe: 1, valide: 1, errori: [] })
  })
})

describe('an upload', () => {
  afterEach(async () => {
    for (const { id } of await query('select id from runs where finished_at is null')) await carryOut(id)
  })

  test('adds all accounts, records it in their history and in the audit log, and deletes its file', async () => {
    const before = await written()
    const file = fileOf(...Array.from({ length: 60 }, () => person()), person({ ruoli: 'ACLOP2|ACLRUP', nome: 'Rosa' }))
    const { esecuzione: run, ...rest } = await start(file)
    expect(rest).toEqual({ righe: 61, valide: 61, errori: [], errori_totali: 0 })
    expect(run).toMatchObject({ totale: 61, caricate: 0, errori: [] })
    expect(await query('select from files')).toHaveLength(before.files + 1)
    await carryOut(run.numero_univoco)
    expect(await state()).toMatchObject({
      numero_univoco: run.numero_univoco,
      totale: 61,
      caricate: 61,
      errori: [],
      data_fine: portal.clock.now().toISOString(),
    })
    expect(await written()).toEqual({ ...plus(before, 61), roles: before.roles + 62 })
    const found = await manager.raw('POST', '/v1/admin/operatori', { filtri: { nominativo: 'rosa quattrocchi' } })
    const [row] = found.body.result.listaView
    expect(row).toMatchObject({ nome: 'Rosa', listaRuolo: [roleCodes.operatorTwo, roleCodes.manager] })
    const { body } = await manager.raw('GET', `/v1/admin/operatori/${row.id_utente}`)
    expect(body.result.storico).toMatchObject([{ azione: 'caricato', operatore: 'Ferri Giulia' }])
    const [entry] = await query(
      `select record_ids from audit_entries where action = 'users_uploaded' and record_kind = 'user' order by id desc`,
    )
    expect(entry.record_ids).toHaveLength(61)
    // The same file again: everybody is there.
    const again = await start(file)
    expect(again).toMatchObject({ righe: 61, valide: 0, errori_totali: 122 })
    expect(again.esecuzione).toBeUndefined()
  })

  test('of an XLSX file does the same', async () => {
    const rows = [person(), person()].map((row) => row.split(';'))
    const bytes = await writeXlsx({ sheets: [{ name: 'utenze', rows: [[...uploadColumns], ...rows] }] })
    const before = await written()
    await carryOut((await start(Buffer.from(bytes))).esecuzione.numero_univoco)
    expect(await written()).toEqual(plus(before, 2))
  })

  test('under way is what another one is answered with, also at the same moment', async () => {
    const before = await written()
    const [first, second] = await Promise.all([start(fileOf(person())), start(fileOf(person()))])
    expect(second.esecuzione.numero_univoco).toBe(first.esecuzione.numero_univoco)
    expect((await start(fileOf(person()))).esecuzione.numero_univoco).toBe(first.esecuzione.numero_univoco)
    expect(await query('select from files')).toHaveLength(before.files + 1)
    await carryOut(first.esecuzione.numero_univoco)
    expect(await written()).toEqual(plus(before, 1))
  })

  test('under way refuses the file of another user with an error', async () => {
    const { esecuzione: run } = await start(fileOf(person()))
    const other = await portal.asPerson('CNTMRC68B02F205B')
    const contenuto = Buffer.from(fileOf(person())).toString('base64')
    const refused = await other.raw('POST', '/v1/admin/batch-utenze', { nome_file: 'altro.csv', contenuto })
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'caricamento_in_corso'])
    await carryOut(run.numero_univoco)
  })

  test('is carried out once by two jobs at the same time', async () => {
    const before = await written()
    const { esecuzione: run } = await start(fileOf(...Array.from({ length: 110 }, () => person())))
    await Promise.all([carryOut(run.numero_univoco), carryOut(run.numero_univoco)])
    expect(await written()).toEqual(plus(before, 110))
    expect(await state()).toMatchObject({ caricate: 110 })
  })

  test('killed at any moment is there wholly or not at all, and is done when it is taken up again', async () => {
    for (const killedAt of [1, 2, 6, 7]) {
      const before = await written()
      const { esecuzione: run } = await start(fileOf(...Array.from({ length: 60 }, () => person())))
      let transactions = 0
      const dying: InTransaction = async (audit, work) => {
        transactions += 1
        if (transactions === killedAt) throw new Error('killed')
        return portal.services.inTransaction(audit, work)
      }
      await expect(carryOut(run.numero_univoco, runsWith(dying))).rejects.toThrow('killed')
      expect((await written()).living).toBe(before.living)
      const { count } = await manager.call(listOperators, { query: {} })
      expect(count).toBeLessThanOrEqual(before.living)
      await carryOut(run.numero_univoco)
      expect(await written()).toEqual(plus(before, 60))
    }
  })

  test('that was half written when somebody of it was entered by hand takes all back, and says who', async () => {
    const rows = Array.from({ length: 60 }, () => person())
    const { esecuzione: run } = await start(fileOf(...rows))
    let transactions = 0
    const slow: InTransaction = async (audit, work) => {
      transactions += 1
      if (transactions === 4) {
        const [cf] = rows[45]?.split(';') ?? []
        expect((await manager.raw('POST', '/v1/admin/add-operatore', operatorOnWire({ cf }))).status).toBe(200)
      }
      return portal.services.inTransaction(audit, work)
    }
    const before = await written()
    await carryOut(run.numero_univoco, runsWith(slow))
    expect(await state()).toMatchObject({
      caricate: 0,
      data_fine: expect.any(String),
      errori: [{ riga: 47, campo: 'cf', codice: 'utenza_presente', messaggio: expect.any(String) }],
    })
    expect(await written()).toEqual({ ...plus(before, 1), files: before.files - 1 })
  })

  test('whose file is gone or damaged ends with that fault', async () => {
    const { esecuzione: run } = await start(fileOf(person()))
    await query('delete from files')
    await carryOut(run.numero_univoco)
    expect(await state()).toMatchObject({ caricate: 0, errori: [{ codice: 'file_non_leggibile' }] })
  })

  test('keeps the file sealed while it waits', async () => {
    const { esecuzione: run } = await start(fileOf(person()))
    const [{ id, name }] = await query('select f.id, f.name from runs join files f on f.id = input_file_id')
    expect(name.toString('latin1')).not.toContain('utenze')
    const { stream } = await portal.services.files.open(id)
    expect((await buffer(stream)).toString()).toContain('Quattrocchi')
    await carryOut(run.numero_univoco)
    expect(await query('select from files where id = $1', [id])).toEqual([])
  })

  test('is no run of the encryption batch', async () => {
    const { esecuzione: run } = await start(fileOf(person()))
    expect((await manager.call(getEncryptionState)).run).toBeUndefined()
    await portal.services.runs.resume()
    await carryOut(run.numero_univoco)
  })

  test('stays in the list of runs when finished exports and jobs are deleted', async () => {
    const { esecuzione: run } = await start(fileOf(person()))
    await carryOut(run.numero_univoco)
    await query("update runs set started_at = '2020-01-01', finished_at = '2020-01-01'")
    await portal.services.retention.run('nightly')
    expect(await query('select id from runs where id = $1', [run.numero_univoco])).toHaveLength(1)
  })

  test('is carried out by the queue', async () => {
    const queued = await startTestApp({ withJobs: true, beside: portal })
    const before = await written()
    const contenuto = Buffer.from(fileOf(person())).toString('base64')
    await (await queued.as('manager')).raw('POST', path, { nome_file: 'utenze.csv', contenuto })
    await expect.poll(async () => (await state()).data_fine, { timeout: 15_000 }).toBeDefined()
    expect(await written()).toEqual(plus(before, 1))
    await queued.close()
  })
})
