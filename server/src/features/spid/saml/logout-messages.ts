import { childElements, escapeXml, textOf } from '#platform/parsing/strict-xml.ts'
import type { Binding, IdentityProvider, ServiceProvider, Subject } from '../spid.types.ts'
import { type Incoming, type RawMessage, readIncoming } from './incoming.ts'
import { ns } from './namespaces.ts'
import { instantOf, type Outgoing, signMessage } from './outgoing.ts'
import { need } from './saml-error.ts'
import { filledAttribute, filledText, onlyChild, readInstant, urn } from './saml-values.ts'

const status = {
  success: urn.success,
  requester: 'urn:oasis:names:tc:SAML:2.0:status:Requester',
  partial: 'urn:oasis:names:tc:SAML:2.0:status:PartialLogout',
} as const

interface MessageOptions {
  readonly id: string
  readonly issuedAt: Date
  readonly binding: Binding
  readonly relayState: string | undefined
}

/** Builds and signs a LogoutRequest for the subject's session at the provider, which SPID keeps at level 1 only. */
export function logoutRequest(
  sp: ServiceProvider,
  idp: IdentityProvider,
  { subject, ...options }: MessageOptions & { readonly subject: Subject },
): Outgoing {
  const location = addressesOf(idp, options.binding).url
  const { nameId, nameQualifier, sessionIndex } = subject
  const xml = `<samlp:LogoutRequest ${headOf(options, location)}>${issuerOf(sp)}\
<saml:NameID Format="${urn.transient}" NameQualifier="${escapeXml(nameQualifier)}">${escapeXml(nameId)}</saml:NameID>\
${sessionIndex === undefined ? '' : `<samlp:SessionIndex>${escapeXml(sessionIndex)}</samlp:SessionIndex>`}\
</samlp:LogoutRequest>`
  return signMessage(sp, { ...options, name: 'SAMLRequest', location, xml })
}

interface ResponseOptions extends MessageOptions {
  readonly inResponseTo: string
  /** `partial` if another session of the person may still be open. */
  readonly status: 'success' | 'partial'
}

/** Builds and signs the LogoutResponse to a provider's request. A session that has ended before counts as success. */
export function logoutResponse(sp: ServiceProvider, idp: IdentityProvider, response: ResponseOptions): Outgoing {
  const { inResponseTo, status: result, ...options } = response
  const location = addressesOf(idp, options.binding).responseUrl
  const code =
    result === 'success'
      ? `<samlp:StatusCode Value="${status.success}"/>`
      : `<samlp:StatusCode Value="${status.requester}"><samlp:StatusCode Value="${status.partial}"/></samlp:StatusCode>`
  const xml = `<samlp:LogoutResponse ${headOf(options, location)} InResponseTo="${escapeXml(inResponseTo)}">${issuerOf(sp)}\
<samlp:Status>${code}</samlp:Status></samlp:LogoutResponse>`
  return signMessage(sp, { ...options, name: 'SAMLResponse', location, xml })
}

function addressesOf({ entityId, logout }: IdentityProvider, binding: Binding) {
  const addresses = logout[binding]
  if (!addresses) throw new Error(`${entityId} takes no logout by the binding ${binding}.`)
  return addresses
}

const headOf = ({ id, issuedAt }: MessageOptions, location: string) =>
  `xmlns:samlp="${ns.samlp}" xmlns:saml="${ns.saml}" ID="${escapeXml(id)}" Version="2.0" \
IssueInstant="${instantOf(issuedAt)}" Destination="${escapeXml(location)}"`

const issuerOf = ({ entityId }: ServiceProvider) =>
  `<saml:Issuer Format="${urn.entity}" NameQualifier="${escapeXml(entityId)}">${escapeXml(entityId)}</saml:Issuer>`

/** A logout message with its unverified claims, which may only serve to look up the provider and the request. */
export interface ClaimedLogout {
  readonly kind: 'request' | 'response'
  readonly issuer: string
  /** Id of the request that a response answers. */
  readonly inResponseTo: string | undefined
  readonly incoming: Incoming
}

/** Parses a LogoutRequest or LogoutResponse; throws a SamlError for anything else. */
export function readLogout(raw: RawMessage): ClaimedLogout {
  const incoming = readIncoming(raw)
  const { name, root } = incoming
  const kind = name === 'SAMLRequest' ? 'request' : 'response'
  need(root.namespaceURI === ns.samlp && root.localName === nameOf[kind], nameOf[kind])
  const issuer = filledText(onlyChild(root, ns.saml, 'Issuer', `${nameOf[kind]}/Issuer`), `${nameOf[kind]}/Issuer`)
  return { kind, issuer, inResponseTo: root.getAttribute('InResponseTo') || undefined, incoming }
}

