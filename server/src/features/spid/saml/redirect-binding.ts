import { createSign, verify } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { rsaKeysOf, rsaSha256, signatureAlgorithms } from './algorithms.ts'
import { need, SamlError } from './saml-error.ts'

/** The parameter of a message in both bindings; it says whether the message is a request or a response. */
export type MessageName = 'SAMLRequest' | 'SAMLResponse'

/** Maximum bytes of an inflateMessage message; real ones have a few thousand. */
const maxInflated = 64 * 1024

interface Message {
  readonly location: string
  readonly name: MessageName
  readonly xml: string
  readonly relayState: string | undefined
  /** PEM. */
  readonly key: string
}

/** The URL with the message in its query, deflated and signed (SAML bindings §3.4.4.1). */
export function redirectUrl({ location, name, xml, relayState, key }: Message): string {
  const message = deflateRawSync(Buffer.from(xml, 'utf8')).toString('base64')
  const pairs = [
    [name, message],
    ...(relayState === undefined ? [] : [['RelayState', relayState]]),
    ['SigAlg', rsaSha256],
  ]
  const signed = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  const signature = createSign('RSA-SHA256').update(signed, 'utf8').sign(key, 'base64')
  const separator = location.includes('?') ? '&' : '?'
  return `${location}${separator}${signed}&Signature=${encodeURIComponent(signature)}`
}

/** A message from a query, whose signature is not verified yet. */
export interface RedirectMessage {
  readonly name: MessageName
  readonly xml: string
  readonly relayState: string | undefined
  /** Whether one of these certificates (base64 DER) signed the raw query. */
  readonly isSignedBy: (certificates: readonly string[]) => boolean
}

/** Parses a raw query without its question mark; throws a SamlError unless it has a signature that AgID allows. */
export function readRedirect(rawQuery: string): RedirectMessage {
  const raw = rawParameters(rawQuery)
  need(raw.has('SAMLRequest') !== raw.has('SAMLResponse'), 'query: one message')
  const name = raw.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse'
  const hash = signatureAlgorithms.get(decodeParameter(raw, 'SigAlg') ?? '')
  need(hash, 'query: SigAlg')
  const signature = fromBase64(decodeParameter(raw, 'Signature'))
  need(signature, 'query: Signature')
  const signed = [name, 'RelayState', 'SigAlg']
    .filter((parameter) => raw.has(parameter))
    .map((parameter) => `${parameter}=${raw.get(parameter)}`)
    .join('&')
  return {
    name,
    xml: inflateMessage(decodeParameter(raw, name)),
    relayState: decodeParameter(raw, 'RelayState'),
    isSignedBy: (certificates) =>
      rsaKeysOf(certificates).some((key) => verify(hash, Buffer.from(signed, 'utf8'), key, signature)),
  }
}

const known: readonly string[] = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature', 'SAMLEncoding']

/** The parameters of the binding, still encoded, as the signature covers them. */
function rawParameters(query: string): Map<string, string> {
  const raw = new Map<string, string>()
  for (const part of query.split('&')) {
    const [name = '', ...value] = part.split('=')
    if (!known.includes(name)) continue
    need(!raw.has(name), 'query: a parameter twice')
    raw.set(name, value.join('='))
  }
  const encoding = decodeParameter(raw, 'SAMLEncoding')
  need(
    encoding === undefined || encoding === 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE',
    'query: encoding',
  )
  return raw
}

function decodeParameter(raw: ReadonlyMap<string, string>, name: string): string | undefined {
  const value = raw.get(name)
  if (value === undefined) return undefined
  try {
    return decodeURIComponent(value)
  } catch {
    throw new SamlError(`query: ${name}`)
  }
}

/** Decodes canonical base64 only, so that each byte sequence has exactly one text. */
function fromBase64(text: string | undefined): Buffer | undefined {
  const bytes = Buffer.from(text ?? '', 'base64')
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined
}

function inflateMessage(text: string | undefined): string {
  const bytes = fromBase64(text)
  need(bytes, 'query: message')
  try {
    const xml = inflateRawSync(bytes, { maxOutputLength: maxInflated })
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(xml)
  } catch {
    throw new SamlError('query: message')
  }
}
