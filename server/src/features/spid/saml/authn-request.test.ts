import { inflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { childElements, parseStrictly, textOf } from '#platform/parsing/strict-xml.ts'
import { makeServiceProvider } from '../../../../test/make-service-provider.ts'
import type { IdentityProvider, ServiceProvider } from '../spid.types.ts'
import { authnRequest } from './authn-request.ts'
import type { Outgoing } from './outgoing.ts'
import { readRedirect } from './redirect-binding.ts'

const idp: IdentityProvider = {
  scheme: 'spid',
  entityId: 'https://idp.example/a',
  name: 'Idp',
  signOn: { redirect: 'https://idp.example/redirect', post: 'https://idp.example/post?x=1&y=2' },
  logout: {},
  certificates: [],
}
const asking = { id: '_request', issuedAt: new Date('2026-05-06T07:08:09.987Z'), relayState: 'opaque-state' }

let sp: ServiceProvider
beforeAll(async () => {
  sp = await makeServiceProvider()
}, 60_000)

const ask = (binding: 'redirect' | 'post', level = sp.level) =>
  authnRequest({ ...sp, level }, idp, { ...asking, binding })
const der = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')
const postedXml = (message: Outgoing) =>
  message.binding === 'post' ? Buffer.from(message.fields.SAMLRequest ?? '', 'base64').toString('utf8') : ''

describe.each(['redirect', 'post'] as const)('by %s', (binding) => {
  let root: Element
  beforeAll(() => {
    root = parseStrictly(ask(binding).xml).documentElement
  })
  const attribute = (name: string) => root.getAttribute(name)
  const child = (name: string) => childElements(root).filter(({ localName }) => localName === name)

  // Each row is an item of AgID's checklist for requests.
  // biome-ignore format: a table
  const checks: readonly [point: string, read: () => unknown, expected: () => unknown][] = [
    ['A1 the ID',                  () => attribute('ID'), () => '_request'],
    ['A1 the version',             () => attribute('Version'), () => '2.0'],
    ['A1 whole seconds in UTC',    () => attribute('IssueInstant'), () => '2026-05-06T07:08:09Z'],
    ['A2 the destination',         () => attribute('Destination'), () => idp.signOn[binding]],
    ['A2 nothing passive',         () => root.hasAttribute('IsPassive'), () => false],
    ['A3 forces authentication',   () => attribute('ForceAuthn'), () => 'true'],
    ['A4 the consumer by index',   () => attribute('AssertionConsumerServiceIndex'), () => '0'],
    ['A4 and by nothing else',     () => [root.hasAttribute('AssertionConsumerServiceURL'), root.hasAttribute('ProtocolBinding')], () => [false, false]],
    ['A4 the attributes by index', () => attribute('AttributeConsumingServiceIndex'), () => '0'],
    ['A5 the issuer',              () => child('Issuer').map(textOf), () => [sp.entityId]],
    ['A5 its format',              () => child('Issuer')[0]?.getAttribute('Format'), () => 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity'],
    ['A5 its qualifier',           () => child('Issuer')[0]?.getAttribute('NameQualifier'), () => sp.entityId],
    ['A6 transient names',         () => child('NameIDPolicy').map((policy) => policy.getAttribute('Format')), () => ['urn:oasis:names:tc:SAML:2.0:nameid-format:transient']],
    ['A6 no AllowCreate',          () => child('NameIDPolicy')[0]?.hasAttribute('AllowCreate'), () => false],
    ['A7 a level or more',         () => child('RequestedAuthnContext').map((context) => context.getAttribute('Comparison')), () => ['minimum']],
    ['A7 one level',               () => child('RequestedAuthnContext').flatMap((context) => childElements(context)).map(textOf), () => ['https://www.spid.gov.it/SpidL2']],
    ['A10 and nothing more',       () => childElements(root).map(({ localName }) => localName), () => ['Issuer', ...(binding === 'post' ? ['Signature'] : []), 'NameIDPolicy', 'RequestedAuthnContext']],
  ]

  test.each(checks)('%s', (_, read, expected) => {
    expect(read()).toEqual(expected())
  })

  test.each([
    [1, null],
    [2, 'true'],
    [3, 'true'],
  ] as const)('A3: level %i', (level, force) => {
    const request = parseStrictly(ask(binding, level).xml).documentElement
    expect(request.hasAttribute('ForceAuthn') ? request.getAttribute('ForceAuthn') : null).toBe(force)
    expect(request.textContent).toContain(`https://www.spid.gov.it/SpidL${level}`)
  })
})

test('A8: a redirect carries the request deflated, signed in the query and not in the XML', () => {
  const message = ask('redirect')
  const url = new URL(message.url)
  expect(url.origin + url.pathname).toBe('https://idp.example/redirect')
  expect([...url.searchParams.keys()]).toEqual(['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'])
  expect(inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()).toBe(message.xml)
  expect(readRedirect(url.search.slice(1)).isSignedBy([der(sp.certificate)])).toBe(true)
})

test('A8: a form carries the request with the signature after its Issuer', () => {
  const message = ask('post')
  const xml = postedXml(message)
  expect(message).toMatchObject({ url: 'https://idp.example/post?x=1&y=2', xml })
  const root = parseStrictly(xml).documentElement
  expect(childElements(root)[1]?.localName).toBe('Signature')
  expect(xml).toContain('<ds:Reference URI="#_request">')
  const signed = new SignedXml({ publicCert: sp.certificate })
  signed.loadSignature(childElements(root)[1] as never)
  expect(signed.checkSignature(xml)).toBe(true)
})

test('A9: both bindings carry the relay state unchanged', () => {
  expect(new URL(ask('redirect').url).searchParams.get('RelayState')).toBe('opaque-state')
  expect(ask('post')).toMatchObject({ fields: { RelayState: 'opaque-state' } })
})

test('names the provider that does not support a binding', () => {
  const redirectOnly = { ...idp, signOn: { redirect: 'https://idp.example/redirect' } }
  expect(() => authnRequest(sp, redirectOnly, { ...asking, binding: 'post' })).toThrow(
    /https:\/\/idp\.example\/a .*post/,
  )
})
