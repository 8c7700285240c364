import { paths, spidPaths } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, taxCodeOf } from '../../../test/build-app.ts'
import { apiUrl, fieldIn, makeSpid, openBrowser, type TestBrowser } from '../../../test/spid-round.ts'

let world: Awaited<ReturnType<typeof makeSpid>>
let portal: TestApp
beforeAll(async () => {
  world = await makeSpid()
  portal = await world.start()
})
afterAll(() => portal.close())

const origin = 'http://127.0.0.1:3000'
const at = (page: string) => `/unar/gestore-di-prova/${page}`
const entityId = `${origin}/unar/gestore-di-prova`
const pathOf = (url: string) => url.replace(origin, '')

/** Submits the form of an auto-submitting page. */
const sendOn = (browser: TestBrowser, page: string) => {
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? ''
  const fields = [...page.matchAll(/type="hidden" name="([^"]+)"/g)].map(([, name = '']) => [name, fieldIn(page, name)])
  return browser.post(pathOf(action), Object.fromEntries(fields))
}

/** Starts a sign-in by the binding, up to the provider's page with the list of people. */
async function arrive(browser: TestBrowser, binding: 'redirect' | 'post') {
  const { reply } = await browser.begin(entityId, { binding })
  return binding === 'redirect' ? browser.get(pathOf(String(reply.headers.location))) : sendOn(browser, reply.body)
}

async function choose(browser: TestBrowser, choice: Record<string, string>, binding: 'redirect' | 'post' = 'redirect') {
  const page = (await arrive(browser, binding)).body
  const carried = { richiesta: fieldIn(page, 'richiesta'), stato: fieldIn(page, 'stato') }
  return browser.post(at('risposta'), { ...carried, ...choice })
}

