import { exportFiles, exportKinds, type Role, roleCodes, startExports } from '@portal/contract'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { newestListedRun } from '../../../test/listed-runs.ts'
import { caseOnWire, operatorOnWire, reportOnWire } from '../../../test/make.ts'
import { makeAssociation } from '../../../test/make-association.ts'
import { makeCase } from '../../../test/make-case.ts'

let portal: TestApp
let manager: Caller
const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows

const made = {
  cases: [] as number[],
  people: 0,
  organisations: 0,
  enrolled: 0,
  otherEnrolled: 0,
  newRequests: 0,
  notEnabled: 0,
}
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  const { body: entered } = await manager.raw('POST', '/v1/segnalazioni/nuova-segnalazione', caseOnWire())
  const { body: sent } = await portal.visitor.raw(
    'POST',
    '/v1/noauth/segnalazione',
    reportOnWire({ resoconto_fatti: '=1+1' }),
  )
  made.cases = [entered.result.id_segnalazione, sent.result.id_segnalazione]
  const person = {
    nome: '@Ada',
    cognome: 'Bruni',
    data_nascita: '1980-01-01T00:00:00.000Z',
  }
  made.people = (await manager.raw('POST', '/v1/anagrafica/add-persona-fisica', person)).body.result.id_persona_fisica
  const body = { ragione_sociale: 'Ponti & Porte', piva: '12345678903' }
  made.organisations = (
    await manager.raw('POST', '/v1/anagrafica/add-persona-giuridica', body)
  ).body.result.id_persona_giuridica
  const dates = { enrolledOn: '2026-03-01', expiresOn: '2027-03-01' } as const
  made.enrolled = (await makeAssociation(portal, { status: 'enrolled', columns: dates })).id
  made.otherEnrolled = (await makeAssociation(portal, { status: 'enrolled', columns: { ...dates, name: 'Zeta' } })).id
  made.newRequests = (await makeAssociation(portal, {})).id
  made.notEnabled = (await makeAssociation(portal, { status: 'removed', columns: { closedOn: '2026-10-12' } })).id
})
afterAll(() => portal.close())

/** The sheets of a workbook by name. */
async function sheetsOf(bytes: Buffer): Promise<Record<string, unknown[][]>> {
  const { sheets } = await readXlsx(bytes)
  return Object.fromEntries(sheets.map(({ name, rows }) => [name, rows]))
}
const fileOf = (path: string, body: object, caller = manager) => caller.raw('POST', `/v1/report/${path}`, body)

interface Started {
  readonly id: number
  readonly state: () => Promise<Record<string, unknown>>
  readonly get: (by?: Caller) => ReturnType<Caller['raw']>
}
async function start(path: string, body: object, caller = manager): Promise<Started> {
  const { status, body: answer } = await caller.raw('POST', `/v1/report/start-${path}`, body)
  expect([status, answer.result.errori]).toEqual([200, undefined])
  const id = answer.result.numero_univoco
  return {
    id,
    state: async () => (await caller.raw('GET', `/v1/report/stato/${id}`)).body.result,
    get: (by = caller) => by.raw('POST', `/v1/report/get-${path}`, { numero_univoco: id }),
  }
}
/** A new operator with one case. */
async function operatorWithCase(cognome: string) {
  const account = operatorOnWire({ cognome })
  const id = (await manager.raw('POST', '/v1/admin/add-operatore', account)).body.result.id_utente
  await query('update users set is_demo = true where id = $1', [id])
  await makeCase(portal, { assignedTo: id })
  return { caller: await portal.asPerson(String(account.cf)) }
}
const work = (id: number) => portal.services.runs.work({ runId: id })
const finishAll = async () => {
  for (const { id } of await query("select id from runs where kind = 'export' and finished_at is null")) await work(id)
}

