import { paths, spidPaths } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, taxCodeOf } from '../../../test/build-app.ts'
import { answerOf, apiUrl, fieldIn, makeSpid, openBrowser, type TestIdp } from '../../../test/spid-round.ts'
import { partiesOf, requestLogout, takeLogout } from '../../demo/test-provider/test-logout.ts'
import { serviceProviderOf } from './providers/service-provider.ts'
import { logoutResponse } from './saml/logout-messages.ts'
import type { Outgoing } from './saml/outgoing.ts'

let world: Awaited<ReturnType<typeof makeSpid>>
let portal: TestApp
beforeAll(async () => {
  world = await makeSpid()
  portal = await world.start()
})
afterAll(() => portal.close())

const taxCode = taxCodeOf('manager')
const office = { slug: 'unar', name: 'x', phone: '1', ipaCode: 'x', assistanceMailbox: 'x@example.org' } as never
const serviceProvider = () =>
  serviceProviderOf({ publicOrigin: 'http://127.0.0.1:3000', office, spid: { level: 2 } as never }, world.keys)
/** The provider's side of logout. */
const sides = ({ signer }: TestIdp) => {
  const both = partiesOf(serviceProvider(), signer)
  return { ...both, self: { ...both.self, logoutUrl: `${signer.entityId}/slo` } }
}

async function signedIn(keep?: (xml: string) => void) {
  const browser = openBrowser(portal)
  const { id } = await browser.begin(world.a.idp.entityId)
  const answer = answerOf(world.a, { id, taxCode, now: portal.clock.now() })
  keep?.(Buffer.from(answer, 'base64').toString())
  await browser.bring(answer)
  return browser
}
const partOf = (xml: string, pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''

/** Signs out; returns the request to the provider. */
async function signOut(browser: ReturnType<typeof openBrowser>) {
  const reply = await browser.post(apiUrl('/v1/utenti/logout'), {}, { 'content-type': 'application/json' })
  return String(reply.json().result.url_logout)
}
const queryOf = (url: string) => url.slice(url.indexOf('?') + 1)
const rawMessage = (rawQuery: string) => ({ binding: 'redirect', rawQuery, fields: {} }) as const

const deliver = (browser: ReturnType<typeof openBrowser>, message: Outgoing) =>
  message.binding === 'redirect'
    ? browser.get(apiUrl(`${spidPaths.logout}?${queryOf(message.url)}`))
    : browser.post(apiUrl(spidPaths.logout), message.fields, {
        origin: 'https://a.gestore.example',
        'sec-fetch-site': 'cross-site',
      })

describe('sign-out', () => {
  test('ends the session, requests logout at the provider, and returns to the login page', async () => {
    const browser = await signedIn()
    const url = await signOut(browser)
    expect(await browser.who()).toBeUndefined()
    expect(url).toMatch(/^https:\/\/a\.gestore\.example\/slo\?SAMLRequest=/)
    const answer = takeLogout(sides(world.a), rawMessage(queryOf(url)), portal.clock.now()) as Outgoing
    const back = await deliver(browser, answer)
    expect([back.statusCode, back.headers.location]).toEqual([303, `/unar${paths.login}?esito=uscita`])
    const again = await deliver(browser, answer)
    expect([again.statusCode, again.headers.location]).toEqual([303, `/unar${paths.signInRefused}?esito=invalid`])
  })

  test('shows when the provider could end its session only in part', async () => {
    const browser = await signedIn()
    const url = await signOut(browser)
    const { self, portal: there } = sides(world.a)
    const taken = takeLogout(sides(world.a), rawMessage(queryOf(url)), portal.clock.now()) as Outgoing
    const inResponseTo = partOf(taken.xml, /InResponseTo="([^"]+)"/)
    const sending = { id: '_p', issuedAt: portal.clock.now(), binding: 'post', relayState: undefined } as const
    const partial = logoutResponse(self, there, { ...sending, inResponseTo, status: 'partial' })
    const back = await deliver(browser, partial)
    expect(back.headers.location).toBe(`/unar${paths.login}?esito=uscita_parziale`)
  })

  test('refuses an answer signed by another provider, and every later one', async () => {
    const browser = await signedIn()
    const url = await signOut(browser)
    const both = sides(world.a)
    const good = takeLogout(both, rawMessage(queryOf(url)), portal.clock.now()) as Outgoing
    const { key, certificate } = world.b.signer
    const forged = takeLogout(
      { ...both, self: { ...both.self, key, certificate } },
      rawMessage(queryOf(url)),
      portal.clock.now(),
    )
    for (const message of [forged as Outgoing, good])
      expect((await deliver(browser, message)).headers.location).toBe(`/unar${paths.signInRefused}?esito=invalid`)
  })

  test('of a demonstration session involves no provider', async () => {
    const { body } = await (await portal.as('manager')).raw('POST', '/v1/utenti/logout')
    expect(body.result).toEqual({})
  })

  test('ends the session even if the provider is no longer connected', async () => {
    const browser = await signedIn()
    world.idps.delete(world.a.idp.entityId)
    const reply = await browser.post(apiUrl('/v1/utenti/logout'), {}, { 'content-type': 'application/json' })
    expect([reply.statusCode, reply.json().result]).toEqual([200, {}])
    world.idps.set(world.a.idp.entityId, world.a.idp)
    expect(await browser.who()).toBeUndefined()
  })
})

