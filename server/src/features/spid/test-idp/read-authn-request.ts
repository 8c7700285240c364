import { decodeAnswer } from '../read-response.ts'
import { readRedirect } from '../redirect-binding.ts'
import { need } from '../refusal.ts'
import { verifiedElement } from '../signature-checks.ts'
import type { Binding, ServiceProvider } from '../spid.types.ts'
import { childElements, ns, parseStrictly, textOf } from '../xml.ts'

/** A message as a browser brought it. */
export interface Brought {
  readonly binding: Binding
  /** The query as it was written, without its question mark. */
  readonly rawQuery: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** Reads a request of the portal as a real provider would: only what the portal signed, and only what is meant for here. */
export function readAuthnRequest(brought: Brought, sp: ServiceProvider, destination: string) {
  const { root, relayState } = brought.binding === 'redirect' ? fromQuery(brought, sp) : fromForm(brought, sp)
  need(root.namespaceURI === ns.samlp && root.localName === 'AuthnRequest', 'AuthnRequest')
  need(root.getAttribute('Destination') === destination, 'AuthnRequest/@Destination')
  need(textOf(childElements(root, ns.saml, 'Issuer')[0]) === sp.entityId, 'AuthnRequest/Issuer')
  const id = root.getAttribute('ID')
  need(id, 'AuthnRequest/@ID')
  return { id, relayState }
}

const certificatesOf = ({ certificate }: ServiceProvider) => [certificate.replace(/-----[^-]+-----|\s/g, '')]

function fromQuery({ rawQuery }: Brought, sp: ServiceProvider) {
  const { name, xml, relayState = '', isSignedBy } = readRedirect(rawQuery)
  need(name === 'SAMLRequest' && isSignedBy(certificatesOf(sp)), 'query: Signature does not verify')
  return { root: parseStrictly(xml).documentElement, relayState }
}

function fromForm({ fields }: Brought, sp: ServiceProvider) {
  const { SAMLRequest: message, RelayState: relayState } = fields
  const xml = typeof message === 'string' ? decodeAnswer(message) : undefined
  need(xml, 'SAMLRequest')
  const root = verifiedElement(xml, parseStrictly(xml).documentElement, certificatesOf(sp))
  return { root, relayState: typeof relayState === 'string' ? relayState : '' }
}