describe('a single call', () => {
  test('gives a workbook of the chosen cases, named by the product tag', async () => {
    const { status, headers, body } = await fileOf('casi', { idsList: made.cases })
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe('attachment; filename="UNAR - Casi.xlsx"')
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const { Casi: cases = [], Filtri: about = [] } = await sheetsOf(body)
    expect(cases[0]?.slice(0, 5)).toEqual(['Codice', 'Stato', 'Data creazione', 'Operatore', 'Scadenza'])
    expect(cases).toHaveLength(3)
    expect(cases[1]?.[2]).toEqual(new Date('2026-11-20T00:00:00.000Z'))
    expect(about).toEqual(
      expect.arrayContaining([
        ['Elenco', 'Casi'],
        ['Ruolo', 'RUP'],
        ['Data e ora', '20/11/2026 11:00'],
        ['Righe', '2'],
        ['Righe scelte una per una', '2'],
      ]),
    )
  })

  test.each([
    ['casi', 'cases', ['UNAR - Casi.xlsx'], 'Codice'],
    ['anagrafica-pf', 'people', ['Anagrafica PF.xlsx'], 'Numero scheda'],
    ['anagrafica-pg', 'organisations', ['Anagrafica PG.xlsx'], 'Numero scheda'],
    ['operatori', 'operators', ['Operatori.xlsx'], 'Cognome'],
    ['pg-web', 'newRequests', ['Nuove richieste.xlsx'], 'Numero richiesta'],
    ['pg', 'enrolled', ['Elenco associazioni ed enti.xlsx'], 'Numero richiesta'],
    ['pg-cancellate', 'notEnabled', ['Elenco cancellate, scadute e respinte.xlsx'], 'Numero richiesta'],
  ] as const)('%s gives its list', async (path, list, [name], first) => {
    const id = list === 'operators' ? await portal.idOf('operatorOne') : [made[list]].flat()[0]
    const { status, headers, body } = await fileOf(path, { idsList: [id] })
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain(`"${name}"`)
    const [rows] = Object.values(await sheetsOf(body))
    expect(rows?.[0]?.[0]).toBe(first)
    expect(rows).toHaveLength(2)
  })

  test('has the chosen columns in their order, with choices in words and sealed values', async () => {
    const colonne = ['luogo.id_citta', 'resoconto_fatti', 'codice', 'listaNumeroProtocollo.data_iscrizione']
    const { body } = await fileOf('casi', { idsList: [made.cases[0]], colonne })
    const rows = (await sheetsOf(body)).Casi ?? []
    expect(rows[0]).toEqual(['Comune del fatto', 'Che cosa è successo', 'Codice', 'Numeri di protocollo: Data'])
    expect(rows[1]?.[0]).toBe('Roma')
    expect(rows[1]?.[2]).toMatch(/^UNAR-2026-\d{6}$/)
    expect(rows[1]?.[3]).toMatch(/^\d\d\/\d\d\/\d{4}$/)
  })

  test('gives text that looks like a formula as text', async () => {
    const { body } = await fileOf('casi', { idsList: [made.cases[1]], colonne: ['resoconto_fatti'] })
    expect((await sheetsOf(body)).Casi?.[1]).toEqual(['=1+1'])
    const { body: csv } = await fileOf('anagrafica-pf', {
      idsList: [made.people],
      colonne: ['nome', 'data_nascita'],
      formato: 'csv',
    })
    expect((csv as Buffer).toString()).toBe('\uFEFF"Nome";"Data di nascita"\r\n"\'@Ada";"01/01/1980"\r\n')
  })

  test.each([
    ['casi', 'data_creazione', () => made.cases, 'codice'],
    ['operatori', 'cognome', async () => [await portal.idOf('manager'), await portal.idOf('operatorOne')], 'cognome'],
    ['pg', 'ragione_sociale', () => [made.enrolled, made.otherEnrolled], 'ragione_sociale'],
  ] as const)('%s has its rows in the order of the list, by %s', async (path, campo, idsOf, column) => {
    const idsList = await idsOf()
    const rows = async (verso: 'asc' | 'desc') => {
      const body = { idsList, colonne: [column], formato: 'csv', ordinamenti: [{ campo, verso }] }
      return String((await fileOf(path, body)).body)
        .trimEnd()
        .split('\r\n')
        .slice(1)
    }
    const [up, down] = [await rows('asc'), await rows('desc')]
    expect(up).toHaveLength(2)
    expect(down).toEqual(up.toReversed())
    if (column !== 'codice') expect(up).toEqual([...up].sort())
  })

  test('refuses an order that the list does not have', async () => {
    for (const [path, campo] of [
      ['anagrafica-pf', 'cognome'],
      ['casi', 'cognome'],
      ['operatori', 'mail'],
    ] as const) {
      const { status, body } = await fileOf(path, { idsList: [1], ordinamenti: [{ campo, verso: 'asc' }] })
      expect([path, status, body.result.errori?.[0]?.campo]).toEqual([path, 400, 'ordinamenti'])
    }
  })

  test('refuses 1,001 ids, an unknown column and none, by name', async () => {
    const errors = async (body: object) => {
      const { status, body: answer } = await fileOf('casi', body)
      return [status, answer.result.errori?.map(({ campo, codice }: Record<string, string>) => [campo, codice])]
    }
    const many = Array.from({ length: 1001 }, (_, index) => index + 1)
    expect(await errors({ idsList: many })).toEqual([400, [['idsList', 'troppe_righe_esportate']]])
    expect((await fileOf('casi', { idsList: many.slice(1) })).status).toBe(200)
    expect(await errors({ idsList: [1], colonne: ['codice', 'cognome'] })).toEqual([
      400,
      [['colonne.1', 'colonna_sconosciuta']],
    ])
    expect(await errors({ idsList: [] })).toEqual([400, [['idsList', 'campo_obbligatorio']]])
  })

  test.each([
    ['casi', () => made.cases[0]],
    ['anagrafica-pf', () => made.people],
    ['anagrafica-pg', () => made.organisations],
    ['operatori', () => portal.idOf('operatorOne')],
    ['pg', () => made.enrolled],
  ] as const)('%s names the ids that it leaves out, in a header and in the second sheet', async (path, idOf) => {
    const id = Number(await idOf())
    const idsList = [2_000_000_001, id, 2_000_000_000, id, 2_000_000_001]
    const { status, headers, body } = await fileOf(path, { idsList })
    expect([status, headers['ids-esclusi']]).toEqual([200, '2000000000,2000000001'])
    expect((await sheetsOf(body)).Filtri).toEqual(
      expect.arrayContaining([
        ['Righe scelte una per una', '3'],
        ['Di queste non più leggibili', '2'],
        ['I loro numeri', '2000000000, 2000000001'],
      ]),
    )
    expect((await fileOf(path, { idsList, formato: 'csv' })).headers['ids-esclusi']).toBe('2000000000,2000000001')
    expect((await fileOf(path, { idsList: [id] })).headers['ids-esclusi']).toBeUndefined()
  })

  test('leaves out what the caller may not read, and says how many', async () => {
    const one = await portal.as('operatorOne')
    await query('update cases set assigned_to = $1 where id = $2', [await portal.idOf('operatorOne'), made.cases[0]])
    const { headers, body } = await fileOf('casi', { idsList: made.cases, vista: 2 }, one)
    expect(headers['content-disposition']).toContain('"UNAR - I miei casi.xlsx"')
    const sheets = await sheetsOf(body)
    expect(sheets['I miei casi']).toHaveLength(2)
    expect(sheets.Filtri).toEqual(expect.arrayContaining([['Di queste non più leggibili', '1']]))
    expect(headers['ids-esclusi']).toBe(String(made.cases[1]))
    // Without a list a level-one operator gets their own cases; other lists are refused.
    expect((await fileOf('casi', { idsList: made.cases }, one)).headers['content-disposition']).toContain('I miei casi')
    expect((await fileOf('casi', { idsList: made.cases, vista: 0 }, one)).status).toBe(403)
  })

  test('is recorded with the records and the columns', async () => {
    await fileOf('casi', { idsList: made.cases, colonne: ['codice', 'resoconto_fatti'] })
    const [entry] = await query('select * from audit_entries order by id desc limit 1')
    expect(entry).toMatchObject({
      action: 'cases_exported',
      record_kind: 'case',
      record_ids: made.cases.toSorted((one, other) => other - one).map(String),
      changed_fields: ['codice', 'resoconto_fatti'],
      user_id: await portal.idOf('manager'),
    })
  })
})