describe('a provider', () => {
  /** A signed-in browser and the provider's request to end its session. */
  async function requestFromProvider(binding: 'redirect' | 'post', from = () => world.a) {
    let subject = { nameId: '', sessionIndex: undefined as string | undefined }
    const browser = await signedIn((xml) => {
      subject = {
        nameId: partOf(xml, /<saml:NameID[^>]*>([^<]+)</),
        sessionIndex: partOf(xml, /SessionIndex="([^"]+)"/),
      }
    })
    return { browser, message: requestLogout(sides(from()), subject, binding, portal.clock.now()) }
  }

  test.each(['redirect', 'post'] as const)(
    'ends the session of its subject by %s, and succeeds again when repeated',
    async (binding) => {
      const { browser, message } = await requestFromProvider(binding)
      const foreign = openBrowser(portal)
      for (const carrier of [foreign, browser]) {
        const reply = await deliver(carrier, message)
        const answer =
          binding === 'redirect'
            ? { rawQuery: queryOf(String(reply.headers.location)), fields: {} }
            : { rawQuery: '', fields: { SAMLResponse: fieldIn(reply.body, 'SAMLResponse') } }
        expect(reply.statusCode).toBe(binding === 'redirect' ? 302 : 200)
        const both = sides(world.a)
        const self = { ...both.self, logoutUrl: `${both.self.entityId}/slo-answer` }
        expect(takeLogout({ ...both, self }, { binding, ...answer }, portal.clock.now())).toBe('left')
        expect(await browser.who()).toBeUndefined()
      }
      const { rows } = await portal.database.pool.query(
        "select record_ids::int[] as record_ids from audit_entries where action = 'signed_out' order by id desc limit 2",
      )
      expect(rows).toEqual([{ record_ids: [] }, { record_ids: [await portal.idOf('manager')] }])
    },
  )

  test('cannot end the session of another provider’s subject', async () => {
    const { browser, message } = await requestFromProvider('redirect', () => world.b)
    expect((await deliver(browser, message)).statusCode).toBe(302)
    expect(await browser.who()).toMatchObject({ cf: taxCode })
  })

  test.each([
    ['without its signature', (url: string) => url.replace(/&Signature=.*$/, '')],
    ['with a changed relay state', (url: string) => url.replace(/RelayState=[^&]*/, 'RelayState=other')],
    ['with nothing in it', () => 'https://x.example/?a=b'],
  ])('is refused %s', async (_how, change) => {
    const { browser, message } = await requestFromProvider('redirect')
    const reply = await deliver(browser, { ...message, url: change(message.url) } as Outgoing)
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `/unar${paths.signInRefused}?esito=invalid`])
    expect(await browser.who()).toMatchObject({ cf: taxCode })
  })

  test('is read in another process, up to 600 messages per minute and network', async () => {
    const { browser, message } = await requestFromProvider('redirect')
    const before = portal.services.parsers.countsOf('spidLogout').done
    await portal.database.pool.query(
      `insert into request_counts (bucket, subject, minute, hits) values ('spid_logout', $2, $1, 599)
       on conflict (bucket, subject, minute) do update set hits = excluded.hits`,
      [
        new Date(Math.floor(portal.clock.now().getTime() / 60_000) * 60_000),
        portal.services.vault.digest('request_counts.subject', 'spid_logout\n127.0.0.0/24'),
      ],
    )
    expect((await deliver(browser, message)).statusCode).toBe(302)
    const { done, processes } = portal.services.parsers.countsOf('spidLogout')
    // Once for its claims, and once for its signature.
    expect(done).toBe(before + 2)
    expect(processes).not.toContain(process.pid)
    expect((await deliver(browser, message)).statusCode).toBe(429)
    expect(portal.services.parsers.countsOf('spidLogout').done).toBe(done)
    portal.clock.advance(60)
  })

  test('is refused when its clock or message is off by more than a minute', async () => {
    const { browser, message } = await requestFromProvider('redirect')
    portal.clock.advance(61)
    expect((await deliver(browser, message)).statusCode).toBe(303)
    expect(await browser.who()).toMatchObject({ cf: taxCode })
  })
})
