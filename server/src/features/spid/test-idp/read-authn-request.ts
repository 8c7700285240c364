import { type Brought, readIncoming } from '../saml/incoming.ts'
import { need } from '../saml/refusal.ts'
import { childElements, ns, textOf } from '../saml/xml.ts'
import type { ServiceProvider } from '../spid.types.ts'

/** Reads a request of the portal as a real provider would: only what the portal signed, and only what is meant for here. */
export function readAuthnRequest(brought: Brought, sp: ServiceProvider, destination: string) {
  const { name, relayState = '', verified } = readIncoming(brought)
  need(name === 'SAMLRequest', 'AuthnRequest')
  const root = verified([withoutArmour(sp.certificate)])
  need(root.namespaceURI === ns.samlp && root.localName === 'AuthnRequest', 'AuthnRequest')
  need(root.getAttribute('Destination') === destination, 'AuthnRequest/@Destination')
  need(textOf(childElements(root, ns.saml, 'Issuer')[0]) === sp.entityId, 'AuthnRequest/Issuer')
  const id = root.getAttribute('ID')
  need(id, 'AuthnRequest/@ID')
  return { id, relayState }
}

/** A certificate as metadata carry it. */
export const withoutArmour = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')
