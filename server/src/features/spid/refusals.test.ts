import { createHash, randomBytes } from 'node:crypto'
import { paths, spidPaths } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, taxCodeOf } from '../../../test/build-app.ts'
import { answerOf, apiUrl, makeSpid, openBrowser } from '../../../test/spid-round.ts'

let world: Awaited<ReturnType<typeof makeSpid>>
let portal: TestApp
const logLines: string[] = []
beforeAll(async () => {
  world = await makeSpid()
  portal = await world.start({ logLines })
})
afterAll(() => portal.close())

const taxCode = taxCodeOf('manager')
const good = (id: string) => ({ id, taxCode, now: portal.clock.now() })
const at = (path: string) => ({ status: 303, location: `/unar${path}` })
const denial = (failure: string) => at(`${paths.signInRefused}?esito=${failure}`)
const endOf = (reply: { statusCode: number; headers: Record<string, unknown> }) => ({
  status: reply.statusCode,
  location: reply.headers.location,
})

async function begun(portalOfBrowser = portal, headers = {}) {
  const browser = openBrowser(portalOfBrowser, headers)
  return { browser, ...(await browser.begin(world.a.idp.entityId)) }
}

const loginOfA = () => `${spidPaths.login}?${new URLSearchParams({ idp: world.a.idp.entityId })}`

describe('an answer is refused, without a session,', () => {
  test('when it is repeated, in any browser', async () => {
    const { browser, id } = await begun()
    const answer = answerOf(world.a, good(id))
    expect(endOf(await browser.bring(answer))).toEqual(at(paths.deskHome))
    expect(endOf(await browser.bring(answer))).toEqual(denial('invalid'))
    const thief = openBrowser(portal)
    expect(endOf(await thief.bring(answer))).toEqual(denial('invalid'))
    expect(await thief.who()).toBeUndefined()
  })

  test('when it is sent concurrently, except for one', async () => {
    const { browser, id } = await begun()
    const answer = answerOf(world.a, good(id))
    const replies = await Promise.all(Array.from({ length: 8 }, () => browser.bring(answer)))
    const ends = replies.map(({ headers }) => headers.location).sort()
    expect(ends).toEqual([...Array(7).fill(denial('invalid').location), at(paths.deskHome).location])
    const { rows } = await portal.database.pool.query('select used_at from spid_requests where id = $1', [id])
    expect(rows).toEqual([{ used_at: portal.clock.now() }])
  })

  test('when an invalid one came before, which consumes the request too', async () => {
    const { browser, id } = await begun()
    const unsigned = answerOf(world.a, good(id), { signs: [] })
    expect(endOf(await browser.bring(unsigned))).toEqual(denial('invalid'))
    expect(endOf(await browser.bring(answerOf(world.a, good(id))))).toEqual(denial('invalid'))
    expect(await browser.who()).toBeUndefined()
  })

  test('when its assertion was accepted before, even for another request', async () => {
    const first = await begun()
    const answer = answerOf(world.a, good(first.id))
    const assertionId = /<saml:Assertion ID="([^"]+)"/.exec(Buffer.from(answer, 'base64').toString())?.[1]
    expect(endOf(await first.browser.bring(answer))).toEqual(at(paths.deskHome))
    // Reopens the first request, as if the provider had signed the same id for two requests.
    const { rows } = await portal.database.pool.query('select until from spid_assertions where id_hash = $1', [
      createHash('sha256')
        .update(JSON.stringify([world.a.idp.entityId, assertionId]))
        .digest('base64url'),
    ])
    expect(rows[0].until.getTime() - portal.clock.now().getTime()).toBe((5 * 60 + 60) * 1000)
    await portal.database.pool.query('update spid_requests set used_at = null where id = $1', [first.id])
    expect(endOf(await first.browser.bring(answer))).toEqual(denial('invalid'))
  })

  test('when it comes from another provider', async () => {
    const { browser, id } = await begun()
    expect(endOf(await browser.bring(answerOf(world.b, good(id))))).toEqual(denial('invalid'))
    expect(await browser.who()).toBeUndefined()
  })

  test.each([
    ['an answer to a request that never was', () => answerOf(world.a, good('_never'))],
    ['no base64', () => '%%%'],
    ['no XML', () => Buffer.from('ciao').toString('base64')],
    ['nothing', () => ''],
  ])('when it is %s', async (_what, answer) => {
    const browser = openBrowser(portal)
    expect(endOf(await browser.bring(answer()))).toEqual(denial('invalid'))
    expect(await browser.who()).toBeUndefined()
  })

  test('when its request has expired', async () => {
    const now = portal.clock.now()
    const { browser, id } = await begun()
    portal.clock.advance(15 * 60)
    expect(endOf(await browser.bring(answerOf(world.a, good(id))))).toEqual(denial('expired'))
    portal.clock.set(now)
    const patient = await world.start({ env: { SPID_REQUEST_MINUTES: '1440' }, beside: portal })
    const other = await begun(patient)
    patient.clock.advance(23 * 3600)
    expect(
      endOf(await other.browser.bring(answerOf(world.a, { ...good(other.id), now: patient.clock.now() }))),
    ).toEqual(at(paths.deskHome))
    await patient.close()
  })

  test('when its provider is no longer connected', async () => {
    const { browser, id } = await begun()
    world.idps.delete(world.a.idp.entityId)
    expect(endOf(await browser.bring(answerOf(world.a, good(id))))).toEqual(denial('invalid'))
    world.idps.set(world.a.idp.entityId, world.a.idp)
  })

  test('with AgID’s error code when the provider refuses, and the page answers 403', async () => {
    for (const error of ['nr19', 'nr20', 'nr21', 'nr22', 'nr23', 'nr25'] as const) {
      const { browser, id } = await begun()
      const reply = await browser.bring(answerOf(world.a, good(id), { error }))
      expect(endOf(reply)).toEqual(denial(error))
      expect((await browser.get(String(reply.headers.location))).statusCode).toBe(403)
    }
  })

  test('with an alert in the log when the provider rejects our request', async () => {
    const { browser, id } = await begun()
    expect(endOf(await browser.bring(answerOf(world.a, good(id), { error: 'nr12' })))).toEqual(denial('nr12'))
    const alerts = logLines.filter((line) => line.includes('"alert":"spid"')).map((line) => JSON.parse(line))
    expect(alerts).toEqual([expect.objectContaining({ level: 50, failure: 'nr12', idp: world.a.idp.entityId })])
  })

  test('and the server log contains nothing of the person', () => {
    const everything = logLines.join('')
    expect(everything).toContain('a SPID answer was refused')
    for (const secret of [taxCode, 'Maria', 'TINIT', 'SAMLResponse']) expect(everything).not.toContain(secret)
  })

  test('and at most sixty unsolicited answers per minute and network are stored', async () => {
    portal.clock.advance(120)
    const junk = () => openBrowser(portal).bring('%%%')
    const statuses: number[] = []
    for (let turn = 0; turn < 62; turn++) statuses.push((await junk()).statusCode)
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(303))
    expect(statuses.slice(60)).toEqual([429, 429])
    portal.clock.advance(60)
    expect((await junk()).statusCode).toBe(303)
  })
})

