import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAccount } from '../../../test/accounts.ts'
import { type Caller, startTestApp, type TestApp, taxCodeOf } from '../../../test/build-app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const url = (path: string) => `/unar/api${path}`
const several = 'VTLNDR73S11L736T'
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'

/** Signs in as a browser does; returns its cookie. */
async function enter(cf: string, headers: Record<string, string> = {}): Promise<string> {
  const reply = await portal.inject({ method: 'POST', url: url('/v1/mock'), headers, payload: { cf } })
  return `${reply.cookies[0]?.name}=${reply.cookies[0]?.value}`
}
const send = async (cookie: string, method: 'GET' | 'POST', path: string, payload?: object) => {
  const reply = await portal.inject({ method, url: url(path), headers: { cookie }, ...(payload && { payload }) })
  const [set] = reply.cookies
  return { status: reply.statusCode, result: reply.json().result, cookie: set && `${set.name}=${set.value}`, reply }
}
const statusFor = async (cookie: string) => (await send(cookie, 'GET', '/v1/utenti/in-sessione')).status
const rowsOf = async (caller: Caller) => (await caller.raw('GET', '/v1/utenti/sessioni')).body.result

describe('a change of role', () => {
  test('continues under a new id in the selected role, and the old id is invalid', async () => {
    const before = await enter(several)
    const { status, result, cookie = '' } = await send(before, 'POST', '/v1/utenti/set-ruolo', { ruolo: 'ACLRUP' })
    expect(status).toBe(200)
    expect(result).toMatchObject({ ruoloSelezionato: 'ACLRUP', secondi_rimasti: 1800 })
    expect(result.listaRuolo).toEqual(['ACLOP2', 'ACLRUP', 'ACLASSOCIAZIONIADMIN'])
    expect(cookie).not.toBe(before)
    expect(await statusFor(before)).toBe(401)
    expect((await send(cookie, 'GET', '/v1/migrazione/dati-sensibili')).status).toBe(200)
  })

  test('is refused for a role that the user does not have, and for an unknown one', async () => {
    const cookie = await enter(taxCodeOf('operatorOne'))
    expect((await send(cookie, 'POST', '/v1/utenti/set-ruolo', { ruolo: 'ACLRUP' })).status).toBe(403)
    const unknown = await send(cookie, 'POST', '/v1/utenti/set-ruolo', { ruolo: 'ACLCAPO' })
    expect(unknown.status).toBe(400)
    expect(unknown.result.errori).toMatchObject([{ campo: 'ruolo' }])
    expect(await statusFor(cookie)).toBe(200)
  })

  test('leaves one session when two are concurrent', async () => {
    const before = await enter(several)
    const switched = await Promise.all(
      ['ACLRUP', 'ACLOP2'].map((ruolo) => send(before, 'POST', '/v1/utenti/set-ruolo', { ruolo })),
    )
    expect(switched.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('keeps the start of the session', async () => {
    const before = await enter(several)
    const first = (await send(before, 'GET', '/v1/utenti/sessioni')).result.find(
      (row: { flag_corrente: number }) => row.flag_corrente === 1,
    )
    portal.clock.advance(60)
    const { cookie = '' } = await send(before, 'POST', '/v1/utenti/set-ruolo', { ruolo: 'ACLRUP' })
    const rows = (await send(cookie, 'GET', '/v1/utenti/sessioni')).result
    expect(rows.find((row: { flag_corrente: number }) => row.flag_corrente === 1)).toMatchObject({
      data_inizio: first.data_inizio,
      ruoloSelezionato: 'ACLRUP',
      data_ultimo_uso: portal.clock.now().toISOString(),
    })
  })
})

describe('a role from an association', () => {
  test('comes with the associations of the user', async () => {
    const member = await portal.as('associationMember')
    const { result } = (await member.raw('GET', '/v1/utenti/in-sessione')).body
    expect(result).toMatchObject({
      listaRuolo: ['DEFAULT'],
      listaAssociazioni: [{ id_persona_giuridica: expect.any(Number), ragione_sociale: 'Ponti e Porte' }],
    })
  })

  test('ends with the last association: the session is invalid and the user cannot sign in', async () => {
    const member = await portal.as('associationMember')
    const { rows } = await portal.database.pool.query('delete from association_people returning *')
    expect((await member.raw('GET', '/v1/utenti/in-sessione')).status).toBe(401)
    const refused = await portal.visitor.raw('POST', '/v1/mock', { cf: taxCodeOf('associationMember') })
    expect(refused.status).toBe(403)
    for (const row of rows)
      await portal.database.pool.query('insert into association_people values ($1, $2, $3, $4, $5, $6)', [
        row.association_id,
        row.user_id,
        row.position,
        row.id,
        row.key_id,
        row.claims,
      ])
  })
})

describe('a user with roles of the office and of an association', () => {
  const both = async (sql: string) => portal.database.pool.query(sql, [await portal.idOf('registerOperator')])

  test('keeps the association’s role when the account is disabled', async () => {
    const cf = taxCodeOf('registerOperator')
    await changeAccount(portal, await portal.idOf('registerOperator'), {
      roles: ['registerOperator', 'associationMember'],
    })
    await both("insert into association_people select id, $1, 'delegate' from associations limit 1")
    const cookie = await enter(cf)
    expect((await send(cookie, 'GET', '/v1/utenti/in-sessione')).result.listaRuolo).toEqual([
      'ACLASSOCIAZIONI',
      'DEFAULT',
    ])
    await both('update users set is_enabled = false where id = $1')
    expect(await statusFor(cookie)).toBe(401)
    const { result } = await send(await enter(cf), 'GET', '/v1/utenti/in-sessione')
    expect(result).toMatchObject({ listaRuolo: ['DEFAULT'], ruoloSelezionato: 'DEFAULT' })
    await both('update users set is_enabled = true where id = $1')
  })

  test('keeps it when the account is deleted, without the office’s roles', async () => {
    const manager = await portal.as('manager')
    const id = await portal.idOf('registerOperator')
    expect((await manager.raw('POST', '/v1/admin/del-operatore', { id_utente: id })).status).toBe(200)
    const { result } = await send(await enter(taxCodeOf('registerOperator')), 'GET', '/v1/utenti/in-sessione')
    expect(result.listaRuolo).toEqual(['DEFAULT'])
    await changeAccount(portal, id, { roles: ['registerOperator'] })
  })
})

describe('a session whose provider subject cannot be decrypted', () => {
  test('can still be ended', async () => {
    const cookie = await enter(taxCodeOf('manager'))
    await portal.database.pool.query(
      "update sessions set spid_subject = '\\x0102' where id = (select max(id) from sessions)",
    )
    expect((await send(cookie, 'POST', '/v1/utenti/logout')).status).toBe(200)
    expect(await statusFor(cookie)).toBe(401)
  })
})

describe('a demonstration account', () => {
  test('cannot sign in by a provider if the demonstration is off', async () => {
    const real = await startTestApp({ env: { AUTH_MOCK: 'off' }, beside: portal })
    const call = { request: {} as never, reply: {} as never, audit: {} as never }
    const began = { signIn: 'spid', spidSubject: '[]', spidIndex: null } as const
    expect(await real.services.signIn.asIdentity(taxCodeOf('manager'), began, call)).toBeUndefined()
    await real.close()
  })
})

describe('an account that is valid from a future day', () => {
  test('cannot sign in before', async () => {
    const tomorrow = new Date(portal.clock.now().getTime() + 24 * 60 * 60 * 1000)
    const cf = taxCodeOf('registerOperator')
    const id = await portal.idOf('registerOperator')
    await portal.database.pool.query('update users set enabled_at = $1 where id = $2', [tomorrow, id])
    expect((await portal.visitor.raw('POST', '/v1/mock', { cf })).status).toBe(403)
    portal.clock.set(tomorrow)
    expect((await portal.visitor.raw('POST', '/v1/mock', { cf })).status).toBe(200)
  })
})

describe('every answer to a signed-in user', () => {
  test('contains the remaining time of the session; a poll does too and does not prolong it', async () => {
    const cookie = await enter(several)
    portal.clock.advance(600)
    const poll = await send(cookie, 'GET', '/v1/segnalazioni/numero-casi')
    expect(poll.reply.headers['session-seconds-left']).toBe('1200')
    const renewed = await send(cookie, 'GET', '/v1/utenti/reactivate-session')
    expect(renewed.result).toEqual({ secondi_rimasti: 1800 })
    expect(renewed.reply.headers['session-seconds-left']).toBe('1800')
    expect((await portal.visitor.raw('GET', '/v1/mock')).headers['session-seconds-left']).toBeUndefined()
  })
})

describe('a user’s own sessions', () => {
  test('are listed with browser and truncated network, the current one marked, without their ids', async () => {
    const cookie = await enter(taxCodeOf('operatorTwo'), { 'user-agent': chrome })
    const { result, reply } = await send(cookie, 'GET', '/v1/utenti/sessioni')
    expect(result[0]).toMatchObject({
      flag_corrente: 1,
      accesso: 'dimostrazione',
      ruoloSelezionato: 'ACLOP2',
      browser: 'Chrome su Windows',
      rete: '127.0.0.0/24',
    })
    const [, id = ''] = cookie.split('=')
    expect(reply.body).not.toContain(id)
    expect(reply.body).not.toContain('idHash')
  })

  test('end one by one: the selected one ends, the current one stays', async () => {
    const [lost, here] = [await enter(taxCodeOf('registerAdmin')), await enter(taxCodeOf('registerAdmin'))]
    const [, other] = (await send(here, 'GET', '/v1/utenti/sessioni')).result
    const ended = await send(here, 'POST', '/v1/utenti/chiudi-sessioni', { id_sessione: other.id_sessione })
    expect(ended.result).toEqual({ chiuse: 1 })
    expect([await statusFor(lost), await statusFor(here)]).toEqual([401, 200])
  })

  test('end all but the current one, or all', async () => {
    const cookies = [await enter(several), await enter(several), await enter(several)] as const
    const [here] = cookies
    const reply = await send(here, 'POST', '/v1/utenti/chiudi-sessioni', { flag_tieni_corrente: 1 })
    expect(reply.result.chiuse).toBeGreaterThanOrEqual(2)
    expect(await Promise.all(cookies.map(statusFor))).toEqual([200, 401, 401])
    expect((await send(here, 'POST', '/v1/utenti/chiudi-sessioni', {})).result).toEqual({ chiuse: 1 })
    expect(await statusFor(here)).toBe(401)
  })

  test('are separate: another user’s session is 404', async () => {
    const mine = await enter(taxCodeOf('manager'))
    const [session] = (await send(mine, 'GET', '/v1/utenti/sessioni')).result
    const operator = await portal.as('operatorOne')
    const { status } = await operator.raw('POST', '/v1/utenti/chiudi-sessioni', { id_sessione: session.id_sessione })
    expect([status, await statusFor(mine)]).toEqual([404, 200])
  })

  test('of an operator can be ended by RUP, all together', async () => {
    const cookies = [await enter(taxCodeOf('operatorTwo')), await enter(taxCodeOf('operatorTwo'))]
    const manager = await portal.as('manager')
    const id = await portal.idOf('operatorTwo')
    const { body } = await manager.raw('POST', '/v1/admin/chiudi-sessioni', { id_utente: id })
    expect(body.result.chiuse).toBeGreaterThanOrEqual(2)
    expect(await Promise.all(cookies.map(statusFor))).toEqual([401, 401])
    expect(await rowsOf(manager)).not.toEqual([])
  })
})

describe('sign-out by the old path', () => {
  test('ends the session, whatever its query says', async () => {
    const cookie = await enter(taxCodeOf('manager'))
    expect((await send(cookie, 'POST', '/v1/ibm_security_logout?logout=Logout')).status).toBe(200)
    expect(await statusFor(cookie)).toBe(401)
  })
})
