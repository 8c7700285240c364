import { createSign, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { need, Refusal } from './refusal.ts'

/** Whether a message asks or answers: the name of its parameter in both bindings. */
export type MessageName = 'SAMLRequest' | 'SAMLResponse'

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const hashes: ReadonlyMap<string, string> = new Map([
  [rsaSha256, 'RSA-SHA256'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha384', 'RSA-SHA384'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 'RSA-SHA512'],
])

/** Bytes of a message after inflation; those of SAML have a few thousand. */
const maxInflated = 64 * 1024

interface Sending {
  readonly location: string
  readonly name: MessageName
  readonly xml: string
  readonly relayState: string | undefined
  /** PEM. */
  readonly key: string
}

/** The address that carries a message in its query, deflated and signed (SAML bindings §3.4.4.1). */
export function redirectUrl({ location, name, xml, relayState, key }: Sending): string {
  const message = deflateRawSync(Buffer.from(xml, 'utf8')).toString('base64')
  const pairs = [
    [name, message],
    ...(relayState === undefined ? [] : [['RelayState', relayState]]),
    ['SigAlg', rsaSha256],
  ]
  const signed = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  const signature = createSign('RSA-SHA256').update(signed, 'utf8').sign(key, 'base64')
  const joint = location.includes('?') ? '&' : '?'
  return `${location}${joint}${signed}&Signature=${encodeURIComponent(signature)}`
}

/** A message that came in a query, not to be believed before its signature is verified. */
export interface RedirectMessage {
  readonly name: MessageName
  readonly xml: string
  readonly relayState: string | undefined
  /** Whether one of these certificates (base64 DER) signed the query, exactly as it was written. */
  readonly isSignedBy: (certificates: readonly string[]) => boolean
}

/** Reads a query as it came, without its question mark; refuses one that is not signed in a manner that AgID allows. */
export function readRedirect(rawQuery: string): RedirectMessage {
  const raw = rawParameters(rawQuery)
  need(raw.has('SAMLRequest') !== raw.has('SAMLResponse'), 'query: one message')
  const name = raw.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse'
  const hash = hashes.get(decoded(raw, 'SigAlg') ?? '')
  need(hash, 'query: SigAlg')
  const signature = fromBase64(decoded(raw, 'Signature'))
  need(signature, 'query: Signature')
  const signed = [name, 'RelayState', 'SigAlg']
    .filter((parameter) => raw.has(parameter))
    .map((parameter) => `${parameter}=${raw.get(parameter)}`)
    .join('&')
  return {
    name,
    xml: inflated(decoded(raw, name)),
    relayState: decoded(raw, 'RelayState'),
    isSignedBy: (certificates) =>
      rsaKeysOf(certificates).some((key) => verify(hash, Buffer.from(signed, 'utf8'), key, signature)),
  }
}

const known: readonly string[] = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature', 'SAMLEncoding']

/** The parameters of the binding, still encoded: that is what the signature covers. */
function rawParameters(query: string): Map<string, string> {
  const raw = new Map<string, string>()
  for (const part of query.split('&')) {
    const [name = '', ...value] = part.split('=')
    if (!known.includes(name)) continue
    need(!raw.has(name), 'query: a parameter twice')
    raw.set(name, value.join('='))
  }
  const encoding = decoded(raw, 'SAMLEncoding')
  need(
    encoding === undefined || encoding === 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE',
    'query: encoding',
  )
  return raw
}

function decoded(raw: ReadonlyMap<string, string>, name: string): string | undefined {
  const value = raw.get(name)
  if (value === undefined) return undefined
  try {
    return decodeURIComponent(value)
  } catch {
    throw new Refusal(`query: ${name}`)
  }
}

/** Base64 in its one form: two texts never stand for the same bytes. */
function fromBase64(text: string | undefined): Buffer | undefined {
  const bytes = Buffer.from(text ?? '', 'base64')
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined
}

function inflated(text: string | undefined): string {
  const bytes = fromBase64(text)
  need(bytes, 'query: message')
  try {
    const xml = inflateRawSync(bytes, { maxOutputLength: maxInflated })
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(xml)
  } catch {
    throw new Refusal('query: message')
  }
}

/** A certificate that cannot be read is none; of several, during a change of keys, any may have signed. */
const rsaKeysOf = (certificates: readonly string[]): KeyObject[] =>
  certificates.flatMap((certificate) => {
    try {
      const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
      return publicKey.asymmetricKeyType === 'rsa' ? [publicKey] : []
    } catch {
      return []
    }
  })
