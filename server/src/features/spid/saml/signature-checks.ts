import { createHash, createVerify, type KeyLike, X509Certificate } from 'node:crypto'
import { createOptionalCallbackFunction, ExclusiveCanonicalization, SignedXml } from 'xml-crypto'
import { need } from './refusal.ts'
import { childElements, isElement, ns, parseStrictly, textOf } from './xml.ts'

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/** What AgID allows; SHA-1 is not among it. */
const signatureAlgorithms: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA-SHA256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'RSA-SHA384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'RSA-SHA512',
}
const digestAlgorithms: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}

/**
 * Verifies the signature that an element of the document bears, with the registered keys alone, and gives back the element as
 * it was signed: parsed anew from the canonical bytes that the digest was taken of.
 */
export function verifiedElement(xml: string, element: Element, certificates: readonly string[]): Element {
  const path = `${element.localName}/Signature`
  const [signature, ...others] = childElements(element, ns.ds, 'Signature')
  need(signature && others.length === 0, path)
  const id = element.getAttribute('ID')
  need(id, `${element.localName}/@ID`)
  checkForm(signature, id, path)
  // The key that signed SignedInfo is found first: the document is canonicalised for that one, and never for a forged value.
  const key = keysOf(certificates).find((known) => signsInfo(signature, known))
  const bytes = key && signedBytes(xml, signature, key)
  need(bytes, `${path} does not verify`)
  const verified = parseStrictly(bytes, { characters: 4 * xml.length + 1_000_000, elements: 5000 }).documentElement
  need(
    verified.namespaceURI === element.namespaceURI &&
      verified.localName === element.localName &&
      verified.getAttribute('ID') === id,
    `${path} signs something else`,
  )
  return verified
}

/** XMLDSig lets a signature sign anything in any manner; SAML core §5.4 and AgID leave one. */
function checkForm(signature: Element, id: string, path: string): void {
  const [signedInfo, value, ...rest] = childElements(signature)
  need(isDs(signedInfo, 'SignedInfo') && isDs(value, 'SignatureValue'), `${path} form`)
  need(rest.length === 0 || (rest.length === 1 && isDs(rest[0], 'KeyInfo')), `${path} form`)
  const [canonicalization, method, reference, ...more] = childElements(signedInfo)
  need(isDs(canonicalization, 'CanonicalizationMethod') && isDs(method, 'SignatureMethod'), `${path} form`)
  need(isDs(reference, 'Reference') && more.length === 0, `${path} reference`)
  need(algorithmOf(canonicalization) === exclusive, `${path} canonicalisation`)
  need(Object.hasOwn(signatureAlgorithms, algorithmOf(method)), `${path} algorithm`)
  need(reference.getAttribute('URI') === `#${id}`, `${path} reference`)
  checkReference(reference, path)
}

function checkReference(reference: Element, path: string): void {
  const [transforms, digest, value, ...more] = childElements(reference)
  need(isDs(transforms, 'Transforms') && isDs(digest, 'DigestMethod'), `${path} form`)
  need(isDs(value, 'DigestValue') && more.length === 0, `${path} form`)
  need(Object.hasOwn(digestAlgorithms, algorithmOf(digest)), `${path} digest`)
  const [first, second, ...others] = childElements(transforms)
  need(isDs(first, 'Transform') && isDs(second, 'Transform') && others.length === 0, `${path} transforms`)
  need(algorithmOf(first) === enveloped && algorithmOf(second) === exclusive, `${path} transforms`)
  const inside = [...childElements(first), ...childElements(second)]
  need(
    inside.every(({ namespaceURI, localName }) => namespaceURI === exclusive && localName === 'InclusiveNamespaces'),
    `${path} transforms`,
  )
}

const isDs = (element: Element | undefined, name: string): element is Element =>
  element?.namespaceURI === ns.ds && element.localName === name

const algorithmOf = (element: Element) => element.getAttribute('Algorithm') ?? ''

/** Keys of the provider's metadata. Their certificates are only envelopes there: neither dates nor issuers count. */
const keysOf = (certificates: readonly string[]) =>
  certificates.flatMap((certificate) => {
    try {
      return [new X509Certificate(Buffer.from(certificate, 'base64')).publicKey]
    } catch {
      return []
    }
  })

/** Whether the value of a signature is this key's, over its SignedInfo, whose form was checked (XMLDSig §3.2.2). */
function signsInfo(signature: Element, key: KeyLike): boolean {
  const [info, value] = childElements(signature)
  const [, method] = info ? childElements(info) : []
  const algorithm = method && signatureAlgorithms[algorithmOf(method)]
  const digits = textOf(value)?.replace(/\s/g, '')
  if (!info || !algorithm || !digits) return false
  const ancestorNamespaces = namespacesAround(info)
  const copy = info.cloneNode(true) as Element
  const canonical = new ExclusiveCanonicalization().process(copy, { ancestorNamespaces })
  return createVerify(algorithm).update(canonical).verify(key, digits, 'base64')
}

/** The prefixes that stand on the elements around one, the nearest first. */
function namespacesAround(element: Element): { prefix: string; namespaceURI: string }[] {
  const found = new Map<string, string>()
  for (let node = element.parentNode; node && isElement(node); node = node.parentNode)
    for (const { name, value } of Array.from(node.attributes)) {
      const prefix = /^xmlns:(.+)$/.exec(name)?.[1]
      if (prefix && !found.has(prefix)) found.set(prefix, value)
    }
  return [...found].map(([prefix, namespaceURI]) => ({ prefix, namespaceURI }))
}

/** The canonical bytes that this key signed, or nothing. */
function signedBytes(xml: string, signature: Element, key: KeyLike): string | undefined {
  try {
    const signed = new SignedXml({ publicCert: key })
    signed.SignatureAlgorithms = mapped(signatureAlgorithms, verifierOf)
    signed.HashAlgorithms = mapped(digestAlgorithms, hashOf)
    signed.loadSignature(signature)
    if (!signed.checkSignature(xml)) return undefined
    const [bytes, ...others] = signed.getSignedReferences()
    return others.length === 0 ? bytes : undefined
  } catch {
    return undefined
  }
}

const mapped = <T>(names: Readonly<Record<string, string>>, make: (uri: string, name: string) => T) =>
  Object.fromEntries(Object.entries(names).map(([uri, name]) => [uri, make(uri, name)]))

/** In the form that xml-crypto asks for, which knows SHA-1 and no SHA-384. */
const verifierOf = (uri: string, name: string) =>
  class {
    getAlgorithmName = () => uri
    getSignature = createOptionalCallbackFunction((): string => {
      throw new Error('These algorithms only verify.')
    })
    verifySignature = createOptionalCallbackFunction((material: string, key: KeyLike, value: string) =>
      createVerify(name).update(material).verify(key, value, 'base64'),
    )
  }

const hashOf = (uri: string, name: string) =>
  class {
    getAlgorithmName = () => uri
    getHash = (xml: string) => createHash(name).update(xml, 'utf8').digest('base64')
  }
