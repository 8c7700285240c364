import type { Binding, IdentityProvider, ServiceProvider } from '../spid.types.ts'
import { instantOf, type Outgoing, outgoing } from './outgoing.ts'
import { urn } from './saml-values.ts'
import { escapeXml, ns } from './xml.ts'

interface Asking {
  /** Unique, and an NCName. */
  readonly id: string
  readonly issuedAt: Date
  readonly binding: Binding
  /** Says nothing to whoever reads it; at most 80 bytes. */
  readonly relayState: string
}

/** Asks a provider who somebody is. */
export function authnRequest(sp: ServiceProvider, idp: IdentityProvider, asking: Asking): Outgoing {
  const { id, binding, relayState } = asking
  const location = idp.signOn[binding]
  if (location === undefined) throw new Error(`${idp.entityId} takes no requests by the binding ${binding}.`)
  const xml = requestXml(sp, location, asking)
  return outgoing(sp, { name: 'SAMLRequest', binding, location, id, xml, relayState })
}

/**
 * By AgID's technical rules §1.2.2.1: the consumer of answers is named by its index alone, nothing asks to be passive, a level
 * above the first always asks the person anew, and no AllowCreate (notice 5).
 */
function requestXml({ entityId, level }: ServiceProvider, location: string, { id, issuedAt }: Asking): string {
  const force = level > 1 ? ' ForceAuthn="true"' : ''
  return `<samlp:AuthnRequest xmlns:samlp="${ns.samlp}" xmlns:saml="${ns.saml}" ID="${escapeXml(id)}" Version="2.0" \
IssueInstant="${instantOf(issuedAt)}" Destination="${escapeXml(location)}"${force} AssertionConsumerServiceIndex="0" \
AttributeConsumingServiceIndex="0">\
<saml:Issuer Format="${urn.entity}" NameQualifier="${escapeXml(entityId)}">${escapeXml(entityId)}</saml:Issuer>\
<samlp:NameIDPolicy Format="${urn.transient}"/>\
<samlp:RequestedAuthnContext Comparison="minimum">\
<saml:AuthnContextClassRef>${urn.levels}${level}</saml:AuthnContextClassRef>\
</samlp:RequestedAuthnContext></samlp:AuthnRequest>`
}
