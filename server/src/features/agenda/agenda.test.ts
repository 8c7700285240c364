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
/** Runs the job of an hour; returns the mails that it sends. */
async function digest() {
  const before = portal.letters.length
  await portal.services.audit.job('cases.digest', portal.services.agenda.digestAll)
  const queued = async () =>
    (await portal.database.pool.query('select count(*)::int as n from mails where sent_at is null')).rows[0].n
  await expect.poll(queued, { timeout: 15_000 }).toBe(0)
  return portal.letters.slice(before)
}
const recipients = async () => (await digest()).map(({ to }) => to)
const choose = async (caller: Caller, riepilogo?: { cadenza: string; ora: number }) =>
  (await caller.raw('POST', '/v1/scadenze/riepilogo', riepilogo ? { riepilogo } : {})).body.result
/** An hour on the clock in Italy, which is an hour ahead in winter. */
const winter = (day: string, hour: number) => new Date(`${day}T${String(hour - 1).padStart(2, '0')}:00:00.000Z`)

describe('the digest of what waits', () => {
  test('has the counts of the home page with their links, and neither codes nor names', async () => {
    const late = await ownCase('2026-08-01')
    await ownCase('2026-11-19')
    expect(await choose(two, { cadenza: 'giornaliera', ora: 8 })).toEqual({
      riepilogo: { cadenza: 'giornaliera', ora: 8 },
    })
    portal.clock.set(winter('2026-11-23', 8))
    const [mail, ...others] = await digest()
    expect(others).toEqual([])
    expect(mail?.to).toBe(mails.two)
    const home = `${paths.deskHome}?scheda=`
    expect(mail?.text).toMatch(new RegExp(`Casi in ritardo: 1\n\\S*${home.replace('?', '\\?')}in_ritardo`))
    expect(mail?.text).toMatch(/Casi in lavorazione: 2\n\S*scheda=in_lavorazione_da_me/)
    expect(mail?.text).toContain(paths.agenda)
    expect(mail?.text).not.toContain(await codeOf(late))
  })

  test('has for RUP what waits to be assigned, and for the register whose turn it is', async () => {
    await makeCase(portal, { status: 'toAssign' })
    await choose(manager, { cadenza: 'giornaliera', ora: 8 })
    const register = await portal.as('registerAdmin')
    expect(await choose(register, { cadenza: 'giornaliera', ora: 8 })).toMatchObject({ riepilogo: { ora: 8 } })
    portal.clock.set(winter('2026-11-23', 9))
    const found = await digest()
    const mail = found.find(({ to }) => to === mails.manager)
    expect(mail?.text).toMatch(/Casi da assegnare: 1\n\S*scheda=da_assegnare/)
    // Nothing waits in the register.
    expect(found).toHaveLength(1)
  })

  test('is off until it is chosen, and ends where it is switched off', async () => {
    await ownCase('2026-08-01')
    expect((await two.raw('GET', '/v1/scadenze')).body.result).toEqual({})
    portal.clock.set(winter('2026-11-23', 12))
    expect(await recipients()).toEqual([])
    two = await portal.as('operatorTwo')
    await choose(two, { cadenza: 'giornaliera', ora: 8 })
    portal.clock.set(winter('2026-11-24', 8))
    expect(await recipients()).toEqual([mails.two])
    two = await portal.as('operatorTwo')
    expect(await choose(two)).toEqual({})
    portal.clock.set(winter('2026-11-25', 8))
    expect(await recipients()).toEqual([])
  })

  test('is sent once a working day from its hour on, and begins with the next day where the hour is over', async () => {
    await ownCase('2026-08-01')
    await choose(two, { cadenza: 'giornaliera', ora: 8 })
    expect(await recipients()).toEqual([])
    portal.clock.set(winter('2026-11-21', 9))
    expect(await recipients()).toEqual([])
    portal.clock.set(winter('2026-11-23', 7))
    expect(await recipients()).toEqual([])
    portal.clock.set(winter('2026-11-23', 8))
    expect(await recipients()).toEqual([mails.two])
    expect(await recipients()).toEqual([])
    portal.clock.set(winter('2026-12-08', 9))
    expect(await recipients()).toEqual([])
  })

  test('follows the clock of the office in summer', async () => {
    portal.clock.set(new Date('2026-07-03T10:00:00.000Z'))
    two = await portal.as('operatorTwo')
    await ownCase('2026-03-01')
    await choose(two, { cadenza: 'giornaliera', ora: 8 })
    portal.clock.set(new Date('2026-07-06T05:59:00.000Z'))
    expect(await recipients()).toEqual([])
    portal.clock.set(new Date('2026-07-06T06:00:00.000Z'))
    expect(await recipients()).toEqual([mails.two])
  })

  test('of a week is sent once, on Monday or on the next working day', async () => {
    await ownCase('2026-08-01')
    await choose(two, { cadenza: 'settimanale', ora: 8 })
    portal.clock.set(winter('2026-11-24', 9))
    expect(await recipients()).toEqual([mails.two])
    portal.clock.set(winter('2026-11-26', 9))
    expect(await recipients()).toEqual([])
    portal.clock.set(winter('2026-11-30', 8))
    expect(await recipients()).toEqual([mails.two])
  })

  test('is not sent where nothing waits, nor to an account that is not valid', async () => {
    await choose(two, { cadenza: 'giornaliera', ora: 8 })
    portal.clock.set(winter('2026-11-23', 9))
    expect(await recipients()).toEqual([])
    await ownCase('2026-08-01')
    const enable = async (is: boolean) =>
      portal.database.pool.query('update users set is_enabled = $2 where id = $1', [
        await portal.idOf('operatorTwo'),
        is,
      ])
    portal.clock.set(winter('2026-11-24', 9))
    await enable(false)
    expect(await recipients()).toEqual([])
    await enable(true)
    expect(await recipients()).toEqual([mails.two])
  })

  test('whose transaction is lost is sent by the next run, once', async () => {
    await ownCase('2026-08-01')
    await choose(two, { cadenza: 'giornaliera', ora: 8 })
    portal.clock.set(winter('2026-11-23', 9))
    const query = (sql: string) => portal.database.pool.query(sql)
    await query('alter table mails add constraint lost check (false) not valid')
    await expect(digest()).rejects.toThrow()
    await query('alter table mails drop constraint lost')
    expect(await recipients()).toEqual([mails.two])
    expect(await recipients()).toEqual([])
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
    expect((await two.raw('GET', '/v1/scadenze')).body.result).toEqual({})
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
    expect((await back.raw('GET', '/v1/scadenze')).body.result).toEqual({})
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
