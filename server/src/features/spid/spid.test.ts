import { paths, spidPaths } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, taxCodeOf } from '../../../test/build-app.ts'
import { act, decree, makeAssociation } from '../../../test/make-association.ts'
import { answerOf, apiUrl, makeSpid, openBrowser } from '../../../test/spid-round.ts'

let world: Awaited<ReturnType<typeof makeSpid>>
let portal: TestApp
beforeAll(async () => {
  world = await makeSpid()
  portal = await world.start()
})
afterAll(() => portal.close())

const taxCode = taxCodeOf('operatorOne')
const inTime = (id: string, more: { taxCode?: string } = {}) => ({ id, taxCode, now: portal.clock.now(), ...more })
const entityOf = () => world.a.idp.entityId

/** Signs in; returns the final page. */
async function signIn(who: string, browser = openBrowser(portal), more: Record<string, string> = {}) {
  const { id, relayState } = await browser.begin(entityOf(), more)
  const reply = await browser.bring(answerOf(world.a, inTime(id, { taxCode: who })), relayState)
  return { browser, reply, id }
}

const endOf = ({ statusCode, headers }: { statusCode: number; headers: Record<string, unknown> }) => ({
  status: statusCode,
  location: headers.location,
})
const at = (path: string) => ({ status: 303, location: `/unar${path}` })

