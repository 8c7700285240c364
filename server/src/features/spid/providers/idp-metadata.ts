import { X509Certificate } from 'node:crypto'
import { childElements, parseStrictly, textOf } from '#platform/parsing/strict-xml.ts'
import { ns } from '../saml/namespaces.ts'
import { urn } from '../saml/saml-values.ts'
import type { Binding, IdentityProvider, Scheme } from '../spid.types.ts'

const bindings: ReadonlyMap<string, Binding> = new Map([
  [urn.redirect, 'redirect'],
  [urn.post, 'post'],
])

const invalid = (message: string): never => {
  throw new Error(message)
}

/**
 * Parses the metadata of one identity provider; throws an Error that says in a sentence what is missing or wrong. Ignores a
 * signature in the file: the administrator who puts it into the folder vouches for it.
 */
export function parseIdentityProvider(xml: string, scheme: Scheme = 'spid'): IdentityProvider {
  const root = parseStrictly(xml.replace(/^\uFEFF/, '').trim()).documentElement
  if (root.namespaceURI === ns.md && root.localName === 'EntitiesDescriptor')
    return invalid('It holds a list of providers: put each EntityDescriptor into a file of its own.')
  if (root.namespaceURI !== ns.md || root.localName !== 'EntityDescriptor')
    return invalid('Its root is not the EntityDescriptor of SAML 2.0 metadata.')
  const entityId = root.getAttribute('entityID')?.trim() || invalid('The EntityDescriptor has no entityID.')
  const role = roleOf(root)
  const signOn = Object.fromEntries(servicesOf(role, 'SingleSignOnService').map(([binding, { url }]) => [binding, url]))
  if (Object.keys(signOn).length === 0) return invalid('It has no SingleSignOnService for HTTP-Redirect or HTTP-POST.')
  return {
    scheme,
    entityId,
    name: nameOf(root) ?? entityId,
    signOn,
    logout: Object.fromEntries(servicesOf(role, 'SingleLogoutService')),
    certificates: certificatesOf(role),
  }
}

function roleOf(root: Element): Element {
  const roles = childElements(root, ns.md, 'IDPSSODescriptor').filter((role) =>
    role.getAttribute('protocolSupportEnumeration')?.split(/\s+/).includes(ns.samlp),
  )
  const [role] = roles
  return role && roles.length === 1
    ? role
    : invalid(`It has ${roles.length} IDPSSODescriptors for SAML 2.0 and must have one.`)
}

/** URLs by binding: the first of each supported binding. */
function servicesOf(role: Element, name: string) {
  const services = new Map<Binding, { url: string; responseUrl: string }>()
  for (const service of childElements(role, ns.md, name)) {
    const binding = bindings.get(service.getAttribute('Binding') ?? '')
    if (!binding || services.has(binding)) continue
    const url = addressIn(service, 'Location')
    services.set(binding, {
      url,
      responseUrl: service.hasAttribute('ResponseLocation') ? addressIn(service, 'ResponseLocation') : url,
    })
  }
  return [...services]
}

function addressIn(service: Element, attribute: string): string {
  const address = service.getAttribute(attribute)?.trim() ?? ''
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return invalid(`The ${attribute} of a ${service.localName} is no address of the web.`)
  return address
}

/** Signing certificates; a key without `use` is for signing too (SAML metadata §2.4.1.1). */
function certificatesOf(role: Element): string[] {
  const certificates = childElements(role, ns.md, 'KeyDescriptor')
    .filter((key) => ['signing', ''].includes(key.getAttribute('use') ?? ''))
    .flatMap((key) => childElements(key, ns.ds, 'KeyInfo'))
    .flatMap((info) => childElements(info, ns.ds, 'X509Data'))
    .flatMap((data) => childElements(data, ns.ds, 'X509Certificate'))
    .map((element) => (textOf(element) ?? '').replace(/\s/g, ''))
  if (certificates.length === 0) return invalid('It has no certificate for signing.')
  if (!certificates.every(isRsa)) return invalid('A certificate for signing cannot be read or has no RSA key.')
  return [...new Set(certificates)]
}

function isRsa(certificate: string): boolean {
  try {
    return new X509Certificate(Buffer.from(certificate, 'base64')).publicKey.asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** The display name, in Italian if available. */
function nameOf(root: Element): string | undefined {
  const names = childElements(root, ns.md, 'Organization').flatMap((organisation) =>
    ['OrganizationDisplayName', 'OrganizationName'].map((name) => {
      const all = childElements(organisation, ns.md, name)
      return textOf(all.find((element) => element.getAttribute('xml:lang') === 'it') ?? all[0])
    }),
  )
  return names.find(Boolean)
}
