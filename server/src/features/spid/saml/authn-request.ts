import { escapeXml } from '#platform/parsing/strict-xml.ts'
import { eidasSets, schemes } from '../schemes.ts'
import type { Binding, IdentityProvider, ServiceProvider } from '../spid.types.ts'
import { ns } from './namespaces.ts'
import { instantOf, type Outgoing, signMessage } from './outgoing.ts'
import { urn } from './saml-values.ts'

interface RequestOptions {
  /** Unique, and an NCName. */
  readonly id: string
  readonly issuedAt: Date
  readonly binding: Binding
  /** Opaque; at most 80 bytes (SAML bindings §3.4.3). */
  readonly relayState: string
}

/** Builds and signs an AuthnRequest. Throws if the provider does not support the binding. */
export function authnRequest(sp: ServiceProvider, idp: IdentityProvider, options: RequestOptions): Outgoing {
  const { id, binding, relayState } = options
  const location = idp.signOn[binding]
  if (location === undefined) throw new Error(`${idp.entityId} takes no requests by the binding ${binding}.`)
  const forces = sp.level >= schemes[idp.scheme].forcesFrom
  const attributeSet = idp.entityId === sp.eidasIdp ? eidasSets.minimum : 0
  const xml = requestXml(sp, { location, forces, attributeSet }, options)
  return signMessage(sp, { name: 'SAMLRequest', binding, location, id, xml, relayState })
}

interface Requested {
  readonly location: string
  readonly forces: boolean
  /** Index of the set of attributes in the metadata. */
  readonly attributeSet: number
}

/**
 * By AgID's technical rules §1.2.2.1: the assertion consumer is named by index, `IsPassive` is absent, levels above 1 require
 * `ForceAuthn`, and `AllowCreate` is absent (notice 5). The rules of CIE (chapter 2.1) allow the same request, always with `ForceAuthn`.
 */
function requestXml(
  { entityId, level }: ServiceProvider,
  { location, forces, attributeSet }: Requested,
  { id, issuedAt }: RequestOptions,
): string {
  const force = forces ? ' ForceAuthn="true"' : ''
  return `<samlp:AuthnRequest xmlns:samlp="${ns.samlp}" xmlns:saml="${ns.saml}" ID="${escapeXml(id)}" Version="2.0" \
IssueInstant="${instantOf(issuedAt)}" Destination="${escapeXml(location)}"${force} AssertionConsumerServiceIndex="0" \
AttributeConsumingServiceIndex="${attributeSet}">\
<saml:Issuer Format="${urn.entity}" NameQualifier="${escapeXml(entityId)}">${escapeXml(entityId)}</saml:Issuer>\
<samlp:NameIDPolicy Format="${urn.transient}"/>\
<samlp:RequestedAuthnContext Comparison="minimum">\
<saml:AuthnContextClassRef>${urn.levels}${level}</saml:AuthnContextClassRef>\
</samlp:RequestedAuthnContext></samlp:AuthnRequest>`
}