describe('a sign-in', () => {
  test('starts with a 302 redirect, and ends on the home of the role with a new session', async () => {
    const browser = openBrowser(portal)
    const { reply, id, relayState } = await browser.begin(entityOf())
    expect(reply.statusCode).toBe(302)
    expect(String(reply.headers.location)).toMatch(/^https:\/\/a\.gestore\.example\/sso\?SAMLRequest=/)
    expect(relayState).not.toContain('http')
    expect(Buffer.byteLength(relayState)).toBeLessThanOrEqual(80)
    const back = await browser.bring(answerOf(world.a, inTime(id)), relayState)
    expect(endOf(back)).toEqual(at(paths.deskHome))
    expect(await browser.who()).toMatchObject({ cf: taxCode, ruoloSelezionato: 'ACLOP1' })
  })

  test('starts with a form that submits itself if requested, under its own policy', async () => {
    const browser = openBrowser(portal)
    const { reply, id, xml } = await browser.begin(entityOf(), { binding: 'post' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(xml).toContain('<ds:Signature')
    expect(reply.body).toContain('<form method="post" action="https://a.gestore.example/sso-post">')
    expect(reply.body).toMatch(/<button>Continua<\/button>/)
    const policy = String(reply.headers['content-security-policy'])
    expect(policy).toContain('form-action https://a.gestore.example;')
    expect(policy).toMatch(/script-src 'sha256-[^']+';/)
    expect(policy).not.toContain('unsafe')
    expect(endOf(await browser.bring(answerOf(world.a, inTime(id))))).toEqual(at(paths.deskHome))
  })

  test('starts with a form if the provider supports nothing else', async () => {
    const entityId = 'https://form.gestore.example'
    const { post = '' } = world.a.idp.signOn
    world.idps.set(entityId, { ...world.a.idp, entityId, signOn: { post } })
    expect((await openBrowser(portal).begin(entityId, { binding: 'redirect' })).reply.statusCode).toBe(200)
    world.idps.delete(entityId)
  })

  test.each([
    ['/gestione/operatore/casi/dettaglio?id=7', '/gestione/operatore/casi/dettaglio?id=7'],
    ['//evil.example/', paths.deskHome],
    ['https://evil.example/', paths.deskHome],
    // A page of RUP only; the user here is an operator.
    ['/gestione/operatore/batch', paths.deskHome],
  ])('for the page %s ends on %s', async (ritorno, path) => {
    expect(endOf((await signIn(taxCode, openBrowser(portal), { ritorno })).reply)).toEqual(at(path))
  })

  test('of a user with several roles selects the first', async () => {
    const { browser } = await signIn('VTLNDR73S11L736T')
    expect(await browser.who()).toMatchObject({ ruoloSelezionato: 'ACLOP2' })
  })

  test.each([
    ['a member of an association', 'associationMember', paths.personalArea],
    ['the register', 'registerAdmin', paths.registerHome],
  ] as const)('of %s leads to their home', async (_who, role, path) => {
    expect(endOf((await signIn(taxCodeOf(role))).reply)).toEqual(at(path))
  })

  test('of somebody whom an association named opens an account, with which they accept or decline', async () => {
    const code = 'NVOLIA80A41H501W'
    const who = { nomeReferente: 'Lia', cognomeReferente: 'Nova', cfReferente: code, mailReferente: 'lia@voci.example' }
    const wire = { listaPersonaGiuridicaReferente: [who] }
    const { number } = await makeAssociation(portal, { status: 'approvedToSign', wire })
    expect(endOf((await signIn(code)).reply)).toEqual(at(paths.userNotAllowed))
    expect((await act(portal, await portal.as('manager'), number, 'firma', decree)).status).toBe(200)
    const { browser, reply } = await signIn(code)
    expect(endOf(reply)).toEqual(at(paths.personalArea))
    expect(await browser.who()).toMatchObject({
      cf: code,
      cognome: 'Nova',
      listaRuolo: ['DEFAULT'],
      listaAssociazioni: [],
    })
  })

  test.each([
    ['a disabled person', 'RZZFNC77R10G273M'],
    ['an unknown person', 'SCNSCN80A01H501G'],
  ])('of %s ends without a session, on a page with status 200', async (_who, code) => {
    const { browser, reply } = await signIn(code)
    expect(endOf(reply)).toEqual(at(paths.userNotAllowed))
    expect((await browser.get(`/unar${paths.userNotAllowed}`)).statusCode).toBe(200)
    expect(await browser.who()).toBeUndefined()
  })

  test('makes a new session id, and ends the browser’s earlier session', async () => {
    const { browser } = await signIn(taxCode)
    const before = browser.cookies.get('unar')
    await signIn(taxCode, browser)
    expect(browser.cookies.get('unar')).not.toBe(before)
    const old = await portal.inject({ url: apiUrl('/v1/utenti/in-sessione'), headers: { cookie: `unar=${before}` } })
    expect(old.statusCode).toBe(401)
  })

  test('ends that session too if a cross-site answer comes without its cookie', async () => {
    const { browser } = await signIn(taxCode)
    const before = browser.cookies.get('unar') ?? ''
    const { id } = await browser.begin(world.a.idp.entityId)
    browser.cookies.delete('unar')
    await browser.bring(answerOf(world.a, { id, taxCode, now: portal.clock.now() }))
    expect(await browser.who()).toBeDefined()
    const old = await portal.inject({ url: apiUrl('/v1/utenti/in-sessione'), headers: { cookie: `unar=${before}` } })
    expect(old.statusCode).toBe(401)
  })

  test('with a test provider is possible only if PUBLIC_URL has a test host, whatever the Host header', async () => {
    const entityId = 'https://preproduzione.idserver.servizicie.interno.gov.it/idp/profile/SAML2/POST/SSO'
    world.idps.set(entityId, { ...world.a.idp, entityId })
    const login = async (env: Record<string, string>, headers = {}) => {
      const server = await world.start({ beside: portal, env: { SPID_TEST_HOSTS: 'prova.example', ...env } })
      const url = apiUrl(`${spidPaths.login}?${new URLSearchParams({ idp: entityId })}`)
      const { statusCode } = await server.inject({ url, headers })
      await server.close()
      return statusCode
    }
    expect(await login({ PUBLIC_URL: 'https://prova.example' })).toBe(302)
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://portale.example', TRUST_PROXY: 'on' }
    expect(await login(production, { host: 'prova.example', 'x-forwarded-host': 'prova.example' })).toBe(404)
    const declared = { ...production, PUBLIC_URL: 'https://prova.example', TEST_INSTALLATION: 'on' }
    expect(await login(declared)).toBe(302)
    world.idps.delete(entityId)
  })

  test('is an entry of the audit log, unless it ends without access', async () => {
    const count = async () => {
      const { rows } = await portal.database.pool.query(
        "select count(*)::int as count from audit_entries where action = 'signed_in' and outcome = 'done'",
      )
      return rows[0].count
    }
    const before = await count()
    await signIn(taxCode)
    expect(await count()).toBe(before + 1)
    await signIn('SCNSCN80A01H501G')
    expect(await count()).toBe(before + 1)
  })

  test('with a provider that is not connected is 404, with the reason', async () => {
    const { reply } = await openBrowser(portal).begin('https://nessuno.example')
    expect(reply.statusCode).toBe(404)
    expect(reply.body).toContain('Gestore non collegato')
  })

  test('by fifty users at once gives each their own session', async () => {
    const browsers = Array.from({ length: 50 }, () => openBrowser(portal))
    const people = [taxCode, taxCodeOf('manager'), taxCodeOf('operatorTwo')]
    const ends = await Promise.all(
      browsers.map((browser, index) => signIn(people[index % people.length] ?? '', browser)),
    )
    expect(ends.map(({ reply }) => reply.statusCode)).toEqual(Array(50).fill(303))
    expect(new Set(browsers.map(({ cookies }) => cookies.get('unar'))).size).toBe(50)
    const who = await Promise.all(browsers.map((browser) => browser.who()))
    expect(who.map((user) => user?.cf)).toEqual(browsers.map((_, index) => people[index % people.length]))
  }, 120_000)

  test('continues after a restart of the server', async () => {
    const browser = openBrowser(portal)
    const { id } = await browser.begin(entityOf())
    const restarted = await world.start({ beside: portal })
    const next = openBrowser(restarted)
    for (const [name, value] of browser.cookies) next.cookies.set(name, value)
    expect(endOf(await next.bring(answerOf(world.a, inTime(id))))).toEqual(at(paths.deskHome))
    await restarted.close()
  })

  test.each([60, -60])('works if the clock of the provider is %i seconds off', async (seconds) => {
    const browser = openBrowser(portal)
    const { id } = await browser.begin(entityOf())
    portal.clock.advance(61)
    const now = new Date(portal.clock.now().getTime() + seconds * 1000)
    expect(endOf(await browser.bring(answerOf(world.a, { id, taxCode, now })))).toEqual(at(paths.deskHome))
  })
})
