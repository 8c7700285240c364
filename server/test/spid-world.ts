import { createHash, createSign } from 'node:crypto'
import { DOMParser, XMLSerializer } from '@xmldom/xmldom'
import { SignedXml, type SignedXmlOptions } from 'xml-crypto'
import { useNamespaces } from 'xpath'
import { type KeyPair, makeCertificate } from '#features/spid/providers/certificate.ts'
import { ns } from '#features/spid/saml/namespaces.ts'
import { decodeAnswer, readAnswer } from '#features/spid/saml/read-response.ts'
import type { Expected } from '#features/spid/saml/response-checks.ts'
import { signXml } from '#features/spid/saml/sign-xml.ts'
import type { Scheme, SpidLevel, Verdict } from '#features/spid/spid.types.ts'
import { makeResponse, type ResponseOptions } from '../src/demo/test-provider/make-response.ts'

/** A pending request, the keys of its provider, and the key of a stranger. */
export interface SpidWorld {
  readonly expected: Expected
  readonly provider: KeyPair
  /** The provider's next key, registered as well. */
  readonly nextKey: KeyPair
  readonly stranger: KeyPair
}

export const person = { taxCode: 'RSSMRA80A01H501U', firstName: 'Maria', lastName: "D'Àvila", mail: 'maria@example.it' }

export const bare = (certificate: string) => certificate.replace(/-----[^-]+-----|\s/g, '')

export async function makeSpidWorld(
  scheme: Scheme = 'spid',
  now = new Date('2026-11-20T10:30:00.500Z'),
): Promise<SpidWorld> {
  const pair = (commonName: string) => makeCertificate({ commonName, notBefore: now, years: 1, bits: 2048 })
  const [provider, nextKey, stranger] = await Promise.all([pair('Provider'), pair('Next'), pair('Stranger')])
  const entityId = 'https://idp.example.it'
  const requestedAt = new Date(now.getTime() - 30_000)
  return {
    provider,
    nextKey,
    stranger,
    expected: {
      request: { id: '_request-1', idp: entityId, issuedAt: requestedAt, level: 2 },
      idp: {
        scheme,
        entityId,
        name: 'Provider',
        signOn: { post: `${entityId}/sso` },
        logout: {},
        certificates: [bare(provider.certificate), bare(nextKey.certificate)],
      },
      sp: { entityId: 'https://portal.example.it', acsUrl: 'https://portal.example.it/api/v1/spid/acs' },
      now,
      skewSeconds: 60,
    },
  }
}

export type Change = (xml: string) => string

/** Differences from a good answer. */
export interface AnswerOptions extends Pick<ResponseOptions, 'change' | 'signs' | 'error'> {
  readonly key?: 'provider' | 'nextKey' | 'stranger'
  /** Level of the authentication. */
  readonly level?: SpidLevel
  /** Changes the XML after it is signed. */
  readonly afterwards?: (xml: string, world: SpidWorld) => string
}

/** An answer to the pending request, in base64. */
export function answerOf(
  world: SpidWorld,
  { key = 'provider', level = 2, afterwards, ...rest }: AnswerOptions = {},
): string {
  const { request, idp, sp, now } = world.expected
  const made = makeResponse({
    idp: { scheme: idp.scheme, entityId: idp.entityId, ...world[key] },
    request: { id: request.id, acsUrl: sp.acsUrl, spEntityId: sp.entityId },
    person,
    now,
    level,
    ...rest,
  })
  return afterwards ? encode(afterwards(decode(made), world)) : made
}

export function judge(world: SpidWorld, samlResponse: string, changes: Partial<Expected> = {}): Verdict {
  const xml = decodeAnswer(samlResponse)
  const verdict =
    xml === undefined ? undefined : readAnswer({ xml, expected: { ...world.expected, ...changes } }).verdict
  return verdict ?? { isGood: false, failure: 'invalid', reason: 'not decoded' }
}

export const decode = (samlResponse: string) => Buffer.from(samlResponse, 'base64').toString('utf8')
export const encode = (xml: string) => Buffer.from(xml, 'utf8').toString('base64')

const namespaced = useNamespaces(ns)

/** Creates a change of the only node that the XPath finds. */
export const at =
  (path: string, work: (node: Node, document: Document) => void): Change =>
  (xml) => {
    const document = new DOMParser().parseFromString(xml, 'text/xml')
    const found = namespaced(path, document)
    const [node, ...others] = Array.isArray(found) ? found : []
    if (!node || others.length > 0) throw new Error(`${path} does not find exactly one node.`)
    work(node as Node, document)
    return new XMLSerializer().serializeToString(document)
  }

