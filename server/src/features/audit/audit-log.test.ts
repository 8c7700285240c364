import { type AuditEntry, listAudit, verifyAuditLog } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  // A refused call, which the log contains as well.
  await (await portal.as('operatorOne')).raw('GET', '/v1/audit')
})
afterAll(() => portal.close())

const detail = (id: number) => `/v1/segnalazioni/dettaglio/${id}`
const send = async (): Promise<number> =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())).body.result.id_segnalazione

describe('the audit log', () => {
  const entries = (filters: object, caller = manager) =>
    caller.call(listAudit, { query: { filters, from: 1, to: 100 } })

  test('shows RUP the timeline of a record, newest first', async () => {
    const id = await send()
    const operator = await portal.as('operatorOne')
    portal.clock.advance(60)
    await operator.raw('GET', detail(id))
    const { rows, count } = await entries({ recordKind: 'case', recordId: id })
    expect({ count, actions: rows.map(({ action }) => action) }).toEqual({
      count: 2,
      actions: ['case_read', 'report_submitted'],
    })
    expect(rows[0]).toMatchObject({ userName: 'Rossetti Luca', role: 'operatorOne', outcome: 'done', isChained: false })
    await portal.services.chainer.run()
    const chained = await entries({ recordKind: 'case', recordId: id })
    expect(chained.rows.map(({ isChained }) => isChained)).toEqual([true, true])
  })

  test.each<[string, object, (row: AuditEntry) => boolean]>([
    ['an action', { action: 'case_read' }, ({ action }) => action === 'case_read'],
    ['an outcome', { outcome: 'refused' }, ({ outcome }) => outcome === 'refused'],
    ['a role', { role: 'operatorOne' }, ({ role }) => role === 'operatorOne'],
    ['a person', { userId: 1 }, ({ userId }) => userId === 1],
    ['a kind of record', { recordKind: 'user' }, ({ recordKind }) => recordKind === 'user'],
    ['an action of a role', { action: 'signed_in', role: 'manager' }, (row) => row.action === 'signed_in'],
  ])('is narrowed by %s', async (_what, filters, isMeant) => {
    const { rows, count } = await entries(filters)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(isMeant)).toBe(true)
    const all = await entries({})
    expect(count).toBeLessThan(all.count)
  })

  test('filters by days in the office’s time zone, whose midnight is not that of UTC', async () => {
    await portal.services.chainer.run()
    portal.clock.set(new Date('2026-11-21T23:30:00.000Z'))
    manager = await portal.as('manager')
    const id = await send()
    const days = async (from: string, to: string) =>
      (await entries({ recordKind: 'case', recordId: id, from, to })).rows.length
    expect(await days('2026-11-22', '2026-11-22')).toBe(1)
    expect(await days('2026-11-20', '2026-11-21')).toBe(0)
    expect(await days('2026-11-21', '2026-11-23')).toBe(1)
  })

  test('is readable even if a name cannot be decrypted', async () => {
    const flip = 'update users set last_name = set_byte(last_name, 30, get_byte(last_name, 30) # 1) where id = $1'
    const userId = await portal.idOf('operatorOne')
    await portal.database.pool.query(flip, [userId])
    const { rows } = await entries({ userId })
    await portal.database.pool.query(flip, [userId])
    expect(new Set(rows.map(({ userName }) => userName))).toEqual(new Set(['⚠']))
  })

  test('is paged by key, forwards and backwards', async () => {
    const size = 7
    const all = (await entries({ action: 'report_submitted' })).rows.map(({ id }) => id)
    const page = async (query: object) =>
      manager.call(listAudit, { query: { filters: { action: 'report_submitted' }, from: 1, to: size, ...query } })
    const first = await page({})
    const second = await page({ after: first.lastKey })
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(all.slice(0, 2 * size))
    expect((await page({ before: second.firstKey })).rows).toEqual(first.rows)
  })

  test('shows the register’s administrator only actions on the register', async () => {
    const administrator = await portal.as('registerAdmin')
    expect(await entries({}, administrator)).toMatchObject({ rows: [], count: 0 })
    await administrator.raw('GET', '/v1/associazioni/lista-web')
    expect(await entries({}, administrator)).toMatchObject({ rows: [{ action: 'association_list_read' }], count: 1 })
    expect((await administrator.raw('GET', '/v1/audit/verifica')).status).toBe(403)
  })

  test.each([
    ['a key that is none', 'dopo=1', 'dopo', 'valore_non_valido'],
    ['another order', 'ordinamenti=[{"campo":"data","verso":"asc"}]', 'ordinamenti', 'ordinamento_non_previsto'],
    ['a day that is none', 'filtri={"dal":"2026-02-30"}', 'filtri.dal', 'data_non_valida'],
    ['a jump beyond row 10,000', 'da=10001&a=10010', 'da', 'pagina_troppo_lontana'],
  ])('refuses %s by name', async (_what, query, campo, codice) => {
    const { status, body } = await manager.raw('GET', `/v1/audit?${query}`)
    expect({ status, errori: body.result.errori }).toMatchObject({ status: 400, errori: [{ campo, codice }] })
  })

  test('is verified on the running server, whole or one day', async () => {
    await portal.services.chainer.run()
    const whole = await manager.call(verifyAuditLog)
    expect(whole).toMatchObject({ isWhole: true, publicKeys: [expect.stringMatching(/^MCow/)] })
    expect(whole.found).toBeUndefined()
    const day = await manager.call(verifyAuditLog, { query: { day: '2026-11-20' } })
    expect(day).toMatchObject({ isWhole: true })
    expect(day.links).toBeGreaterThan(0)
    expect(day.links).toBeLessThan(whole.links)
    expect(await manager.call(verifyAuditLog, { query: { day: '2019-01-01' } })).toMatchObject({
      isWhole: true,
      links: 0,
    })
  })
})
