import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createLogger } from '#platform/logger.ts'
import { listenForChanges } from '#platform/session/listen-for-changes.ts'
import type { Listener } from '#platform/session/listener.ts'
import { type Caller, startTestApp, type TestApp } from './build-app.ts'
import { operatorOnWire } from './make.ts'

const list = '/v1/segnalazioni/integrazione-segnalazione-view?da=1&a=1'

describe.skipIf(inject('testEngine') === 'embedded')('two servers on one database', () => {
  const servers: TestApp[] = []
  const listeners: Listener[] = []
  let manager: Caller
  const query = async (sql: string, values: unknown[] = []) => (await first().database.pool.query(sql, values)).rows
  const first = () => servers[0] as TestApp
  const second = () => servers[1] as TestApp

  beforeAll(async () => {
    servers.push(await startTestApp())
    servers.push(await startTestApp({ beside: first() }))
    const { connectionString } = first().database.pool.options
    for (const { services } of servers)
      listeners.push(
        listenForChanges(
          { connectionString, application_name: 'listener of the test' },
          services.sessionCache,
          createLogger('silent'),
        ),
      )
    await untilHeard()
    manager = await first().as('manager')
  })
  afterAll(async () => {
    await Promise.all(listeners.map((one) => one.stop()))
    for (const server of servers.toReversed()) await server.close()
  })

  const listening = `select pid from pg_stat_activity where application_name = 'listener of the test' and query <> ''`
  /** Waits until both servers keep what they read: two looks at a session take one read. */
  const untilHeard = () =>
    vi.waitFor(async () => {
      expect(await query(listening)).toHaveLength(2)
      for (const { services } of servers) expect(await readsOf(services.sessionCache)).toBe(1)
    }, 10_000)
  async function readsOf(cache: TestApp['services']['sessionCache']) {
    let reads = 0
    const user = { id: 0, expiresAt: new Date(8.64e15) } as never
    for (let look = 0; look < 2; look++)
      await cache.find('a session of nobody', new Date(), async () => {
        reads += 1
        return user
      })
    cache.forgetSession('a session of nobody')
    return reads
  }

  async function newOperator() {
    const account = operatorOnWire({ listaRuolo: ['ACLOP2'] })
    const { body } = await manager.raw('POST', '/v1/admin/add-operatore', account)
    const id = body.result.id_utente as number
    await query('update users set is_demo = true where id = $1', [id])
    const detail = (await manager.raw('GET', `/v1/admin/operatori/${id}`)).body.result
    const withdraw = () =>
      manager.raw('POST', '/v1/admin/mod-operatore', {
        ...account,
        id_utente: id,
        versione: detail.versione,
        data_abilitazione: detail.data_abilitazione,
        listaRuolo: ['ACLASSOCIAZIONI'],
      })
    const callers = [await first().asPerson(String(account.cf)), await second().asPerson(String(account.cf))]
    return { id, withdraw, statusOn: async (server: 0 | 1) => (await callers[server]?.raw('GET', list))?.status }
  }
  test('refuse a role that one of them withdrew: that one at once, the other within moments', async () => {
    const { withdraw, statusOn } = await newOperator()
    for (const server of [0, 1] as const) expect(await statusOn(server)).toBe(200)
    expect((await withdraw()).status).toBe(200)
    expect(await statusOn(0)).toBe(401)
    await vi.waitFor(async () => expect(await statusOn(1)).toBe(401), { timeout: 5000, interval: 5 })
  })

  test('serve nothing from memory while they cannot listen, and again when they can', async () => {
    const { id, statusOn } = await newOperator()
    for (const server of [0, 1] as const) expect(await statusOn(server)).toBe(200)
    const pids = (await query(listening)).map(({ pid }) => pid)
    for (const pid of pids) await query('select pg_terminate_backend($1)', [pid])
    await vi.waitFor(async () => {
      for (const { services } of servers) expect(await readsOf(services.sessionCache)).toBe(2)
    })
    await query('alter table user_roles disable trigger user_roles_tell')
    await query('delete from user_roles where user_id = $1', [id])
    await query('alter table user_roles enable trigger user_roles_tell')
    for (const server of [0, 1] as const) expect(await statusOn(server)).toBe(401)
    await untilHeard()
  })
})
