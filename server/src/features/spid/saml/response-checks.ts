import type { IdentityProvider, SentRequest, ServiceProvider } from '../spid.types.ts'
import type { Envelope } from './response-envelope.ts'
import { need } from './saml-error.ts'
import { filledAttribute, filledText, readInstant, urn } from './saml-values.ts'

/** What an answer must match. */
export interface Expected {
  readonly request: SentRequest
  readonly idp: IdentityProvider
  readonly sp: Pick<ServiceProvider, 'entityId' | 'acsUrl'>
  readonly now: Date
  /** Allowed difference between the clocks of provider and portal. */
  readonly skewSeconds: number
}

/** Checks the Response's own attributes in AgID's order, before its signature is verified. */
export function checkHeader({ response, issuer }: Envelope, expected: Expected): void {
  const { request, idp, sp } = expected
  checkStamp(response, 'Response', expected)
  need(response.getAttribute('InResponseTo') === request.id, 'Response/@InResponseTo')
  need(request.idp === idp.entityId, 'the request went to another provider')
  need(response.getAttribute('Destination') === sp.acsUrl, 'Response/@Destination')
  need(issuer, 'Response/Issuer')
  need(filledText(issuer, 'Response/Issuer') === idp.entityId, 'Response/Issuer')
  need(!issuer.hasAttribute('Format') || issuer.getAttribute('Format') === urn.entity, 'Response/Issuer/@Format')
}

/** Checks ID, version and IssueInstant of a Response or an Assertion. */
export function checkStamp(element: Element, path: string, { request, now, skewSeconds }: Expected): void {
  filledAttribute(element, 'ID', path)
  need(element.getAttribute('Version') === '2.0', `${path}/@Version`)
  const issuedAt = instantOf(element, 'IssueInstant', path)
  // Compares whole seconds, since some providers send no fractions.
  const second = (at: number) => Math.floor(at / 1000)
  need(second(issuedAt) >= second(request.issuedAt.getTime()), `${path}/@IssueInstant before the request`)
  need(issuedAt <= now.getTime() + skewSeconds * 1000, `${path}/@IssueInstant in the future`)
}

export function instantOf(element: Element, name: string, path: string): number {
  const at = readInstant(element.getAttribute(name) ?? '')
  need(at !== undefined, `${path}/@${name}`)
  return at
}
