import { createHash, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealedSessions } from '#platform/session/sealed-sessions.ts'
import { startTestApp, type TestApp, taxCodeOf } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'

/** Attacks with write access to the database and without the keys. */
let portal: TestApp
const lines: string[] = []
beforeAll(async () => {
  portal = await startTestApp({ logLines: lines })
})
afterAll(() => portal.close())
beforeEach(() => {
  lines.length = 0
})

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const get = async (path: string, cookie: string) =>
  (await portal.visitor.raw('GET', path, undefined, { cookie })).status
const alarms = () => lines.filter((line) => line.includes('"alert":"damaged"'))
/** A cookie chosen by the attacker, and its digest as stored. */
function chosenCookie(name: string) {
  const id = randomBytes(32).toString('base64url')
  return { cookie: `${name}=${id}`, idHash: createHash('sha256').update(id).digest('base64url') }
}
async function signIn(taxCode: string) {
  const { cookies } = await portal.inject({ method: 'POST', url: '/unar/api/v1/mock', payload: { cf: taxCode } })
  return `${cookies[0]?.name}=${cookies[0]?.value}`
}
const me = '/v1/utenti/in-sessione'

describe('a session', () => {
  test.each([
    ['without a seal', "'\\x00'"],
    ['with the seal of one’s own session', '(select claims from sessions order by id desc limit 1)'],
    ['with a plain value where the seal belongs', `convert_to(chr(1) || '{"userId":1}', 'UTF8')`],
  ])('inserted into the table %s is invalid', async (_how, claims) => {
    await signIn(taxCodeOf('operatorTwo'))
    const { cookie, idHash } = chosenCookie('unar')
    await query(
      `insert into sessions (id_hash, user_id, selected_role, sign_in, browser, network, created_at, expires_at, claims)
       select $1, $2, 'manager', 'demo', '', '', $3, $3::timestamptz + interval '20 minutes', ${claims}`,
      [idHash, await portal.idOf('manager'), portal.clock.now()],
    )
    expect(await get(me, cookie)).toBe(401)
    expect(alarms()).toHaveLength(1)
  })

  test.each([
    ['person', 'user_id = (select user_id from user_roles where role = $1 limit 1)', 'operatorTwo'],
    ['role', 'selected_role = $1', 'manager'],
    ['end', 'expires_at = expires_at + $1::interval', '1 second'],
  ])('with a changed %s is invalid', async (_what, change, value) => {
    const cookie = await signIn('VTLNDR73S11L736T')
    expect(await get(me, cookie)).toBe(200)
    await query(`update sessions set ${change} where id = (select max(id) from sessions)`, [value])
    expect(await get(me, cookie)).toBe(401)
    expect(alarms()).toHaveLength(1)
  })
})

describe('a role', () => {
  const plant = async (place: number) =>
    query("insert into user_roles (user_id, role, place) values ($1, 'manager', $2)", [
      await portal.idOf('operatorTwo'),
      place,
    ])
  afterEach(() => query('delete from user_roles where place in (-1, 9)'))

  test('inserted into the table has no effect, at sign-in or in a session, and raises an alarm', async () => {
    const cookie = await signIn(taxCodeOf('operatorTwo'))
    await plant(-1)
    for (const session of [cookie, await signIn(taxCodeOf('operatorTwo'))]) {
      const { status, body } = await portal.visitor.raw('GET', me, undefined, { cookie: session })
      expect(status).toBe(200)
      expect(body.result).toMatchObject({ listaRuolo: ['ACLOP2'], ruoloSelezionato: 'ACLOP2' })
      const reply = await portal.visitor.raw('POST', '/v1/utenti/set-ruolo', { ruolo: 'ACLRUP' }, { cookie: session })
      expect(reply.status).toBe(403)
    }
    expect(alarms().length).toBeGreaterThan(0)
  })

  test('of an account that was enabled in the table gives no access', async () => {
    await query(
      'update users set is_enabled = true where tax_code_token = (select tax_code_token from users where not is_enabled)',
    )
    const { status } = await portal.visitor.raw('POST', '/v1/mock', { cf: 'RZZFNC77R10G273M' })
    expect(status).toBe(403)
    expect(alarms()).toHaveLength(1)
  })
})

test('a tax code token on another account does not give access to it', async () => {
  const [own, other] = [await portal.idOf('operatorTwo'), await portal.idOf('manager')]
  const tokens = await query('select id, tax_code_token from users where id = any($1)', [[own, other]])
  const tokenOf = (id: number) => tokens.find((row) => row.id === id).tax_code_token
  await query('update users set tax_code_token = null where id = $1', [own])
  await query('update users set tax_code_token = $2 where id = $1', [other, tokenOf(own)])
  const reply = await portal.visitor.raw('POST', '/v1/mock', { cf: taxCodeOf('operatorTwo') })
  expect({ status: reply.status, word: reply.body.errorCode }).toEqual({ status: 500, word: 'dato_danneggiato' })
  expect(reply.headers['set-cookie']).toBeUndefined()
  for (const id of [other, own]) await query('update users set tax_code_token = $2 where id = $1', [id, tokenOf(id)])
})

describe('the session of a reporter', () => {
  async function entered() {
    const { body } = await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())
    const { id_segnalazione: id, codice, pin } = body.result
    const { headers } = await portal.visitor.raw('POST', '/v1/noauth/pratica/accesso', { codice, pin })
    return { id, cookie: String([headers['set-cookie']].flat().at(-1)).split(';')[0] ?? '' }
  }

  test('inserted into the table opens no case', async () => {
    const own = await entered()
    const { cookie, idHash } = chosenCookie('unar-pratica')
    await query(
      `insert into follow_up_sessions (id_hash, case_id, created_at, expires_at, key_id, claims)
       select $1, case_id, created_at, expires_at, key_id, claims from follow_up_sessions where case_id = $2`,
      [idHash, own.id],
    )
    expect(await get('/v1/noauth/pratica', own.cookie)).toBe(200)
    expect(await get('/v1/noauth/pratica', cookie)).toBe(401)
    expect(alarms()).toHaveLength(1)
  })

  test('cannot be moved to another case', async () => {
    const [own, other] = [await entered(), await entered()]
    await query('update follow_up_sessions set case_id = $2 where case_id = $1', [own.id, other.id])
    expect(await get('/v1/noauth/pratica', own.cookie)).toBe(401)
    expect(alarms()).toHaveLength(1)
  })
})

test('the encryption batch does not legitimise plain rows inserted into the tables', async () => {
  const { services } = portal
  const plain = (value: unknown) => Buffer.from(`\0${JSON.stringify(value)}`)
  const { cookie, idHash } = chosenCookie('unar')
  const expiresAt = new Date(portal.clock.now().getTime() + 600_000)
  const claims = { userId: await portal.idOf('manager'), selectedRole: 'manager', expiresAt: expiresAt.toISOString() }
  await query(
    `insert into sessions (id_hash, user_id, selected_role, sign_in, browser, network, created_at, expires_at, claims)
     values ($1, $2, 'manager', 'demo', '', '', $3, $4, $5)`,
    [idHash, claims.userId, portal.clock.now(), expiresAt, plain(claims)],
  )
  const { reseal } = services.vault
  const [row] = await query('select id_hash as "idHash", key_id as "keyId", claims from sessions where id_hash = $1', [
    idHash,
  ])
  await expect(reseal(sealedSessions, idHash, row)).rejects.toThrow('sessions.claims')
  expect(await get(me, cookie)).toBe(401)
})
