import { paths, spidPaths } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, taxCodeOf } from '../../../test/build-app.ts'
import { answerOf, apiUrl, makeSpid, openBrowser } from '../../../test/spid-round.ts'

let world: Awaited<ReturnType<typeof makeSpid>>
let portal: TestApp
beforeAll(async () => {
  world = await makeSpid({ hasCie: true })
  portal = await world.start()
})
afterAll(() => portal.close())

const entityId = 'https://cie.example'

async function signIn(taxCode: string, app = portal) {
  const browser = openBrowser(app)
  const { id, xml, relayState } = await browser.begin(entityId)
  const reply = await browser.bring(
    answerOf(world.cie, { id, taxCode, now: app.clock.now() }, { level: 3 }),
    relayState,
  )
  return { browser, xml, location: reply.headers.location }
}

describe('a sign-in by CIE', () => {
  test('is requested with ForceAuthn at the address of its provider, and starts a session', async () => {
    const { browser, xml, location } = await signIn(taxCodeOf('operatorOne'))
    expect(xml).toContain('ForceAuthn="true"')
    expect(xml).toContain(`Destination="${entityId}/sso"`)
    expect(xml).toContain('AssertionConsumerServiceIndex="0" AttributeConsumingServiceIndex="0"')
    expect(xml).not.toMatch(/IsPassive|AllowCreate|Scoping|RequesterID/)
    expect(location).toBe(`/unar${paths.deskHome}`)
    const own = await browser.get(apiUrl('/v1/utenti/sessioni'))
    expect(own.json().result[0]).toMatchObject({ accesso: 'CIE' })
  })

  test('forces authentication at level 1 too, as SPID does not', async () => {
    const app = await world.start({ beside: portal, env: { SPID_LEVEL: '1' } })
    expect((await openBrowser(app).begin(entityId)).xml).toContain('ForceAuthn="true"')
    expect((await openBrowser(app).begin(world.a.idp.entityId)).xml).not.toContain('ForceAuthn')
    await app.close()
  })

  test('ends here alone, since its provider answers no logout', async () => {
    const { browser } = await signIn(taxCodeOf('operatorOne'))
    const reply = await browser.post(apiUrl('/v1/utenti/logout'), {}, { 'content-type': 'application/json' })
    expect(JSON.stringify(reply.json())).not.toContain(entityId)
    expect(await browser.who()).toBeUndefined()
  })
})

describe('the office decides who may sign in by it', () => {
  const offeredBy = async (app: TestApp) => {
    const reply = await app.inject({ url: apiUrl('/v1/noauth/spid/gestori') })
    const list = reply.json().result as { entity_id: string; schema: string; destinatari: string[] }[]
    return list.find(({ entity_id }) => entity_id === entityId)
  }

  test('both, unless it says otherwise', async () => {
    expect(await offeredBy(portal)).toMatchObject({ schema: 'cie', destinatari: ['ufficio', 'associazioni'] })
  })

  test('associations alone: staff has no access, and no session', async () => {
    const app = await world.start({ beside: portal, env: { SIGN_IN_STAFF: 'spid' } })
    expect(await offeredBy(app)).toMatchObject({ destinatari: ['associazioni'] })
    const { browser, location } = await signIn(taxCodeOf('manager'), app)
    expect(location).toBe(`/unar${paths.userNotAllowed}`)
    expect(await browser.who()).toBeUndefined()
    const member = await signIn(taxCodeOf('associationMember'), app)
    expect(await member.browser.who()).toMatchObject({ cf: taxCodeOf('associationMember') })
    await app.close()
  })

  test('staff alone', async () => {
    const app = await world.start({ beside: portal, env: { SIGN_IN_ASSOCIATIONS: 'spid' } })
    expect((await signIn(taxCodeOf('associationMember'), app)).location).toBe(`/unar${paths.userNotAllowed}`)
    expect(await (await signIn(taxCodeOf('manager'), app)).browser.who()).toMatchObject({ cf: taxCodeOf('manager') })
    await app.close()
  })

  test('nobody: it is not listed and no request is sent', async () => {
    const env = { SIGN_IN_STAFF: 'spid', SIGN_IN_ASSOCIATIONS: 'spid' }
    const app = await world.start({ beside: portal, env })
    expect(await offeredBy(app)).toBeUndefined()
    expect((await openBrowser(app).begin(entityId)).reply.statusCode).toBe(404)
    await app.close()
  })
})

describe('the eIDAS node', () => {
  test('is a provider of SPID with a button and a set of attributes of its own', async () => {
    const { entityId: node } = world.b.idp
    const app = await world.start({ beside: portal, env: { EIDAS_IDP: node } })
    const { result } = (await app.inject({ url: apiUrl('/v1/noauth/spid/gestori') })).json()
    expect(result.filter((one: object) => 'flag_eidas' in one)).toEqual([
      expect.objectContaining({ entity_id: node, flag_eidas: 1 }),
    ])
    const setIn = async (idp: string) =>
      (await openBrowser(app).begin(idp)).xml.match(/ConsumingServiceIndex="(\d+)">/)?.[1]
    expect([await setIn(node), await setIn(world.a.idp.entityId)]).toEqual(['99', '0'])
    const metadata = (await app.inject({ url: apiUrl(spidPaths.metadata) })).body
    expect(metadata.match(/<md:AttributeConsumingService index="\d+"/g)).toHaveLength(3)
    expect((await portal.inject({ url: apiUrl(spidPaths.metadata) })).body).not.toContain('index="99"')
    await app.close()
  })
})

describe('the metadata for the federation of CIE', () => {
  test('are served once the municipality of the seat is set', async () => {
    const url = apiUrl(spidPaths.cieMetadata)
    expect((await portal.inject({ url })).statusCode).toBe(404)
    const app = await world.start({ beside: portal, env: { CIE_MUNICIPALITY: 'H501' } })
    const reply = await app.inject({ url })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/samlmetadata+xml'])
    expect(reply.body).toContain('<cie:Municipality>H501</cie:Municipality>')
    expect((await app.inject({ url: apiUrl(spidPaths.metadata) })).body).not.toContain('cie:')
    await app.close()
  })
})
