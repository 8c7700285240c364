import type { Binding, IdentityProvider, ServiceProvider, Subject } from '../spid.types.ts'
import { type Brought, type Incoming, readIncoming } from './incoming.ts'
import { instantOf, type Outgoing, outgoing } from './outgoing.ts'
import { need } from './refusal.ts'
import { filledAttribute, filledText, onlyChild, readInstant, urn } from './saml-values.ts'
import { childElements, escapeXml, ns, textOf } from './xml.ts'

const status = {
  success: urn.success,
  requester: 'urn:oasis:names:tc:SAML:2.0:status:Requester',
  partial: 'urn:oasis:names:tc:SAML:2.0:status:PartialLogout',
} as const

interface Sending {
  readonly id: string
  readonly issuedAt: Date
  readonly binding: Binding
  readonly relayState: string | undefined
}

/** Asks a provider to end the session that it has of somebody; SPID has one of level 1 alone. */
export function logoutRequest(
  sp: ServiceProvider,
  idp: IdentityProvider,
  { subject, ...sending }: Sending & { readonly subject: Subject },
): Outgoing {
  const location = addressesOf(idp, sending.binding).url
  const { nameId, nameQualifier, sessionIndex } = subject
  const xml = `<samlp:LogoutRequest ${headOf(sending, location)}>${issuerOf(sp)}\
<saml:NameID Format="${urn.transient}" NameQualifier="${escapeXml(nameQualifier)}">${escapeXml(nameId)}</saml:NameID>\
${sessionIndex === undefined ? '' : `<samlp:SessionIndex>${escapeXml(sessionIndex)}</samlp:SessionIndex>`}\
</samlp:LogoutRequest>`
  return outgoing(sp, { ...sending, name: 'SAMLRequest', location, xml })
}

interface Answering extends Sending {
  readonly inResponseTo: string
  /** `partial` where a session of the person may still be open somewhere. */
  readonly status: 'success' | 'partial'
}

/** Tells a provider that asked what became of the session. A session that is gone already is a success. */
export function logoutResponse(sp: ServiceProvider, idp: IdentityProvider, answering: Answering): Outgoing {
  const { inResponseTo, status: end, ...sending } = answering
  const location = addressesOf(idp, sending.binding).responseUrl
  const code =
    end === 'success'
      ? `<samlp:StatusCode Value="${status.success}"/>`
      : `<samlp:StatusCode Value="${status.requester}"><samlp:StatusCode Value="${status.partial}"/></samlp:StatusCode>`
  const xml = `<samlp:LogoutResponse ${headOf(sending, location)} InResponseTo="${escapeXml(inResponseTo)}">${issuerOf(sp)}\
<samlp:Status>${code}</samlp:Status></samlp:LogoutResponse>`
  return outgoing(sp, { ...sending, name: 'SAMLResponse', location, xml })
}

function addressesOf({ entityId, logout }: IdentityProvider, binding: Binding) {
  const addresses = logout[binding]
  if (!addresses) throw new Error(`${entityId} takes no logout by the binding ${binding}.`)
  return addresses
}

const headOf = ({ id, issuedAt }: Sending, location: string) =>
  `xmlns:samlp="${ns.samlp}" xmlns:saml="${ns.saml}" ID="${escapeXml(id)}" Version="2.0" \
IssueInstant="${instantOf(issuedAt)}" Destination="${escapeXml(location)}"`

const issuerOf = ({ entityId }: ServiceProvider) =>
  `<saml:Issuer Format="${urn.entity}" NameQualifier="${escapeXml(entityId)}">${escapeXml(entityId)}</saml:Issuer>`

/** A logout message that came, and what it claims: enough to look up the provider and the request, and for nothing else. */
export interface ClaimedLogout {
  readonly kind: 'request' | 'response'
  readonly issuer: string
  /** The request that a response is to. */
  readonly inResponseTo: string | undefined
  readonly incoming: Incoming
}

/** Reads a logout message of either kind; throws a Refusal for what is none. */
export function readLogout(brought: Brought): ClaimedLogout {
  const incoming = readIncoming(brought)
  const { name, root } = incoming
  const kind = name === 'SAMLRequest' ? 'request' : 'response'
  need(root.namespaceURI === ns.samlp && root.localName === nameOf[kind], nameOf[kind])
  const issuer = filledText(onlyChild(root, ns.saml, 'Issuer', `${nameOf[kind]}/Issuer`), `${nameOf[kind]}/Issuer`)
  return { kind, issuer, inResponseTo: root.getAttribute('InResponseTo') || undefined, incoming }
}

const nameOf = { request: 'LogoutRequest', response: 'LogoutResponse' } as const

export interface ExpectedLogout {
  /** The provider that the claimed issuer is, or that the request was sent to. */
  readonly idp: IdentityProvider
  readonly sp: Pick<ServiceProvider, 'logoutUrl'>
  readonly now: Date
  readonly skewSeconds: number
}

/** What a provider asks: the sessions of this subject are to end; all of them where no index is told. */
export interface LogoutWish {
  readonly id: string
  readonly nameId: string
  readonly nameQualifier: string
  readonly sessionIndexes: readonly string[]
  readonly relayState: string | undefined
}

/** Verifies a provider's request and tells what it asks, from what was signed alone. */
export function checkLogoutRequest(claimed: ClaimedLogout, expected: ExpectedLogout): LogoutWish {
  need(claimed.kind === 'request', 'LogoutRequest')
  const path = nameOf.request
  const root = verifiedRoot(claimed, expected)
  needOnly(root, ['Issuer', 'Signature', 'NameID', 'SessionIndex'], path)
  if (root.hasAttribute('NotOnOrAfter')) {
    const end = readInstant(root.getAttribute('NotOnOrAfter') ?? '')
    need(end !== undefined && end > expected.now.getTime() - expected.skewSeconds * 1000, `${path}/@NotOnOrAfter`)
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

/** How a provider ended the session: wholly, in part, or not. */
export type LogoutEnd = 'success' | 'partial' | 'failed'

/** Verifies a provider's answer to the request `requestId`. */
export function checkLogoutResponse(
  claimed: ClaimedLogout,
  { requestId, ...expected }: ExpectedLogout & { readonly requestId: string },
): LogoutEnd {
  need(claimed.kind === 'response', 'LogoutResponse')
  const path = nameOf.response
  const root = verifiedRoot(claimed, expected)
  needOnly(root, ['Issuer', 'Signature', 'Status'], path)
  need(root.getAttribute('InResponseTo') === requestId, `${path}/@InResponseTo`)
  return endOf(onlyChild(root, ns.samlp, 'Status', `${path}/Status`), `${path}/Status/StatusCode`)
}

function endOf(element: Element, path: string): LogoutEnd {
  const code = onlyChild(element, ns.samlp, 'StatusCode', path)
  const inner = childElements(code, ns.samlp, 'StatusCode').map((found) => found.getAttribute('Value'))
  const value = filledAttribute(code, 'Value', path)
  if (inner.includes(status.partial)) return 'partial'
  return value === status.success ? 'success' : 'failed'
}

/** Signature first, then what SAML core §3.2 asks of every message; the issuer is the provider that was expected. */
function verifiedRoot({ kind, incoming }: ClaimedLogout, { idp, sp, now, skewSeconds }: ExpectedLogout): Element {
  const path = nameOf[kind]
  const root = incoming.verified(idp.certificates)
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