const nameOf = { request: 'LogoutRequest', response: 'LogoutResponse' } as const

export interface ExpectedLogout {
  /** The provider with the claimed entity id, or the one that the request was sent to. */
  readonly idp: IdentityProvider
  readonly sp: Pick<ServiceProvider, 'logoutUrl'>
  readonly now: Date
  readonly skewSeconds: number
}

/** A verified LogoutRequest: the subject's sessions must end, all of them if there is no index. */
export interface VerifiedLogoutRequest {
  readonly id: string
  readonly nameId: string
  readonly nameQualifier: string
  readonly sessionIndexes: readonly string[]
  readonly relayState: string | undefined
}

/** Verifies a provider's LogoutRequest and reads it from the signed bytes; throws a SamlError. */
export function checkLogoutRequest(claimed: ClaimedLogout, expected: ExpectedLogout): VerifiedLogoutRequest {
  need(claimed.kind === 'request', 'LogoutRequest')
  const path = nameOf.request
  const root = verifiedRoot(claimed, expected)
  needOnly(root, ['Issuer', 'Signature', 'NameID', 'SessionIndex'], path)
  if (root.hasAttribute('NotOnOrAfter')) {
    const expiresAt = readInstant(root.getAttribute('NotOnOrAfter') ?? '')
    need(
      expiresAt !== undefined && expiresAt > expected.now.getTime() - expected.skewSeconds * 1000,
      `${path}/@NotOnOrAfter`,
    )
  }
  const nameId = onlyChild(root, ns.saml, 'NameID', `${path}/NameID`)
  need(nameId.getAttribute('Format') === urn.transient, `${path}/NameID/@Format`)
  return {
    id: filledAttribute(root, 'ID', path),
    nameId: filledText(nameId, `${path}/NameID`),
    nameQualifier: filledAttribute(nameId, 'NameQualifier', `${path}/NameID`),
    sessionIndexes: childElements(root, ns.samlp, 'SessionIndex').map((index) =>
      filledText(index, `${path}/SessionIndex`),
    ),
    relayState: claimed.incoming.relayState,
  }
}

/** How a provider ended the session: fully, partially, or not at all. */
export type LogoutResult = 'success' | 'partial' | 'failed'

/** Verifies a provider's LogoutResponse to the request `requestId`; throws a SamlError. */
export function checkLogoutResponse(
  claimed: ClaimedLogout,
  { requestId, ...expected }: ExpectedLogout & { readonly requestId: string },
): LogoutResult {
  need(claimed.kind === 'response', 'LogoutResponse')
  const path = nameOf.response
  const root = verifiedRoot(claimed, expected)
  needOnly(root, ['Issuer', 'Signature', 'Status'], path)
  need(root.getAttribute('InResponseTo') === requestId, `${path}/@InResponseTo`)
  return endOf(onlyChild(root, ns.samlp, 'Status', `${path}/Status`), `${path}/Status/StatusCode`)
}

function endOf(element: Element, path: string): LogoutResult {
  const code = onlyChild(element, ns.samlp, 'StatusCode', path)
  const inner = childElements(code, ns.samlp, 'StatusCode').map((found) => found.getAttribute('Value'))
  const value = filledAttribute(code, 'Value', path)
  if (inner.includes(status.partial)) return 'partial'
  return value === status.success ? 'success' : 'failed'
}

/** Verifies the signature, then the attributes that SAML core §3.2 requires of every message, and the issuer. */
function verifiedRoot({ kind, incoming }: ClaimedLogout, { idp, sp, now, skewSeconds }: ExpectedLogout): Element {
  const path = nameOf[kind]
  const root = incoming.verify(idp.certificates)
  filledAttribute(root, 'ID', path)
  need(root.getAttribute('Version') === '2.0', `${path}/@Version`)
  const issuedAt = readInstant(root.getAttribute('IssueInstant') ?? '')
  need(issuedAt !== undefined, `${path}/@IssueInstant`)
  need(Math.abs(issuedAt - now.getTime()) <= skewSeconds * 1000, `${path}/@IssueInstant`)
  need(root.getAttribute('Destination') === sp.logoutUrl, `${path}/@Destination`)
  const issuer = onlyChild(root, ns.saml, 'Issuer', `${path}/Issuer`)
  need(textOf(issuer) === idp.entityId, `${path}/Issuer`)
  need(!issuer.hasAttribute('Format') || issuer.getAttribute('Format') === urn.entity, `${path}/Issuer/@Format`)
  return root
}

function needOnly(root: Element, names: readonly string[], path: string): void {
  need(
    childElements(root).every(({ localName }) => names.includes(localName)),
    `${path} with another child`,
  )
}
