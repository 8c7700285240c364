import { createSign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { childElements, parseStrictly, textOf } from '#platform/parsing/strict-xml.ts'
import { makeServiceProvider } from '../../../../test/make-service-provider.ts'
import { type KeyPair, makeCertificate } from '../providers/certificate.ts'
import type { Binding, IdentityProvider, ServiceProvider } from '../spid.types.ts'
import type { RawMessage } from './incoming.ts'
import {
  checkLogoutRequest,
  checkLogoutResponse,
  logoutRequest,
  logoutResponse,
  readLogout,
} from './logout-messages.ts'
import { ns } from './namespaces.ts'
import { type Outgoing, signMessage } from './outgoing.ts'
import { SamlError } from './saml-error.ts'

const now = new Date('2026-05-06T07:08:09.500Z')
const entityId = 'https://idp.example/a?b=1&c=2'
const subject = { nameId: '_name & more', nameQualifier: entityId, sessionIndex: 'index<1>' }

let sp: ServiceProvider
let key: KeyPair
let nextKey: KeyPair
let stranger: KeyPair
let idp: IdentityProvider
beforeAll(async () => {
  const pair = () => makeCertificate({ commonName: 'x', notBefore: now, years: 1, bits: 2048 })
  ;[sp, key, nextKey, stranger] = await Promise.all([makeServiceProvider(), pair(), pair(), pair()])
  idp = {
    scheme: 'spid',
    entityId,
    name: 'Idp',
    signOn: { post: 'https://idp.example/sso' },
    logout: {
      redirect: { url: 'https://idp.example/slo', responseUrl: 'https://idp.example/slo/answer' },
      post: { url: 'https://idp.example/post', responseUrl: 'https://idp.example/post/answer' },
    },
    certificates: [key, nextKey].map(bare),
  }
}, 60_000)

const bare = ({ certificate }: { certificate: string }) => certificate.replace(/-----[^-]+-----|\s/g, '')
const bindings = ['redirect', 'post'] as const

/** The message as a browser delivers it. */
const toRaw = (message: Outgoing): RawMessage =>
  message.binding === 'redirect'
    ? { binding: 'redirect', rawQuery: message.url.slice(message.url.indexOf('?') + 1), fields: {} }
    : { binding: 'post', rawQuery: '', fields: message.fields }

describe.each(bindings)('a message to a provider by %s', (binding) => {
  const sending = { id: '_logout', issuedAt: now, binding, relayState: 'state' }
  const heads = (root: Element) => Array.from(root.attributes).filter(({ name }) => !name.startsWith('xmlns'))
  const attributes = (root: Element) => Object.fromEntries(heads(root).map(({ name, value }) => [name, value]))
  const issuers = (root: Element) =>
    childElements(root, ns.saml, 'Issuer').map((issuer) => [textOf(issuer), attributes(issuer)])
  const ours = () => [
    [sp.entityId, { Format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity', NameQualifier: sp.entityId }],
  ]
  const names = (root: Element) => childElements(root).map(({ localName }) => localName)
  const signature = binding === 'post' ? ['Signature'] : []

  test('a request conforms to SPID', () => {
    const message = logoutRequest(sp, idp, { ...sending, subject })
    const root = parseStrictly(message.xml).documentElement
    expect([root.namespaceURI, root.localName]).toEqual([ns.samlp, 'LogoutRequest'])
    expect(attributes(root)).toEqual({
      ID: '_logout',
      Version: '2.0',
      IssueInstant: '2026-05-06T07:08:09Z',
      Destination: idp.logout[binding]?.url,
    })
    expect(issuers(root)).toEqual(ours())
    expect(names(root)).toEqual(['Issuer', ...signature, 'NameID', 'SessionIndex'])
    const [nameId] = childElements(root, ns.saml, 'NameID')
    expect(textOf(nameId)).toBe('_name & more')
    expect(nameId && attributes(nameId)).toEqual({
      Format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
      NameQualifier: entityId,
    })
    expect(textOf(childElements(root, ns.samlp, 'SessionIndex')[0])).toBe('index<1>')
    expect(new URL(message.url).pathname).toBe(new URL(idp.logout[binding]?.url ?? '').pathname)
  })

  test('a request has no index if the provider gave none', () => {
    const message = logoutRequest(sp, idp, { ...sending, subject: { ...subject, sessionIndex: undefined } })
    expect(names(parseStrictly(message.xml).documentElement)).toEqual(['Issuer', ...signature, 'NameID'])
  })

  test.each([
    ['success', ['Success']],
    ['partial', ['Requester', 'PartialLogout']],
  ] as const)('an answer: %s', (status, codes) => {
    const message = logoutResponse(sp, idp, { ...sending, inResponseTo: '_asked', status })
    const root = parseStrictly(message.xml).documentElement
    expect([root.namespaceURI, root.localName]).toEqual([ns.samlp, 'LogoutResponse'])
    expect(attributes(root)).toMatchObject({
      ID: '_logout',
      Version: '2.0',
      IssueInstant: '2026-05-06T07:08:09Z',
      InResponseTo: '_asked',
      Destination: idp.logout[binding]?.responseUrl,
    })
    expect(issuers(root)).toEqual(ours())
    expect(names(root)).toEqual(['Issuer', ...signature, 'Status'])
    const found: (string | null)[] = []
    for (
      let [code] = childElements(childElements(root)[1 + signature.length] as Element);
      code;
      [code] = childElements(code)
    )
      found.push(code.getAttribute('Value'))
    expect(found).toEqual(codes.map((code) => `urn:oasis:names:tc:SAML:2.0:status:${code}`))
  })

  test('every message is signed with our key', () => {
    const portal = { ...idp, entityId: sp.entityId, certificates: [bare(sp)] }
    const claimed = readLogout(toRaw(logoutRequest(sp, idp, { ...sending, subject })))
    expect(claimed).toMatchObject({ kind: 'request', issuer: sp.entityId })
    const there = { idp: portal, sp: { logoutUrl: idp.logout[binding]?.url ?? '' }, now, skewSeconds: 60 }
    expect(checkLogoutRequest(claimed, there)).toEqual({
      id: '_logout',
      nameId: '_name & more',
      nameQualifier: entityId,
      sessionIndexes: ['index<1>'],
      relayState: 'state',
    })
    expect(() => checkLogoutRequest(claimed, { ...there, idp: { ...portal, certificates: [bare(stranger)] } })).toThrow(
      SamlError,
    )
  })

  test('names the provider that does not support the binding', () => {
    const without = { ...idp, logout: {} }
    expect(() => logoutRequest(sp, without, { ...sending, subject })).toThrow(entityId)
  })
})

const escaped = 'https://idp.example/a?b=1&amp;c=2'
const issuer = `<saml:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity">${escaped}</saml:Issuer>`
const nameId = `<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient" NameQualifier="${escaped}">_n</saml:NameID>`
const head = () =>
  `xmlns:samlp="${ns.samlp}" xmlns:saml="${ns.saml}" ID="_theirs" Version="2.0" IssueInstant="2026-05-06T07:08:09Z" Destination="${sp.logoutUrl}"`
const theirRequest = () =>
  `<samlp:LogoutRequest ${head()}>${issuer}${nameId}<samlp:SessionIndex>i1</samlp:SessionIndex><samlp:SessionIndex>i2</samlp:SessionIndex></samlp:LogoutRequest>`
const theirResponse = () =>
  `<samlp:LogoutResponse ${head()} InResponseTo="_ours">${issuer}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:LogoutResponse>`

interface Making {
  readonly binding: Binding
  readonly change?: (xml: string) => string
  readonly by?: KeyPair
}

const come = (
  name: 'SAMLRequest' | 'SAMLResponse',
  xml: string,
  { binding, change = (same) => same, by = key }: Making,
) =>
  toRaw(
    signMessage(by, {
      name,
      binding,
      location: 'https://x.example',
      id: '_theirs',
      xml: change(xml),
      relayState: 'rs',
    }),
  )
const expected = () => ({ idp, sp, now, skewSeconds: 60 })
const request = (making: Making) =>
  checkLogoutRequest(readLogout(come('SAMLRequest', theirRequest(), making)), expected())
const response = (making: Making) =>
  checkLogoutResponse(readLogout(come('SAMLResponse', theirResponse(), making)), { ...expected(), requestId: '_ours' })
const replaced = (what: string | RegExp, by: string) => (xml: string) => {
  const changed = xml.replace(what, by)
  expect(changed).not.toBe(xml)
  return changed
}

describe.each(bindings)('a message from a provider by %s', (binding) => {
  test('a valid request has the subject of the sessions to end', () => {
    const wish = {
      id: '_theirs',
      nameId: '_n',
      nameQualifier: entityId,
      sessionIndexes: ['i1', 'i2'],
      relayState: 'rs',
    }
    expect(request({ binding })).toEqual(wish)
    expect(request({ binding, by: nextKey })).toEqual(wish)
  })

  test('a valid answer has its result', () => {
    const claimed = readLogout(come('SAMLResponse', theirResponse(), { binding }))
    expect(claimed).toMatchObject({ kind: 'response', issuer: entityId, inResponseTo: '_ours' })
    expect(response({ binding })).toBe('success')
  })

  test.each([
    ['failed', 'Requester"/>'],
    [
      'failed',
      'Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:RequestDenied"/></samlp:StatusCode>',
    ],
    [
      'partial',
      'Requester"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:PartialLogout"/></samlp:StatusCode>',
    ],
    [
      'partial',
      'Success"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:PartialLogout"/></samlp:StatusCode>',
    ],
  ])('%s: %s', (end, code) => {
    expect(response({ binding, change: replaced('Success"/>', code) })).toBe(end)
  })

  // biome-ignore format: a table
  const both: readonly [what: string, change: (xml: string) => string][] = [
    ['another version',            replaced('Version="2.0"', 'Version="1.1"')],
    ['no instant',                 replaced(/IssueInstant="[^"]*"/, '')],
    ['an instant of another form', replaced('07:08:09Z', '07:08:09+00:00')],
    ['an instant long past',       replaced('07:08:09Z', '07:07:09Z')],
    ['an instant to come',         replaced('07:08:09Z', '07:09:10Z')],
    ['no destination',             replaced(/Destination="[^"]*"/, '')],
    ['another destination',        replaced(/Destination="/, 'Destination="x')],
    ['no issuer',                  replaced(issuer, '<saml:NameID>x</saml:NameID>')],
    ['an empty issuer',            replaced(`>${escaped}<`, '><')],
    ['another issuer',             replaced(`>${escaped}<`, '>https://other.example<')],
    ['two issuers',                replaced(issuer, issuer + issuer)],
    ['an issuer in another form',  replaced('nameid-format:entity', 'nameid-format:persistent')],
    ['extensions',                 replaced(issuer, `${issuer}<samlp:Extensions/>`)],
    ['another root',               (xml) => xml.replace(/samlp:Logout(Request|Response)/g, 'samlp:Logout')],
    ['a root of another namespace', replaced(`xmlns:samlp="${ns.samlp}"`, 'xmlns:samlp="urn:other"')],
    ['a document type',            (xml) => `<!DOCTYPE a>${xml}`],
  ]
  // Our signature goes after the Issuer, so a message without Issuer cannot be signed.
  const rows = both.filter(([what]) => binding === 'redirect' || what !== 'no issuer')

  test.each(rows)('refuses a request with %s', (_, change) => {
    expect(() => request({ binding, change })).toThrow(SamlError)
  })
  test.each(rows)('refuses an answer with %s', (_, change) => {
    expect(() => response({ binding, change })).toThrow(SamlError)
  })

  // biome-ignore format: a table
  test.each<[string, (xml: string) => string]>([
    ['no name',                  replaced(nameId, '')],
    ['an empty name',            replaced('>_n<', '><')],
    ['two names',                replaced(nameId, nameId + nameId)],
    ['a name of another form',   replaced('nameid-format:transient', 'nameid-format:persistent')],
    ['a name without qualifier', replaced(/NameQualifier="[^"]*"/, '')],
    ['an encrypted name',        replaced(nameId, '<saml:EncryptedID/>')],
    ['an empty index',           replaced('>i1<', '><')],
    ['a limit that is past',     replaced('ID="_theirs"', 'ID="_theirs" NotOnOrAfter="2026-05-06T07:00:00Z"')],
    ['a limit that is none',     replaced('ID="_theirs"', 'ID="_theirs" NotOnOrAfter="tomorrow"')],
  ])('refuses a request with %s', (_, change) => {
    expect(() => request({ binding, change })).toThrow(SamlError)
  })

  // biome-ignore format: a table
  test.each<[string, (xml: string) => string]>([
    ['no reference',      replaced('InResponseTo="_ours"', '')],
    ['another reference', replaced('InResponseTo="_ours"', 'InResponseTo="_other"')],
    ['no status',         replaced(/<samlp:Status>.*<\/samlp:Status>/, '')],
    ['an empty status',   replaced(/<samlp:StatusCode[^>]*>/, '')],
    ['a status of none',  replaced(/ Value="[^"]*"/, '')],
  ])('refuses an answer with %s', (_, change) => {
    expect(() => response({ binding, change })).toThrow(SamlError)
  })

  test('refuses a stranger’s signature, whatever certificate it contains', () => {
    expect(() => request({ binding, by: stranger })).toThrow(/Signature does not verify/)
    expect(() => response({ binding, by: stranger })).toThrow(/Signature does not verify/)
  })

  test('a request is no answer, and an answer no request', () => {
    const claimed = readLogout(come('SAMLRequest', theirRequest(), { binding }))
    expect(() => checkLogoutResponse(claimed, { ...expected(), requestId: '_ours' })).toThrow(SamlError)
    const answered = readLogout(come('SAMLResponse', theirResponse(), { binding }))
    expect(() => checkLogoutRequest(answered, expected())).toThrow(SamlError)
    expect(() => readLogout(come('SAMLResponse', theirRequest(), { binding }))).toThrow(SamlError)
  })
})

const posted = (xml: string) => ({
  binding: 'post' as const,
  rawQuery: '',
  fields: { SAMLRequest: Buffer.from(xml).toString('base64') },
})
const signedPost = () => {
  const { fields } = come('SAMLRequest', theirRequest(), { binding: 'post' })
  return Buffer.from(String(fields.SAMLRequest), 'base64').toString('utf8')
}
const check = (raw: RawMessage) => checkLogoutRequest(readLogout(raw), expected())

test('an unsigned form and an unsigned query are refused', () => {
  expect(() => check(posted(theirRequest()))).toThrow(/LogoutRequest\/Signature/)
  const rawQuery = `SAMLRequest=${encodeURIComponent(deflateRawSync(theirRequest()).toString('base64'))}`
  expect(() => check({ binding: 'redirect', rawQuery, fields: {} })).toThrow(SamlError)
  // A signature inside the XML does not count in a query.
  const inside = `SAMLRequest=${encodeURIComponent(deflateRawSync(signedPost()).toString('base64'))}`
  expect(() => check({ binding: 'redirect', rawQuery: inside, fields: {} })).toThrow(SamlError)
})

test('SHA-1 is refused in both bindings', () => {
  const signing = new SignedXml({
    privateKey: key.key,
    signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signing.addReference({
    xpath: "//*[@ID='_theirs']",
    digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  })
  signing.computeSignature(theirRequest(), { prefix: 'ds' })
  expect(() => check(posted(signing.getSignedXml()))).toThrow(SamlError)
  const message = encodeURIComponent(deflateRawSync(theirRequest()).toString('base64'))
  const signed = `SAMLRequest=${message}&SigAlg=${encodeURIComponent('http://www.w3.org/2000/09/xmldsig#rsa-sha1')}`
  const signature = encodeURIComponent(createSign('RSA-SHA1').update(signed).sign(key.key, 'base64'))
  expect(() => check({ binding: 'redirect', rawQuery: `${signed}&Signature=${signature}`, fields: {} })).toThrow(
    SamlError,
  )
})

test('a message changed after signing, or with a wrapped signature, is refused', () => {
  const good = signedPost()
  expect(check(posted(good)).nameId).toBe('_n')
  expect(() => check(posted(good.replace('>_n<', '>_m<')))).toThrow(SamlError)
  const inner = good.replace(/^<\?xml.*?\?>/, '')
  const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(inner)?.[0] ?? ''
  const evil = theirRequest().replace('>_n<', '>_evil<')
  for (const wrapped of [
    evil.replace(issuer, issuer + inner),
    evil.replace(
      issuer,
      issuer + signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`),
    ),
    evil.replace('ID="_theirs"', 'ID="_evil"').replace(issuer, issuer + signature + inner),
    evil.replace('ID="_theirs"', 'ID="_evil"').replace(issuer, issuer + signature),
  ])
    expect(() => check(posted(wrapped))).toThrow(SamlError)
})

test('a form with other content is refused', () => {
  const form = (fields: RawMessage['fields']): RawMessage => ({ binding: 'post', rawQuery: '', fields })
  const SAMLRequest = Buffer.from(signedPost()).toString('base64')
  for (const fields of [{}, { SAMLRequest: 7 }, { SAMLRequest: '' }, { SAMLRequest: '%%%' }, { SAMLRequest: ['a'] }])
    expect(() => check(form(fields))).toThrow(SamlError)
  expect(() => check(form({ SAMLRequest, SAMLResponse: SAMLRequest }))).toThrow(SamlError)
  expect(check(form({ SAMLRequest, RelayState: ['a'] })).relayState).toBeUndefined()
})