const isAttribute = (node: Node): node is Attr => node.nodeType === node.ATTRIBUTE_NODE
export const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE

/** Sets the value of an attribute or text. */
export const set = (path: string, value: string): Change =>
  at(path, (node) => {
    if (isAttribute(node)) node.ownerElement?.setAttribute(node.name, value)
    else node.textContent = value
  })

/** Removes an attribute or an element. */
export const remove = (path: string): Change =>
  at(path, (node) => {
    if (isAttribute(node)) node.ownerElement?.removeAttribute(node.name)
    else node.parentNode?.removeChild(node)
  })

/** Removes attributes and content of an element. */
export const empty = (path: string): Change =>
  at(path, (node, document) => node.parentNode?.replaceChild(document.createElement(node.nodeName), node))

/** Inserts XML before an element. */
export const before = (path: string, xml: string): Change =>
  at(path, (node, document) => node.parentNode?.insertBefore(fragment(document, xml), node))

/** Appends XML to an element. */
export const into = (path: string, xml: string): Change =>
  at(path, (node, document) => node.appendChild(fragment(document, xml)))

function fragment(document: Document, xml: string): Node {
  const declared = Object.entries(ns).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  const parsed = new DOMParser().parseFromString(`<all ${declared.join(' ')}>${xml}</all>`, 'text/xml')
  const made = document.createDocumentFragment()
  for (const child of Array.from(parsed.documentElement.childNodes)) made.appendChild(document.importNode(child, true))
  return made
}

export const chain =
  (...changes: readonly Change[]): Change =>
  (xml) =>
    changes.reduce((changed, change) => change(changed), xml)

/** Signs an unsigned element with a key of the world; the signature becomes the first child, so no Issuer is needed. */
export const sign =
  (name: 'Assertion' | 'Response', key: 'provider' | 'stranger' = 'provider') =>
  (xml: string, world: SpidWorld) =>
    signXml(xml, { ...world[key], reference: new RegExp(`:${name} [^>]*\\bID="([^"]+)"`).exec(xml)?.[1] ?? '' })

const algorithms = {
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  rsa: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
}

const sha384 = {
  rsa: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  digest: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
}
/** Algorithms that AgID allows and xml-crypto lacks. */
class RsaSha384 {
  getAlgorithmName = () => sha384.rsa
  getSignature = (material: string, key: string) => createSign('RSA-SHA384').update(material).sign(key, 'base64')
}
class Sha384 {
  getAlgorithmName = () => sha384.digest
  getHash = (xml: string) => createHash('sha384').update(xml, 'utf8').digest('base64')
}

interface SignatureOptions {
  readonly rsa?: string
  readonly digest?: string
  readonly transforms?: readonly string[]
  readonly canonicalization?: string
  /** XPaths of further elements to sign. */
  readonly also?: readonly string[]
  readonly prefixes?: string[]
}

/** Signs the Assertion of an unsigned answer with any algorithms and transforms of XML signatures. */
export const signAssertion =
  ({ rsa, digest, transforms, canonicalization, also = [], prefixes = [] }: SignatureOptions) =>
  (xml: string, { provider }: SpidWorld): string => {
    const options: SignedXmlOptions = {
      privateKey: provider.key,
      signatureAlgorithm: rsa ?? algorithms.rsa,
      canonicalizationAlgorithm: canonicalization ?? algorithms.exclusive,
    }
    const signing = new SignedXml(options)
    Object.assign(signing.SignatureAlgorithms, { [sha384.rsa]: RsaSha384 })
    Object.assign(signing.HashAlgorithms, { [sha384.digest]: Sha384 })
    for (const path of ["//*[local-name()='Assertion']", ...also])
      signing.addReference({
        xpath: path,
        digestAlgorithm: digest ?? algorithms.digest,
        transforms: transforms ?? [algorithms.enveloped, algorithms.exclusive],
        inclusiveNamespacesPrefixList: prefixes,
      })
    const location = { reference: "//*[local-name()='Assertion']/*[local-name()='Issuer']", action: 'after' } as const
    signing.computeSignature(xml, { prefix: 'ds', location })
    return signing.getSignedXml()
  }