describe('the cost of an answer', () => {
  test('a forged signature over many elements is refused in another process, by its value alone', async () => {
    const { browser, id } = await begun()
    const xml = Buffer.from(answerOf(world.a, good(id)), 'base64').toString()
    const value = randomBytes(256).toString('base64')
    const forged = xml
      .replaceAll(/(<(?:\w+:)?SignatureValue>)[^<]+/g, `$1${value}`)
      .replace('<saml:AttributeStatement>', `$&${'<saml:Attribute Name="x"/>'.repeat(300)}`)
    expect(forged).toContain(value)
    const before = portal.services.parsers.countsOf('spidAnswer').done
    expect(endOf(await browser.bring(Buffer.from(forged).toString('base64')))).toEqual(denial('invalid'))
    const { done, processes } = portal.services.parsers.countsOf('spidAnswer')
    expect(done).toBe(before + 1)
    expect(processes).not.toContain(process.pid)
    expect(logLines.slice(-3).join()).toContain('does not verify')
  })

  test('answers beyond 600 per minute and network are not read', async () => {
    portal.clock.advance(120)
    const { browser, id } = await begun()
    await portal.database.pool.query(
      `insert into request_counts (bucket, subject, minute, hits) values ('spid_answer', $2, $1, 600)`,
      [
        new Date(Math.floor(portal.clock.now().getTime() / 60_000) * 60_000),
        portal.services.vault.digest('request_counts.subject', 'spid_answer\n127.0.0.0/24'),
      ],
    )
    const before = portal.services.parsers.countsOf('spidAnswer').done
    const { statusCode, headers } = await browser.bring(answerOf(world.a, good(id)))
    expect({ statusCode, wait: headers['retry-after'] }).toEqual({ statusCode: 429, wait: '60' })
    expect(portal.services.parsers.countsOf('spidAnswer').done).toBe(before)
    portal.clock.advance(60)
    expect(endOf(await browser.bring(answerOf(world.a, good(id))))).toEqual(at(paths.deskHome))
  })
})

