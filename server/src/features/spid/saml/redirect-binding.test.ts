import { createSign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type KeyPair, makeCertificate } from '../providers/certificate.ts'
import { readRedirect, redirectUrl } from './redirect-binding.ts'
import { SamlError } from './saml-error.ts'

const location = 'https://idp.example/sso'
const sigAlg = (name: string) => `http://www.w3.org/2001/04/xmldsig-more#rsa-${name}`

let ours: KeyPair
let next: KeyPair
beforeAll(async () => {
  const pair = () => makeCertificate({ commonName: 'x', notBefore: new Date(), years: 1, bits: 2048 })
  ;[ours, next] = await Promise.all([pair(), pair()])
}, 60_000)

const der = ({ certificate }: KeyPair) => certificate.replace(/-----[^-]+-----|\s/g, '')
const queryOf = (url: string) => url.slice(url.indexOf('?') + 1)
const send = (xml: string, relayState?: string) =>
  queryOf(redirectUrl({ location, name: 'SAMLRequest', xml, relayState, key: ours.key }))

/** A query signed with any algorithm. */
function signed(parts: string, algorithm: string, hash: string) {
  const text = `${parts}&SigAlg=${encodeURIComponent(algorithm)}`
  return `${text}&Signature=${encodeURIComponent(createSign(hash).update(text).sign(ours.key, 'base64'))}`
}
const packed = (xml: string | Buffer) => encodeURIComponent(deflateRawSync(xml).toString('base64'))

test('signs the parameters in the standard’s order', () => {
  const url = redirectUrl({ location, name: 'SAMLRequest', xml: '<a/>', relayState: 'state', key: ours.key })
  expect(url).toMatch(
    /^https:\/\/idp\.example\/sso\?SAMLRequest=[\w%]+&RelayState=state&SigAlg=http%3A%2F%2Fwww\.w3\.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256&Signature=[\w%]+$/,
  )
})

test('omits a missing relay state, and appends to a URL with a query', () => {
  const url = redirectUrl({
    location: `${location}?a=b`,
    name: 'SAMLResponse',
    xml: '<a/>',
    relayState: undefined,
    key: ours.key,
  })
  expect(url).toMatch(/^https:\/\/idp\.example\/sso\?a=b&SAMLResponse=[\w%]+&SigAlg=/)
  expect(readRedirect(queryOf(url))).toMatchObject({ name: 'SAMLResponse', xml: '<a/>', relayState: undefined })
})

test('any message is read back as sent', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 })
  fc.assert(
    fc.property(text, fc.option(text, { nil: undefined }), (xml, relayState) => {
      const read = readRedirect(send(xml, relayState))
      expect({ xml: read.xml, relayState: read.relayState }).toEqual({ xml, relayState })
      expect(read.isSignedBy([der(ours)])).toBe(true)
      expect(read.isSignedBy([der(next)])).toBe(false)
    }),
    { numRuns: 60 },
  )
})

test('verifies with any certificate of a provider, and skips invalid ones', () => {
  const read = readRedirect(send('<a/>', 'state'))
  expect(read.isSignedBy([der(next), 'rubbish', der(ours)])).toBe(true)
  expect(read.isSignedBy([])).toBe(false)
  expect(read.isSignedBy(['rubbish'])).toBe(false)
})

const meaningOf = (query: string) => {
  try {
    return JSON.stringify(query.split('&').map((part) => decodeURIComponent(part)))
  } catch {
    return 'none'
  }
}

test('refuses a query with any character changed', () => {
  const query = send(`<a ID="_1">${'text '.repeat(20)}</a>`, 'some-state')
  const isAccepted = (changed: string) => {
    try {
      const { name, isSignedBy } = readRedirect(changed)
      return name !== undefined && isSignedBy([der(ours)])
    } catch (error) {
      if (error instanceof SamlError) return false
      throw error
    }
  }
  expect(isAccepted(query)).toBe(true)
  const accepted: string[] = []
  for (let at = 0; at < query.length; at++)
    for (const other of ['A', '%', '&', '=', String.fromCharCode(query.charCodeAt(at) ^ 1)]) {
      const changed = query.slice(0, at) + other + query.slice(at + 1)
      // Escapes of the signature in small letters have the same meaning.
      if (meaningOf(changed) !== meaningOf(query) && isAccepted(changed)) accepted.push(changed)
    }
  expect(accepted).toEqual([])
})

test.each([
  ['sha256', 'RSA-SHA256'],
  ['sha384', 'RSA-SHA384'],
  ['sha512', 'RSA-SHA512'],
])('accepts RSA with %s', (name, hash) => {
  const read = readRedirect(signed(`SAMLResponse=${packed('<a/>')}`, sigAlg(name), hash))
  expect(read.isSignedBy([der(ours)])).toBe(true)
})

test('accepts escapes in small letters if they were signed, as some providers do', () => {
  const small = packed('<a/>').replace(/%../g, (triplet) => triplet.toLowerCase())
  expect(readRedirect(signed(`SAMLRequest=${small}`, sigAlg('sha256'), 'RSA-SHA256')).isSignedBy([der(ours)])).toBe(
    true,
  )
})

const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
// biome-ignore format: a table
const refused: readonly [what: string, query: () => string][] = [
  ['no signature', () => send('<a/>', 's').replace(/&Signature=.*/, '')],
  ['an empty signature', () => send('<a/>', 's').replace(/&Signature=.*/, '&Signature=')],
  ['no algorithm', () => send('<a/>', 's').replace(/&SigAlg=[^&]*/, '')],
  ['SHA-1', () => signed(`SAMLRequest=${packed('<a/>')}`, sha1, 'RSA-SHA1')],
  ['a word of objects as algorithm', () => signed(`SAMLRequest=${packed('<a/>')}`, 'constructor', 'RSA-SHA256')],
  ['no message', () => signed('RelayState=s', sigAlg('sha256'), 'RSA-SHA256')],
  ['both messages', () => signed(`SAMLRequest=${packed('<a/>')}&SAMLResponse=${packed('<a/>')}`, sigAlg('sha256'), 'RSA-SHA256')],
  ['a message twice', () => `${send('<a/>', 's')}&SAMLRequest=${packed('<b/>')}`],
  ['a signature twice', () => `${send('<a/>', 's')}&Signature=AAAA`],
  ['another encoding', () => `${send('<a/>', 's')}&SAMLEncoding=other`],
  ['what is not deflated', () => signed(`SAMLRequest=${encodeURIComponent(Buffer.from('<a/>').toString('base64'))}`, sigAlg('sha256'), 'RSA-SHA256')],
  ['what is not base64', () => signed('SAMLRequest=%3Ca%3E', sigAlg('sha256'), 'RSA-SHA256')],
  ['a broken escape', () => signed('SAMLRequest=%E0%A4%A', sigAlg('sha256'), 'RSA-SHA256')],
  ['what is not UTF-8', () => signed(`SAMLRequest=${packed(Buffer.from([0x3c, 0xff]))}`, sigAlg('sha256'), 'RSA-SHA256')],
  ['a bomb', () => signed(`SAMLRequest=${packed('a'.repeat(50_000_000))}`, sigAlg('sha256'), 'RSA-SHA256')],
  ['nothing', () => ''],
]

test.each(refused)('refuses %s', (_, query) => {
  expect(() => readRedirect(query())).toThrow(SamlError)
})
