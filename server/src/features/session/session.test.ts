import cookie from '@fastify/cookie'
import { roleCodes } from '@portal/contract'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unaudited } from '#platform/database/transaction.ts'
import { createSessions } from '#platform/session/sessions.ts'
import { startTestApp, type TestApp, taxCodeOf } from '../../../test/build-app.ts'
import { addUser } from './users.store.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const url = (path: string) => `/unar/api${path}`
const signIn = (cf: string, headers = {}) =>
  portal.inject({ method: 'POST', url: url('/v1/mock'), payload: { cf }, headers })

describe('the demonstration accounts', () => {
  test('are two each of RUP, Op. I and Op. II, one of each other role, a disabled one, and one with several roles', async () => {
    const { body } = await portal.visitor.raw('GET', '/v1/mock')
    const roles = body.result.map((person: { roles: string[] }) => person.roles.join('+'))
    expect(roles).toEqual([
      'ACLRUP',
      'ACLRUP',
      'ACLOP1',
      'ACLOP1',
      'ACLOP2',
      'ACLOP2',
      'ACLASSOCIAZIONIADMIN',
      'ACLASSOCIAZIONI',
      'DEFAULT',
      'ACLOP1',
      'ACLOP2+ACLRUP+ACLASSOCIAZIONIADMIN',
    ])
    expect(body.result.map((person: { flag_abilitazione: number }) => person.flag_abilitazione)).toEqual([
      ...Array(9).fill(1),
      0,
      1,
    ])
    expect(Object.keys(body.result[0]).sort()).toEqual(['cf', 'cognome', 'flag_abilitazione', 'nome', 'roles'])
  })

  test('are not duplicated when the server restarts', async () => {
    const { addDemoPeople } = await import('./demo-people.ts')
    await addDemoPeople(portal.services.inTransaction, portal.services.vault)
    expect((await portal.visitor.raw('GET', '/v1/mock')).body.result).toHaveLength(11)
  })

  test('are not duplicated when several servers start concurrently', async () => {
    const { inTransaction, vault } = portal.services
    const person = { taxCode: 'NVRLRT80A01H501X', firstName: 'Alberto', lastName: 'Nivari', mail: 'a@demo.example' }
    const add = () =>
      inTransaction(unaudited, (tx) =>
        addUser(tx, vault, { ...person, isEnabled: true, enabledAt: portal.clock.now(), isDemo: false }, ['manager']),
      )
    await Promise.all(Array.from({ length: 6 }, add))
    const { rows } = await portal.database.pool.query('select count(*)::int as count from users where not is_demo')
    expect(rows).toEqual([{ count: 1 }])
  })

  test('exist only with AUTH_MOCK=on', async () => {
    const real = await startTestApp({ env: { AUTH_MOCK: 'off' }, beside: portal })
    expect((await real.visitor.raw('GET', '/v1/mock')).status).toBe(404)
    expect((await real.visitor.raw('POST', '/v1/mock', { cf: taxCodeOf('manager') })).status).toBe(404)
    await real.close()
  })
})

