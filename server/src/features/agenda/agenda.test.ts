import { paths } from '@portal/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp, taxCodeOf } from '../../../test/build-app.ts'
import { operatorOnWire } from '../../../test/make.ts'
import { makeCase } from '../../../test/make-case.ts'

const friday = new Date('2026-11-20T10:00:00.000Z')
let portal: TestApp
let two: Caller
let manager: Caller
const mails = { two: '', manager: '' }
beforeAll(async () => {
  portal = await startTestApp({ withJobs: true })
  const mailOf = async (caller: Caller) =>
    (await caller.raw('GET', '/v1/utenti/in-sessione')).body.result.mail as string
  mails.two = await mailOf(await portal.as('operatorTwo'))
  mails.manager = await mailOf(await portal.as('manager'))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.database.pool.query(`update cases set status = 'cancelled'`)
  await portal.database.pool.query('delete from agendas')
  portal.clock.set(friday)
  two = await portal.as('operatorTwo')
  manager = await portal.as('manager')
})

const at = (day: string) => new Date(`${day}T10:00:00.000Z`)
/** Makes a case of the level II operator that is due ninety days after `from`. */
const ownCase = async (from: string) =>
  makeCase(portal, {
    status: 'inWorkTwo',
    assignedTo: await portal.idOf('operatorTwo'),
    columns: { worked_from: at(from), status_since: at(from) },
  })
const codeOf = async (id: number) =>
  (await two.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)).body.result.codice as string
/** Runs the job of a day; returns the mails that it sends, by recipient. */
async function digest() {
  const before = portal.letters.length
  await portal.services.audit.job('cases.digest', portal.services.agenda.digestAll)
  const queued = async () =>
    (await portal.database.pool.query('select count(*)::int as n from mails where sent_at is null')).rows[0].n
  await expect.poll(queued, { timeout: 15_000 }).toBe(0)
  return portal.letters.slice(before)
}