test('each role exports the lists of its permissions and no other', async () => {
  const roles = Object.keys(roleCodes) as Role[]
  for (const role of roles) {
    const caller = await portal.as(role)
    for (const list of Object.keys(exportFiles) as (keyof typeof exportFiles)[]) {
      const { path, allow } = exportFiles[list]
      const { status } = await caller.raw('POST', path, { idsList: [1] })
      expect([role, list, status]).toEqual([role, list, allow.includes(role) ? 200 : 403])
      expect(startExports[list].allow).toEqual(allow)
    }
  }
})

describe('an export of a whole list', () => {
  test('is empty until its file is there, and says how far it is', async () => {
    const { id, state, get } = await start('segnalazioni-pag', { filtri: { statoSegnalazione: [1, 3] } })
    const empty = await get()
    expect([empty.status, String(empty.body ?? '')]).toEqual([200, ''])
    expect(await state()).toMatchObject({ stato: 'in_corso', tipo: 'casi', percentuale: 0, righe: 0, totale: 2 })
    await work(id)
    const { status, headers, body } = await get()
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="UNAR - Casi.xlsx"'])
    const { Casi: rows, Filtri: about } = await sheetsOf(body)
    expect(rows).toHaveLength(3)
    expect(about).toEqual(
      expect.arrayContaining([
        ['Vista', 'Casi'],
        ['Righe', '2'],
        ['Stato', 'Aperto; In lavorazione Op. I'],
      ]),
    )
    const until = new Date(portal.clock.now().getTime() + 24 * 3_600_000).toISOString()
    expect(await state()).toMatchObject({ stato: 'pronta', percentuale: 100, righe: 2, file_fino_al: until })
    expect(await newestListedRun(portal, 'esportazione')).toMatchObject({ elaborati: 2, totale: 2, saltati: 0 })
  })

  test.each([
    ['segnalazioni-pag', { vista: 2 }, 'UNAR - I miei casi.csv'],
    ['anagrafica-pf', { filtri: { parole: 'bruni' } }, 'Anagrafica PF.csv'],
    ['anagrafica-pg', { filtri: { piva: '12345678903' } }, 'Anagrafica PG.csv'],
    ['operatori', { filtri: { ruoli: ['ACLOP1'] } }, 'Operatori.csv'],
    ['pg-web', {}, 'Nuove richieste.csv'],
    ['pg', { filtri: { stato_richiesta: [5] } }, 'Elenco associazioni ed enti.csv'],
    ['pg-cancellate', {}, 'Elenco cancellate, scadute e respinte.csv'],
  ])('%s writes what its filters find', async (path, body, name) => {
    await query('update cases set assigned_to = $1 where id = $2', [await portal.idOf('manager'), made.cases[1]])
    const { id, get, state } = await start(path, { ...body, formato: 'csv' })
    await work(id)
    const reply = await get()
    expect(reply.headers['content-disposition']).toContain(`"${name}"`)
    const lines = (reply.body as Buffer).toString().trimEnd().split('\r\n')
    expect(lines.length).toBeGreaterThan(1)
    expect(await state()).toMatchObject({ righe: lines.length - 1 })
  })

  test('reads in the role in which it was started, and not once its owner lost it', async () => {
    const one = await portal.as('operatorOne')
    const { id, state } = await start('segnalazioni-pag', { vista: 2 }, one)
    const owner = await portal.idOf('operatorOne')
    await query('update users set is_enabled = false where id = $1', [owner])
    for (let count = 0; count < 2; count++) await expect(work(id)).rejects.toThrow('does not have the role')
    await work(id)
    await query('update users set is_enabled = true where id = $1', [owner])
    expect(await state()).toMatchObject({ stato: 'fallita', errore: expect.stringContaining('non è riuscita') })
    const { body } = await one.raw('POST', '/v1/report/riprova-esportazione', { numero_univoco: id })
    expect(body.result).toMatchObject({ stato: 'in_corso' })
    await work(id)
    expect(await state()).toMatchObject({ stato: 'pronta' })
  })

  test('is nobody else’s: neither state nor file nor end', async () => {
    const { id, get } = await start('segnalazioni-pag', { filtri: { nominativo: 'segreto' } })
    await work(id)
    const two = await portal.as('operatorTwo')
    const answers = await Promise.all([
      get(two),
      two.raw('GET', `/v1/report/stato/${id}`),
      two.raw('POST', '/v1/report/annulla-esportazione', { numero_univoco: id }),
      two.raw('POST', '/v1/report/riprova-esportazione', { numero_univoco: id }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const { body } = await two.raw('GET', '/v1/report/esportazioni')
    expect(body.result.listaView).toEqual([])
    // Nor does another list give the file, and no row has the filter in clear.
    expect((await manager.raw('POST', '/v1/report/get-operatori', { numero_univoco: id })).status).toBe(404)
    const rows = JSON.stringify(await query('select * from exports, runs where exports.id = $1', [id]))
    expect(Buffer.from(rows).includes('segreto')).toBe(false)
  })

  test('ten users who export at once get their own files', async () => {
    await finishAll()
    const operators = await Promise.all(Array.from({ length: 10 }, (_, index) => operatorWithCase(`Decima${index}`)))
    const body = { vista: 2, formato: 'csv', colonne: ['operatore'] }
    const started = await Promise.all(operators.map(({ caller }) => start('segnalazioni-pag', body, caller)))
    await Promise.all(started.map(({ id }) => work(id)))
    for (const { get } of started) {
      const replies = await Promise.all(operators.map(({ caller }) => get(caller)))
      const got = replies.flatMap(({ status, body: file }, index) => (status === 200 ? [[index, String(file)]] : []))
      const index = started.findIndex((one) => one.get === get)
      expect(got).toEqual([[index, `\uFEFF"Operatore"\r\n"Decima${index} Teresa"\r\n`]])
    }
    const register = await portal.as('registerAdmin')
    expect((await register.raw('POST', '/v1/report/start-segnalazioni-pag', body)).status).toBe(403)
    for (const { get } of started) expect((await get(register)).status).toBe(403)
  })

  test('is resumed and written by any server', async () => {
    const { id, get } = await start('operatori', {})
    const other = await startTestApp({ beside: portal })
    await other.services.runs.resume()
    await other.services.runs.work({ runId: id })
    // Its bytes are in the store of this server; the servers of an office share one.
    const { status, headers } = await get(await other.as('manager'))
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="Operatori.xlsx"'])
    await other.close()
  })

  test('can be cancelled, and then has no file', async () => {
    const { id, state, get } = await start('operatori', {})
    const { body } = await manager.raw('POST', '/v1/report/annulla-esportazione', { numero_univoco: id })
    expect(body.result).toMatchObject({ stato: 'annullata' })
    await work(id)
    expect(await state()).toMatchObject({ stato: 'annullata' })
    expect((await get()).status).toBe(404)
    expect((await manager.raw('POST', '/v1/report/annulla-esportazione', { numero_univoco: id })).status).toBe(409)
  })

  test('begins again after a crash in the middle, and ends with one right file', async () => {
    const { id, get } = await start('segnalazioni-pag', { formato: 'csv' })
    await query(`create function refuse_file() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`)
    await query('create trigger refuse_file before insert on files for each row execute function refuse_file()')
    await expect(work(id)).rejects.toThrow('killed')
    await query('drop function refuse_file() cascade')
    const before = (await query('select from files')).length
    await Promise.all([work(id), work(id)])
    expect(await query('select from files')).toHaveLength(before + 1)
    const cases = await query('select from cases')
    expect(((await get()).body as Buffer).toString().trimEnd().split('\r\n')).toHaveLength(cases.length + 1)
    expect(await newestListedRun(portal, 'esportazione')).toMatchObject({
      elaborati: cases.length,
      totale: cases.length,
    })
  })

  test('tells its owner when it is done, in a notice and a mail', async () => {
    const { id } = await start('operatori', {})
    await work(id)
    const { body } = await manager.raw('GET', '/v1/avvisi?da=1&a=1')
    expect(body.result.listaView[0]).toMatchObject({ tipo: 'esportazione_pronta', numero_univoco: id })
  })

  test('is recorded by start, rows and end, with filters by name', async () => {
    const { id } = await start('anagrafica-pf', { filtri: { parole: 'bruni' }, colonne: ['cognome'] })
    await work(id)
    const entries = await query('select * from audit_entries order by id desc limit 3')
    expect(entries.reverse()).toMatchObject([
      {
        action: 'export_started',
        record_kind: 'export',
        record_ids: [String(id)],
        changed_fields: [exportKinds.people, 'parole', 'cognome'],
      },
      { action: 'export_made', record_kind: 'person', record_ids: [String(made.people)], changed_fields: ['cognome'] },
      { action: 'export_made', record_kind: 'export', record_ids: [String(id)], user_id: await portal.idOf('manager') },
    ])
    expect(JSON.stringify(entries)).not.toContain('bruni')
  })
})

describe('the limits of one user', () => {
  test('refuse a fourth export at once, also of concurrent starts, and a retry', async () => {
    await finishAll()
    const two = await portal.as('operatorTwo')
    const begin = () => two.raw('POST', '/v1/report/start-segnalazioni-pag', {})
    const answers = await Promise.all([begin(), begin(), begin(), begin(), begin()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers['retry-after']).toBe('30')
    expect(refused?.body).toMatchObject({ errorCode: 'esportazioni_in_corso' })
    expect(refused?.body.result.descrizione).toContain('3 esportazioni in corso')
    await finishAll()
  })

  test('refuse more than so many in 24 hours, and say when to come again', async () => {
    await query("delete from runs where kind = 'export'")
    const other = await startTestApp({ beside: portal, env: { EXPORTS_PER_DAY: '1' } })
    const one = await other.as('registerOperator')
    const begin = () => one.raw('POST', '/v1/report/start-pg', {})
    expect((await begin()).status).toBe(200)
    await finishAll()
    const refused = await begin()
    expect([refused.status, refused.body.errorCode]).toEqual([429, 'esportazioni_del_giorno'])
    expect(Number(refused.headers['retry-after'])).toBe(24 * 3600)
    await other.close()
  })
})

describe('a template', () => {
  const save = (more: object = {}) =>
    manager.raw('POST', '/v1/report/modelli', { tipo: 'casi', nome: 'Per il ministero', colonne: ['codice'], ...more })

  test('is saved, replaced by one of the same name and list, listed and deleted by its owner', async () => {
    await save()
    await save({ tipo: 'operatori', colonne: ['cognome'] })
    const { body } = await save({ nome: 'per il Ministero', colonne: ['codice', 'id_stato'] })
    expect(body.result.modelli).toMatchObject([
      { tipo: 'casi', nome: 'per il Ministero', colonne: ['codice', 'id_stato'] },
      { tipo: 'operatori', nome: 'Per il ministero', colonne: ['cognome'] },
    ])
    const two = await portal.as('operatorTwo')
    expect((await two.raw('GET', '/v1/report/modelli')).body.result.modelli).toEqual([])
    const id = body.result.modelli[0].id_modello
    expect((await two.raw('POST', '/v1/report/modelli/elimina', { id_modello: id })).status).toBe(404)
    const { body: left } = await manager.raw('POST', '/v1/report/modelli/elimina', { id_modello: id })
    expect(left.result.modelli).toHaveLength(1)
  })

  test('has columns of its list', async () => {
    const { status, body } = await save({ colonne: ['cognome'] })
    expect([status, body.result.errori[0].campo]).toEqual([400, 'colonne'])
  })
})

test('a file lives 24 hours, and is listed until its run is deleted', async () => {
  const { id } = await start('operatori', { formato: 'csv' })
  await work(id)
  portal.clock.advance(24 * 3600)
  const later = await portal.as('manager')
  const state = () => later.raw('GET', `/v1/report/stato/${id}`)
  expect((await later.raw('POST', '/v1/report/get-operatori', { numero_univoco: id })).status).toBe(404)
  expect((await state()).body.result).toMatchObject({ stato: 'scaduta' })
  const { body } = await later.raw('GET', '/v1/report/esportazioni')
  expect(body.result.listaView[0]).toMatchObject({ numero_univoco: id, stato: 'scaduta' })
  portal.clock.advance(1)
  await portal.services.retention.run('hourly')
  await portal.services.retention.run('nightly')
  expect(await query('select from exports where id = $1', [id])).toEqual([])
  expect((await state()).status).toBe(404)
})