describe('the browser of a sign-in', () => {
  test('has a cookie: lax on http; on https for cross-site posts and bound to the host', async () => {
    const { reply } = await begun()
    const [cookie] = reply.cookies
    expect(cookie).toMatchObject({ name: 'unar-spid', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 900 })
    const proxied = await world.start({ env: { TRUST_PROXY: 'on' }, beside: portal })
    const { reply: secure } = await begun(proxied, { 'x-forwarded-proto': 'https' })
    expect(secure.cookies[0]).toMatchObject({
      name: '__Host-unar-spid',
      httpOnly: true,
      sameSite: 'None',
      secure: true,
    })
    await proxied.close()
  })

  test('may sign in from two tabs concurrently', async () => {
    const browser = openBrowser(portal)
    const first = await browser.begin(world.a.idp.entityId)
    const second = await browser.begin(world.b.idp.entityId)
    expect(endOf(await browser.bring(answerOf(world.a, good(first.id))))).toEqual(at(paths.deskHome))
    expect(endOf(await browser.bring(answerOf(world.b, good(second.id))))).toEqual(at(paths.deskHome))
  })

  test('is the only one whose answer is accepted: another browser’s cookie is refused', async () => {
    const { id } = await begun()
    const victim = (await begun()).browser
    expect(endOf(await victim.bring(answerOf(world.a, good(id))))).toEqual(denial('invalid'))
    expect(await victim.who()).toBeUndefined()
  })

  test('may lack the cookie only where browsers do not send it', async () => {
    const { id } = await begun()
    expect(endOf(await openBrowser(portal).bring(answerOf(world.a, good(id))))).toEqual(at(paths.deskHome))
    const strict = await world.start({ env: { SPID_BIND_BROWSER: 'on' }, beside: portal })
    strict.clock.set(portal.clock.now())
    const bound = await begun(strict)
    expect(endOf(await openBrowser(strict).bring(answerOf(world.a, good(bound.id))))).toEqual(denial('invalid'))
    const again = await begun(strict)
    expect(endOf(await again.browser.bring(answerOf(world.a, good(again.id))))).toEqual(at(paths.deskHome))
    await strict.close()
  })

  test('may post to the assertion consumer from any page, and to no other changing endpoint', async () => {
    const { browser, id } = await begun()
    expect(endOf(await browser.bring(answerOf(world.a, good(id))))).toEqual(at(paths.deskHome))
    const foreign = { origin: 'https://a.gestore.example', 'sec-fetch-site': 'cross-site' }
    for (const path of ['/v1/utenti/logout', '/v1/utenti/set-ruolo', '/v1/mock'])
      expect((await browser.post(apiUrl(path), {}, foreign)).statusCode, path).toBe(403)
    expect(await browser.who()).toMatchObject({ cf: taxCode })
  })

  test('must post a form: the same answer as JSON, as text or without a type starts no session', async () => {
    const { browser, id } = await begun()
    const payload = { SAMLResponse: answerOf(world.a, good(id)), RelayState: '' }
    for (const type of ['application/json', 'text/plain']) {
      const reply = await portal.inject({
        method: 'POST',
        url: apiUrl(spidPaths.acs),
        headers: { 'content-type': type, cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') },
        payload: JSON.stringify(payload),
      })
      expect(reply.statusCode, type).toBe(415)
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect(endOf(await browser.bring(payload.SAMLResponse))).toEqual(at(paths.deskHome))
  })
})

describe('without a configured key', () => {
  test.each([spidPaths.metadata, spidPaths.login, spidPaths.logout])('%s answers 503 with the reason', async (path) => {
    const bare = await startTestApp({ beside: portal })
    const reply = await bare.inject({ url: apiUrl(path) })
    expect(reply.statusCode).toBe(503)
    expect(reply.body).toContain('manca la chiave del fornitore di servizi')
    await bare.close()
  })
})

describe('the metadata', () => {
  test('are the same signed bytes each time', async () => {
    const first = await portal.inject({ url: apiUrl(spidPaths.metadata) })
    expect(first.headers['content-type']).toContain('application/samlmetadata+xml')
    expect(first.body).toMatch(/^<md:EntityDescriptor /)
    expect(first.body).toContain('entityID="http://127.0.0.1:3000/unar"')
    const second = await portal.inject({ url: apiUrl(spidPaths.metadata) })
    expect(second.body).toBe(first.body)
  })
})

describe('during an outage of the database', () => {
  test('sign-in answers 503 with a page that says when to try again', async () => {
    const { browser, id } = await begun()
    const { pool } = portal.database
    const { connect } = pool
    pool.connect = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })) as never
    const replies = [await browser.bring(answerOf(world.a, good(id))), await browser.get(apiUrl(loginOfA()))]
    pool.connect = connect
    for (const { statusCode, headers, body } of replies) {
      expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(body).toContain('Il servizio non è disponibile in questo momento')
    }
    expect(await browser.who()).toBeUndefined()
  })
})
