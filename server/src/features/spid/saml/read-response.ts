import { childElements, parseStrictly, textOf, XmlError } from '#platform/parsing/strict-xml.ts'
import { schemes } from '../schemes.ts'
import type { AnswerFacts, Identity, Scheme, Verdict } from '../spid.types.ts'
import { readAssertion } from './assertion-checks.ts'
import { ns } from './namespaces.ts'
import { checkHeader, type Expected } from './response-checks.ts'
import { type Envelope, readEnvelope } from './response-envelope.ts'
import { need, SamlError } from './saml-error.ts'
import { filledAttribute, onlyChild, urn } from './saml-values.ts'
import { verifiedElement } from './signature-checks.ts'

/** A real answer has 15 KB. */
const maxBytes = 64 * 1024
/** A real answer has about 100 elements. */
export const answerLimits = { characters: maxBytes, elements: 500 } as const
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The XML of a posted answer; undefined if it is not base64, not UTF-8 or too large. */
export function decodeAnswer(samlResponse: string): string | undefined {
  // A quarter more than the base64 of `maxBytes`, for the line breaks of some providers (RFC 2045).
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

/** The unverified `InResponseTo` of an answer, found without parsing; only to look up the request. */
export const claimedRequest = (xml: string): string | undefined =>
  /\sInResponseTo\s*=\s*["']([\w.-]{1,100})["']/.exec(xml)?.[1]

/** An answer, and, if a pending request matches it, what to verify it against. */
export interface PostedAnswer {
  readonly xml: string
  readonly expected?: Expected
}

export interface AnswerReading {
  /** The unverified values of the answer, for the log; all undefined if it cannot be parsed. */
  readonly facts: AnswerFacts
  readonly verdict: Verdict | undefined
}

/** Parses an answer once, for its facts and its verdict. */
export function readAnswer({ xml, expected }: PostedAnswer): AnswerReading {
  const document = parse(xml)
  const root = document instanceof XmlError ? undefined : document.documentElement
  return { facts: factsIn(root), verdict: expected && judge(xml, document, expected) }
}

function parse(xml: string): Document | XmlError {
  try {
    return parseStrictly(xml, answerLimits)
  } catch (error) {
    if (error instanceof XmlError) return error
    throw error
  }
}

function factsIn(response: Element | undefined): AnswerFacts {
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

const firstOf = (parent: Element | undefined, namespace: string, name: string) =>
  parent && childElements(parent, namespace, name)[0]

/**
 * Checks an answer by SPID's technical rules, in their order. Reads the identity only from the bytes that the provider
 * signed. The caller must consume the request, whatever the verdict.
 */
function judge(xml: string, document: Document | XmlError, expected: Expected): Verdict {
  try {
    if (document instanceof XmlError) throw document
    return { isGood: true, identity: readIdentity(xml, document, expected) }
  } catch (error) {
    if (error instanceof SamlError) return { isGood: false, failure: error.failure, reason: error.message }
    if (error instanceof XmlError) return { isGood: false, failure: 'invalid', reason: `XML: ${error.message}` }
    throw error
  }
}

function readIdentity(xml: string, document: Document, expected: Expected): Identity {
  const envelope = readEnvelope(document)
  checkHeader(envelope, expected)
  const denial = readStatus(envelope, expected.idp.scheme)
  const { response, signature, assertion } = envelope
  const { certificates } = expected.idp
  if (signature) verifiedElement(xml, response, certificates)
  if (denial) throw denial
  need(assertion, 'Assertion')
  return readAssertion(verifiedElement(xml, assertion, certificates), expected)
}

/** Reads the Status: undefined for a success, else the refusal to throw once the signature is verified. */
function readStatus({ status, assertion }: Envelope, scheme: Scheme): SamlError | undefined {
  need(status, 'Response/Status')
  const code = onlyChild(status, ns.samlp, 'StatusCode', 'Response/Status/StatusCode')
  if (filledAttribute(code, 'Value', 'Response/Status/StatusCode') !== urn.success) return errorOf(status, scheme)
  need(assertion, 'Assertion')
  return undefined
}

/** Maps the Status to a refusal and drops its text, which is not verified yet and may not come from the provider. */
function errorOf(status: Element, scheme: Scheme): SamlError {
  const [message] = childElements(status, ns.samlp, 'StatusMessage')
  const number = Number(/^ErrorCode nr0?(\d{1,2})$/i.exec(textOf(message) ?? '')?.[1])
  const code = schemes[scheme].errorCodes.find((known) => known === number)
  return code === undefined
    ? new SamlError('Response/Status not a success', 'provider_refused')
    : new SamlError(`Response/Status nr${code}`, `nr${code}`)
}
