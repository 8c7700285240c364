import { pemBody } from '../providers/sp-metadata.ts'
import { type RawMessage, readIncoming } from '../saml/incoming.ts'
import { need } from '../saml/refusal.ts'
import { childElements, ns, textOf } from '../saml/xml.ts'
import type { ServiceProvider } from '../spid.types.ts'

/** Parses the portal's AuthnRequest as a real provider would: throws unless the portal signed it for this destination. */
export function readAuthnRequest(raw: RawMessage, sp: ServiceProvider, destination: string) {
  const { name, relayState = '', verify } = readIncoming(raw)
  need(name === 'SAMLRequest', 'AuthnRequest')
  const root = verify([pemBody(sp.certificate)])
  need(root.namespaceURI === ns.samlp && root.localName === 'AuthnRequest', 'AuthnRequest')
  need(root.getAttribute('Destination') === destination, 'AuthnRequest/@Destination')
  need(textOf(childElements(root, ns.saml, 'Issuer')[0]) === sp.entityId, 'AuthnRequest/Issuer')
  const id = root.getAttribute('ID')
  need(id, 'AuthnRequest/@ID')
  return { id, relayState }
}