describe('the test provider', () => {
  test.each(['redirect', 'post'] as const)(
    'lets the visitor choose a person, by %s, and signs them in',
    async (binding) => {
      const browser = openBrowser(portal)
      const page = await arrive(browser, binding)
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain('non è un vero gestore di identità')
      expect(page.body.match(/name="persona"/g)).toHaveLength(12)
      expect(page.body.match(/name="esito"/g)).toHaveLength(7)
      const answer = await choose(browser, { persona: taxCodeOf('registerAdmin') }, binding)
      const back = await sendOn(browser, answer.body)
      expect([back.statusCode, back.headers.location]).toEqual([303, `/unar${paths.registerHome}`])
      expect(await browser.who()).toMatchObject({ cf: taxCodeOf('registerAdmin') })
    },
  )

  test.each([
    ['nr19', 'nr19'],
    ['nr20', 'nr20'],
    ['nr21', 'nr21'],
    ['nr22', 'nr22'],
    ['nr23', 'nr23'],
    ['nr25', 'nr25'],
    ['altered', 'invalid'],
  ])('can answer %s, which results in %s', async (esito, failure) => {
    const browser = openBrowser(portal)
    const back = await sendOn(browser, (await choose(browser, { esito })).body)
    expect(back.headers.location).toBe(`/unar${paths.signInRefused}?esito=${failure}`)
    expect(await browser.who()).toBeUndefined()
  })

  test('can sign in a person without access as well', async () => {
    const browser = openBrowser(portal)
    const back = await sendOn(browser, (await choose(browser, { persona: 'SCNSCN80A01H501G' })).body)
    expect(back.headers.location).toBe(`/unar${paths.userNotAllowed}`)
  })

  test('answers only requests that the portal signed, and only with known people', async () => {
    const browser = openBrowser(portal)
    const { reply } = await browser.begin(entityId)
    const url = pathOf(String(reply.headers.location))
    for (const changed of [
      url.replace(/&Signature=.*/, ''),
      url.replace(/RelayState=[^&]+/, 'RelayState=x'),
      at('sso'),
    ])
      expect((await browser.get(changed)).statusCode).toBe(400)
    expect((await choose(browser, { persona: 'XXXXXX00X00X000X' })).statusCode).toBe(400)
  })

  test('has pages under a policy without unsafe sources', async () => {
    const policy = String((await arrive(openBrowser(portal), 'redirect')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).not.toContain('unsafe')
  })

  test('takes part in a sign-out from the portal', async () => {
    const browser = openBrowser(portal)
    await sendOn(browser, (await choose(browser, { persona: taxCodeOf('manager') })).body)
    const left = await browser.post(apiUrl('/v1/utenti/logout'), {}, { 'content-type': 'application/json' })
    const providerPage = await browser.get(pathOf(left.json().result.url_logout))
    const back = await browser.get(pathOf(String(providerPage.headers.location)))
    expect(back.headers.location).toBe(`/unar${paths.login}?esito=uscita`)
  })

  test.each(['redirect', 'post'] as const)('can end the session by %s', async (binding) => {
    const browser = openBrowser(portal)
    expect((await browser.get(at(''))).body).toContain('Nessuna sessione')
    await sendOn(browser, (await choose(browser, { persona: taxCodeOf('manager') })).body)
    expect((await browser.get(at(''))).body).toContain('Chiudi la sessione ovunque')
    const logoutPage = await browser.post(at('chiudi'), { binding })
    const answer =
      binding === 'redirect'
        ? await browser.get(pathOf(String(logoutPage.headers.location)))
        : await sendOn(browser, logoutPage.body)
    expect(await browser.who()).toBeUndefined()
    const end =
      binding === 'redirect'
        ? await browser.get(pathOf(String(answer.headers.location)))
        : await sendOn(browser, answer.body)
    expect(end.statusCode).toBe(200)
    expect(end.body).toContain('Uscita completata')
  })

  test('exists only with AUTH_MOCK=on', async () => {
    const real = await world.start({ env: { AUTH_MOCK: 'off' }, beside: portal })
    for (const page of ['', 'sso', 'uscita']) expect((await real.inject({ url: at(page) })).statusCode, page).toBe(404)
    expect((await openBrowser(real).begin(entityId)).reply.statusCode).toBe(404)
    await real.close()
  })
})

describe('the list of providers', () => {
  const listOf = async (app: TestApp, host = 'portale.example') => {
    const reply = await app.inject({ url: apiUrl('/v1/noauth/spid/gestori'), headers: { host } })
    return reply.json().result as { entity_id: string; nome: string; url?: string; flag_prova: number; logo?: string }[]
  }

  test('has the connected ones, and outside production the known ones without a link', async () => {
    const list = await listOf(portal)
    expect(list).toHaveLength(17)
    expect(list.filter(({ url }) => url).map(({ nome }) => nome)).toEqual([
      'CIE di prova',
      'Gestore di prova',
      'Gestore https://a.gestore.example',
      'Gestore https://b.gestore.example',
    ])
    expect(list.find(({ nome }) => nome === 'Gestore di prova')).toEqual({
      entity_id: entityId,
      nome: 'Gestore di prova',
      flag_prova: 1,
      schema: 'spid',
      destinatari: ['ufficio', 'associazioni'],
      url: `/unar/api${spidPaths.login}?${new URLSearchParams({ idp: entityId })}`,
    })
    expect(list.find(({ nome }) => nome === 'PosteID')).toEqual({
      entity_id: 'https://posteid.poste.it',
      nome: 'PosteID',
      logo: 'posteid',
      flag_prova: 0,
      schema: 'spid',
      destinatari: ['ufficio', 'associazioni'],
    })
  })

  test('links to the production or the test service provider by the host of the page; Sogei is only on the test host', async () => {
    const listAt = async (origin: string) => {
      const env = {
        SPID_TEST_HOSTS: 'prova.example, altra.example',
        SPID_TEST_URL: 'https://sp-test.example',
        SPID_URL: 'https://sp.example',
        PUBLIC_URL: origin,
      }
      const server = await world.start({ beside: portal, env })
      const list = await listOf(server, 'prova.example')
      await server.close()
      return list
    }
    const [test, real] = [await listAt('https://altra.example:8443'), await listAt('https://portale.example')]
    const origins = (list: typeof test) => new Set(list.flatMap(({ url }) => (url ? [new URL(url).origin] : [])))
    expect([...origins(test)]).toEqual(['https://sp-test.example'])
    expect([...origins(real)]).toEqual(['https://sp.example'])
    expect(test.some(({ nome }) => nome.startsWith('Sogei'))).toBe(true)
    expect(real.some(({ nome }) => nome.startsWith('Sogei'))).toBe(false)
  })

  test('has only connected ones in production', async () => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://portale.example' }
    const production = await world.start({ env, beside: portal })
    expect((await listOf(production)).map(({ entity_id }) => entity_id)).toEqual([
      world.a.idp.entityId,
      world.b.idp.entityId,
    ])
    await production.close()
  })

  test('has no links if sign-in by SPID is not configured', async () => {
    const bare = await startTestApp({ beside: portal })
    expect((await listOf(bare)).filter(({ url }) => url)).toEqual([])
    await bare.close()
  })
})
