import { readAssertion } from './assertion-checks.ts'
import { readStatus } from './idp-errors.ts'
import { need, Refusal } from './refusal.ts'
import { checkHeader, type Expected } from './response-checks.ts'
import { readEnvelope } from './response-envelope.ts'
import { verifiedElement } from './signature-checks.ts'
import type { AnswerFacts, Identity, Verdict } from './spid.types.ts'
import { childElements, ns, parseStrictly, textOf, XmlError } from './xml.ts'

const maxBytes = 256 * 1024
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The XML of an answer as it was posted; nothing when it is not base64, not UTF-8 or too large. */
export function decodeAnswer(samlResponse: string): string | undefined {
  // A quarter more than needed, for the line ends that some providers put in (RFC 2045).
  if (samlResponse.length > (maxBytes * 5) / 3) return undefined
  const joined = samlResponse.replace(/\r?\n/g, '')
  if (joined === '' || !base64.test(joined)) return undefined
  const bytes = Buffer.from(joined, 'base64')
  if (bytes.length > maxBytes || bytes.toString('base64') !== joined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** What can be read of an answer before anybody has judged it; nothing of junk. */
export function factsOf(xml: string): AnswerFacts {
  const response = rootOf(xml)
  const assertion = firstOf(response, ns.saml, 'Assertion')
  const nameId = firstOf(firstOf(assertion, ns.saml, 'Subject'), ns.saml, 'NameID')
  const name = textOf(nameId)
  return {
    responseId: response?.getAttribute('ID') || undefined,
    responseIssuedAt: response?.getAttribute('IssueInstant') || undefined,
    responseIssuer: textOf(firstOf(response, ns.saml, 'Issuer')) || undefined,
    inResponseTo: response?.getAttribute('InResponseTo') || undefined,
    assertionId: assertion?.getAttribute('ID') || undefined,
    subject: name ? [nameId?.getAttribute('NameQualifier') ?? '', name] : undefined,
  }
}

function rootOf(xml: string): Element | undefined {
  try {
    return parseStrictly(xml).documentElement
  } catch {
    return undefined
  }
}

const firstOf = (parent: Element | undefined, namespace: string, name: string) =>
  parent && childElements(parent, namespace, name)[0]

/**
 * Judges an answer by the technical rules of SPID, in their order. Whom it is about is read from the bytes that the provider
 * signed and from nothing else. The caller has used up the request before, whatever the verdict.
 */
export function judgeResponse({ samlResponse, ...expected }: Expected & { readonly samlResponse: string }): Verdict {
  try {
    const xml = decodeAnswer(samlResponse)
    need(xml, 'SAMLResponse is not base64 of a text, or too large')
    return { isGood: true, identity: readIdentity(xml, expected) }
  } catch (error) {
    if (error instanceof Refusal) return { isGood: false, failure: error.failure, reason: error.message }
    if (error instanceof XmlError) return { isGood: false, failure: 'invalid', reason: `XML: ${error.message}` }
    throw error
  }
}

function readIdentity(xml: string, expected: Expected): Identity {
  const envelope = readEnvelope(parseStrictly(xml))
  checkHeader(envelope, expected)
  const refusal = readStatus(envelope)
  const { response, signature, assertion } = envelope
  const { certificates } = expected.idp
  if (signature) verifiedElement(xml, response, certificates)
  if (refusal) throw refusal
  need(assertion, 'Assertion')
  return readAssertion(verifiedElement(xml, assertion, certificates), expected)
}
