import { createHash, createVerify, type KeyLike } from 'node:crypto'
import { createOptionalCallbackFunction, ExclusiveCanonicalization, SignedXml } from 'xml-crypto'
import { childElements, isElement, parseStrictly, textOf } from '#platform/parsing/strict-xml.ts'
import { digestAlgorithms, enveloped, exclusive, rsaKeysOf, signatureAlgorithms } from './algorithms.ts'
import { ns } from './namespaces.ts'
import { need } from './saml-error.ts'

/**
 * Verifies an element's signature with the registered keys only, and returns the element parsed from the canonical bytes that
 * the digest covers. Throws a SamlError.
 */
export function verifiedElement(xml: string, element: Element, certificates: readonly string[]): Element {
  const path = `${element.localName}/Signature`
  const [signature, ...others] = childElements(element, ns.ds, 'Signature')
  need(signature && others.length === 0, path)
  const id = element.getAttribute('ID')
  need(id, `${element.localName}/@ID`)
  checkForm(signature, id, path)
  // Finds the key by SignedInfo first, so that a forged signature never causes a canonicalisation of the whole document.
  const key = rsaKeysOf(certificates).find((known) => signsInfo(signature, known))
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

/** Checks that the signature has the only form that SAML core §5.4 and AgID allow. */
function checkForm(signature: Element, id: string, path: string): void {
  const [signedInfo, value, ...rest] = childElements(signature)
  need(isDs(signedInfo, 'SignedInfo') && isDs(value, 'SignatureValue'), `${path} form`)
  need(rest.length === 0 || (rest.length === 1 && isDs(rest[0], 'KeyInfo')), `${path} form`)
  const [canonicalization, method, reference, ...more] = childElements(signedInfo)
  need(isDs(canonicalization, 'CanonicalizationMethod') && isDs(method, 'SignatureMethod'), `${path} form`)
  need(isDs(reference, 'Reference') && more.length === 0, `${path} reference`)
  need(algorithmOf(canonicalization) === exclusive, `${path} canonicalisation`)
  need(signatureAlgorithms.has(algorithmOf(method)), `${path} algorithm`)
  need(reference.getAttribute('URI') === `#${id}`, `${path} reference`)
  checkReference(reference, path)
}

function checkReference(reference: Element, path: string): void {
  const [transforms, digest, value, ...more] = childElements(reference)
  need(isDs(transforms, 'Transforms') && isDs(digest, 'DigestMethod'), `${path} form`)
  need(isDs(value, 'DigestValue') && more.length === 0, `${path} form`)
  need(digestAlgorithms.has(algorithmOf(digest)), `${path} digest`)
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

/** Whether the signature's value verifies with this key over its SignedInfo, whose form was checked (XMLDSig §3.2.2). */
function signsInfo(signature: Element, key: KeyLike): boolean {
  const [info, value] = childElements(signature)
  const [, method] = info ? childElements(info) : []
  const algorithm = method && signatureAlgorithms.get(algorithmOf(method))
  const digits = textOf(value)?.replace(/\s/g, '')
  if (!info || !algorithm || !digits) return false
  const ancestorNamespaces = namespacesAround(info)
  const copy = info.cloneNode(true) as Element
  const canonical = new ExclusiveCanonicalization().process(copy, { ancestorNamespaces })
  return createVerify(algorithm).update(canonical).verify(key, digits, 'base64')
}

/** The namespace prefixes declared on an element's ancestors, the nearest first. */
function namespacesAround(element: Element): { prefix: string; namespaceURI: string }[] {
  const prefixes = new Map<string, string>()
  for (let node = element.parentNode; node && isElement(node); node = node.parentNode)
    for (const { name, value } of Array.from(node.attributes)) {
      const prefix = /^xmlns:(.+)$/.exec(name)?.[1]
      if (prefix && !prefixes.has(prefix)) prefixes.set(prefix, value)
    }
  return [...prefixes].map(([prefix, namespaceURI]) => ({ prefix, namespaceURI }))
}

/** The canonical bytes that this key signed; undefined if the signature does not verify. */
function signedBytes(xml: string, signature: Element, key: KeyLike): string | undefined {
  try {
    const signed = new SignedXml({ publicCert: key })
    signed.SignatureAlgorithms = mapAlgorithms(signatureAlgorithms, verifierOf)
    signed.HashAlgorithms = mapAlgorithms(digestAlgorithms, hashOf)
    signed.loadSignature(signature)
    if (!signed.checkSignature(xml)) return undefined
    const [bytes, ...others] = signed.getSignedReferences()
    return others.length === 0 ? bytes : undefined
  } catch {
    return undefined
  }
}

const mapAlgorithms = <T>(names: ReadonlyMap<string, string>, make: (uri: string, name: string) => T) =>
  Object.fromEntries([...names].map(([uri, name]) => [uri, make(uri, name)]))

/** An algorithm class for xml-crypto, which supports SHA-1 but not SHA-384. */
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