describe('sign-in', () => {
  test('returns the user with the first role selected', async () => {
    const reply = await signIn('VTLNDR73S11L736T')
    expect(reply.json().result).toMatchObject({
      cf: 'VTLNDR73S11L736T',
      listaRuolo: ['ACLOP2', 'ACLRUP', 'ACLASSOCIAZIONIADMIN'],
      ruoloSelezionato: 'ACLOP2',
      flag_abilitazione: 1,
      secondi_rimasti: 1800,
    })
  })

  test('sets an opaque cookie: httpOnly, lax, for the whole site, without Secure on http', async () => {
    const [cookie] = (await signIn(taxCodeOf('manager'))).cookies
    expect(cookie).toMatchObject({ name: 'unar', httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.secure).toBeUndefined()
    expect(cookie?.value).toMatch(/^[\w-]{43}$/)
    const { rows } = await portal.database.pool.query('select id_hash from sessions')
    expect(rows.map(({ id_hash }) => id_hash)).not.toContain(cookie?.value)
  })

  test('on https the cookie is Secure and bound to the host', async () => {
    const proxied = await startTestApp({ env: { TRUST_PROXY: 'on' }, beside: portal })
    const reply = await proxied.inject({
      method: 'POST',
      url: url('/v1/mock'),
      payload: { cf: taxCodeOf('manager') },
      headers: { 'x-forwarded-proto': 'https' },
    })
    expect(reply.cookies[0]).toMatchObject({ name: '__Host-unar', secure: true, path: '/' })
    await proxied.close()
  })

  test('in production under an https address the cookie is Secure even where a proxy speaks http inside', async () => {
    const { db, inTransaction, vault } = portal.services
    const sessions = createSessions({
      db,
      inTransaction,
      vault,
      clock: portal.clock,
      slug: 'unar',
      isAlwaysHttps: true,
      acceptsDemoPeople: true,
      sessionCache: portal.services.sessionCache,
    })
    const app = fastify()
    await app.register(cookie)
    const start = { userId: 1, selectedRole: 'manager', began: { signIn: 'demo' } } as const
    app.get('/', async (request, reply) => ({
      until: await portal.services.audit.job('sign-in', (audit) => sessions.start({ request, reply, audit }, start)),
    }))
    expect((await app.inject({ url: '/' })).cookies[0]).toMatchObject({ name: '__Host-unar', secure: true })
  })

  test('makes a new id each time and ends the browser’s earlier session', async () => {
    const first = (await signIn(taxCodeOf('manager'))).cookies[0]
    const cookie = `unar=${first?.value}`
    const second = (await signIn(taxCodeOf('manager'), { cookie })).cookies[0]
    expect(second?.value).not.toBe(first?.value)
    expect((await portal.inject({ url: url('/v1/utenti/in-sessione'), headers: { cookie } })).statusCode).toBe(401)
  })

  test.each([
    ['a disabled operator', 'RZZFNC77R10G273M', 403],
    ['an unknown tax code', 'XXXXXX00X00X000X', 403],
    ['a text too long', 'X'.repeat(17), 400],
    ['nothing', '', 400],
  ])('%s is refused', async (_who, cf, status) => {
    expect((await signIn(cf)).statusCode).toBe(status)
  })
})

describe('a session', () => {
  test('has its user and remaining time', async () => {
    for (const role of Object.keys(roleCodes) as (keyof typeof roleCodes)[]) {
      const { body } = await (await portal.as(role)).raw('GET', '/v1/utenti/in-sessione')
      expect(body.result).toMatchObject({
        cf: taxCodeOf(role),
        ruoloSelezionato: roleCodes[role],
        secondi_rimasti: 1800,
      })
    }
  })

  test('is prolonged by 1800 seconds with every user action, and ends after 1800 idle seconds', async () => {
    const now = portal.clock.now()
    const caller = await portal.as('manager')
    portal.clock.advance(1799)
    expect((await caller.raw('GET', '/v1/utenti/in-sessione')).body.result.secondi_rimasti).toBe(1800)
    portal.clock.advance(1799)
    expect((await caller.raw('GET', '/v1/utenti/in-sessione')).status).toBe(200)
    portal.clock.advance(1801)
    expect((await caller.raw('GET', '/v1/utenti/in-sessione')).status).toBe(401)
    portal.clock.set(now)
  })

  test('ends at sign-out', async () => {
    const caller = await portal.as('manager')
    expect((await caller.raw('POST', '/v1/utenti/logout')).status).toBe(200)
    expect((await caller.raw('GET', '/v1/utenti/in-sessione')).status).toBe(401)
  })

  test('ends when its selected role is revoked', async () => {
    const caller = await portal.as('registerAdmin')
    const { rows } = await portal.database.pool.query(
      "delete from user_roles where role = 'registerAdmin' and user_id = $1 returning *",
      [await portal.idOf('registerAdmin')],
    )
    expect((await caller.raw('GET', '/v1/utenti/in-sessione')).status).toBe(401)
    await portal.database.pool.query("insert into user_roles (user_id, role, place) values ($1, 'registerAdmin', 0)", [
      rows[0].user_id,
    ])
  })

  test('of a demonstration account ends with the demonstration', async () => {
    const [cookie] = (await signIn(taxCodeOf('manager'))).cookies
    const real = await startTestApp({ env: { AUTH_MOCK: 'off' }, beside: portal })
    const reply = await real.inject({
      url: url('/v1/utenti/in-sessione'),
      headers: { cookie: `unar=${cookie?.value}` },
    })
    expect(reply.statusCode).toBe(401)
    await real.close()
  })

  test('ends when its account is disabled', async () => {
    const caller = await portal.as('registerOperator')
    await portal.database.pool.query('update users set is_enabled = false where id = $1', [
      await portal.idOf('registerOperator'),
    ])
    expect((await caller.raw('GET', '/v1/utenti/in-sessione')).status).toBe(401)
    await portal.database.pool.query('update users set is_enabled = true where id = $1', [
      await portal.idOf('registerOperator'),
    ])
  })
})