describe('the mail of the morning', () => {
  test('lists an operator’s late and due cases by code and date, without personal data', async () => {
    const late = await ownCase('2026-08-01')
    const soon = await ownCase('2026-08-25')
    const far = await ownCase('2026-11-19')
    const mail = (await digest()).find(({ to }) => to === mails.two)
    expect(mail?.subject).toMatch(/1 in ritardo, 1 in scadenza/)
    expect(mail?.text).toContain(`In ritardo: 1 caso\n- ${await codeOf(late)}, entro il 30/10/2026`)
    expect(mail?.text).toContain(`In scadenza: 1 caso\n- ${await codeOf(soon)}, entro il 23/11/2026`)
    expect(mail?.text).not.toContain(await codeOf(far))
    expect(mail?.text).toContain(paths.agenda)
  })

  test('lists a case out of remit for its operator, and not for RUP as one to assign', async () => {
    const far = { worked_from: at('2026-08-01'), status_since: at('2026-08-01'), relevance_id: 2 }
    await makeCase(portal, { status: 'toAssign', columns: far })
    const id = await makeCase(portal, {
      status: 'inWorkTwo',
      assignedTo: await portal.idOf('operatorTwo'),
      columns: far,
    })
    const letters = await digest()
    expect(letters.map(({ to }) => to)).toEqual([mails.two])
    expect(letters[0]?.text).toContain(await codeOf(id))
    const { indirizzo } = (await two.raw('POST', '/v1/scadenze/calendario')).body.result
    const { body } = await portal.inject({ method: 'GET', url: new URL(indirizzo).pathname })
    expect(body).toContain('BEGIN:VCALENDAR')
    expect(body.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(body).toContain(await codeOf(id))
  })

  test('lists at most twenty cases, and counts the others', async () => {
    for (let index = 0; index < 23; index++) await ownCase('2026-08-01')
    const mail = (await digest()).find(({ to }) => to === mails.two)
    expect(mail?.text?.match(/entro il/g)).toHaveLength(20)
    expect(mail?.text).toContain('- e altri 3')
  })

  test('counts all cases to assign, however many there are', async () => {
    await portal.database.pool.query(
      `insert into cases (protocol_year, protocol_number, status, reporter_type_id, language_id, channel_id, created_at)
       select 1989, n, 'toAssign', 3, 1, 2, $1 from generate_series(1, 612) as n`,
      [portal.clock.now()],
    )
    const mail = (await digest()).find(({ to }) => to === mails.manager)
    expect(mail?.text).toMatch(/: 612 casi/)
    expect(mail?.text).toContain('- e altri 592')
  })

  test('lists the cases to assign and those without an operator for RUP', async () => {
    const id = await makeCase(portal, { status: 'toAssign' })
    await makeCase(portal)
    const mail = (await digest()).find(({ to }) => to === mails.manager)
    expect(mail?.text).toContain(`Da assegnare: 1 caso\n- ${await codeOf(id)}`)
    expect(mail?.text).toContain('2 casi non sono seguiti da nessuno')
  })

  test('is sent once per working day, to operators with pending work who have not switched it off', async () => {
    expect(await digest()).toEqual([])
    await ownCase('2026-08-01')
    // The job has run for that day already.
    expect(await digest()).toEqual([])
    portal.clock.set(at('2026-11-21'))
    expect(await digest()).toEqual([])
    portal.clock.set(at('2026-12-08'))
    expect(await digest()).toEqual([])
    portal.clock.set(at('2026-11-23'))
    expect((await digest()).map(({ to }) => to)).toEqual([mails.two])
    expect(await digest()).toEqual([])
    portal.clock.set(at('2026-11-24'))
    two = await portal.as('operatorTwo')
    expect((await two.raw('POST', '/v1/scadenze/riepilogo', { riepilogo: 0 })).body.result).toEqual({ riepilogo: 0 })
    expect(await digest()).toEqual([])
    await two.raw('POST', '/v1/scadenze/riepilogo', { riepilogo: 1 })
    expect(await digest()).toHaveLength(1)
  })
})

describe('the calendar of terms', () => {
  const start = async (caller: Caller) =>
    new URL((await caller.raw('POST', '/v1/scadenze/calendario')).body.result.indirizzo)
  const read = (url: URL) => portal.inject({ method: 'GET', url: url.pathname })

  test('has an all-day event per case of its owner, with code, status and link, without personal data', async () => {
    const id = await ownCase('2026-09-01')
    const code = await codeOf(id)
    await makeCase(portal, { status: 'inWorkTwo' })
    const { statusCode, headers, body } = await read(await start(two))
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    const lines = body.replaceAll('\r\n ', '').split('\r\n')
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
    expect(lines).toEqual(
      expect.arrayContaining([
        'DTSTART;VALUE=DATE:20261130',
        `SUMMARY:${code}: da chiudere`,
        expect.stringMatching(new RegExp(`^URL.*${paths.caseDetail}\\?id=${id}$`)),
        'TRANSP:TRANSPARENT',
      ]),
    )
    expect(body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  })

  test('of RUP contains the cases to assign too', async () => {
    await makeCase(portal, { status: 'toAssign' })
    expect((await read(await start(manager))).body).toMatch(/SUMMARY:.*: da assegnare/)
  })

  test('ends with a new address, on request, and with its owner’s account', async () => {
    const first = await start(two)
    const second = await start(two)
    expect((await read(first)).statusCode).toBe(404)
    expect((await read(second)).statusCode).toBe(200)
    expect((await two.raw('GET', '/v1/scadenze')).body.result.calendario_dal).toBe(friday.toISOString())
    await two.raw('POST', '/v1/scadenze/calendario/chiudi')
    const { rows } = await portal.database.pool.query(
      "select count(*)::int as n from audit_entries where action = 'calendar_changed' and record_kind = 'user'",
    )
    expect(rows[0].n).toBeGreaterThanOrEqual(2)
    expect((await read(second)).statusCode).toBe(404)
    expect((await two.raw('GET', '/v1/scadenze')).body.result).toEqual({ riepilogo: 1 })
    const third = await start(two)
    const account = await portal.idOf('operatorTwo')
    const enable = (is: boolean) =>
      portal.database.pool.query('update users set is_enabled = $2 where id = $1', [account, is])
    await enable(false)
    expect((await read(third)).statusCode).toBe(404)
    await enable(true)
  })

  test('does not open for an old address after its account was removed and restored', async () => {
    const account = operatorOnWire({ cf: taxCodeOf('associationMember'), listaRuolo: ['ACLOP2'] })
    const add = () => manager.raw('POST', '/v1/admin/add-operatore', account)
    const { id_utente } = (await add()).body.result
    const url = await start(await portal.asPerson(taxCodeOf('associationMember')))
    expect((await read(url)).statusCode).toBe(200)
    await manager.raw('POST', '/v1/admin/del-operatore', { id_utente })
    expect((await read(url)).statusCode).toBe(404)
    expect((await add()).body.result).toEqual({ id_utente })
    expect((await read(url)).statusCode).toBe(404)
    const back = await portal.asPerson(taxCodeOf('associationMember'))
    expect((await back.raw('GET', '/v1/scadenze')).body.result).toEqual({ riepilogo: 1 })
  })

  test('is stored as a digest only', async () => {
    const { pathname } = await start(manager)
    const { rows } = await portal.database.pool.query('select row_to_json(agendas)::text as text from agendas')
    const secret = /([\w-]{43})\.ics$/.exec(pathname)?.[1] ?? ''
    expect(secret).toHaveLength(43)
    const stored = rows.map(({ text }: { text: string }) => text).join()
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
  })
})
