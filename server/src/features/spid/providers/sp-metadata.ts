import { createHash } from 'node:crypto'
import { escapeXml } from '#platform/parsing/strict-xml.ts'
import { ns } from '../saml/namespaces.ts'
import { urn } from '../saml/saml-values.ts'
import { signXml } from '../saml/sign-xml.ts'
import { eidasSets, schemes } from '../schemes.ts'
import type { Scheme, ServiceProvider } from '../spid.types.ts'

/** The form of mailbox that AgID accepts. */
export const agidMailbox = /^[\w.-]+@[\w.-]+\.\w{2,8}$/

/**
 * The signed metadata of a public service provider (AgID, notices 6 and 29; CIE, chapter 1.3). Deterministic: AgID and the Ministry
 * distribute the file, and every change must be registered there.
 */
export function metadataOf(sp: ServiceProvider, scheme: Scheme = 'spid'): string {
  const { entityId, key, certificate, contact } = sp
  if (!agidMailbox.test(contact.mail)) throw new Error(`SPID metadata cannot name the mailbox "${contact.mail}".`)
  const id = `_${createHash('sha256').update(entityId).digest('hex')}`
  const xml = `<md:EntityDescriptor xmlns:md="${ns.md}" xmlns:ds="${ns.ds}" xmlns:${scheme}="${ns[scheme]}" \
entityID="${escapeXml(entityId)}" ID="${id}">
${roleXml(sp, scheme)}
${organisationXml(sp)}
${scheme === 'cie' ? cieContactXml(sp) : contactXml(sp)}
</md:EntityDescriptor>`
  return signXml(xml, { key, certificate, reference: id })
}

/** The children follow the order of the SAML metadata schema. */
const roleXml = ({ certificate, logoutUrl, acsUrl, ...sp }: ServiceProvider, scheme: Scheme) => `\
<md:SPSSODescriptor protocolSupportEnumeration="${ns.samlp}" AuthnRequestsSigned="true" \
WantAssertionsSigned="true">
<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${pemBody(certificate)}\
</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
<md:SingleLogoutService Binding="${urn.post}" Location="${escapeXml(logoutUrl)}"/>
<md:SingleLogoutService Binding="${urn.redirect}" Location="${escapeXml(logoutUrl)}"/>
<md:NameIDFormat>${urn.transient}</md:NameIDFormat>
<md:AssertionConsumerService Binding="${urn.post}" Location="${escapeXml(acsUrl)}" index="0" isDefault="true"/>
${attributeSetXml(0, scheme === 'cie' ? cieServiceName(sp) : serviceName(sp.organisation.displayName), schemes[scheme].attributes)}
${scheme === 'spid' && sp.eidasIdp ? eidasSetsXml : ''}</md:SPSSODescriptor>`

const attributeSetXml = (index: number, name: string, attributes: readonly string[]) => `\
<md:AttributeConsumingService index="${index}">
${name}
${attributes.map((attribute) => `<md:RequestedAttribute Name="${attribute}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"/>`).join('\n')}
</md:AttributeConsumingService>`

const serviceName = (name: string) => `<md:ServiceName xml:lang="it">${escapeXml(name)}</md:ServiceName>`

const minimum = ['fiscalNumber', 'spidCode', 'name', 'familyName', 'dateOfBirth']
const full = [...minimum, 'placeOfBirth', 'address', 'gender']
/** The sets that the eIDAS node expects in the metadata of every service provider that uses it; the portal requests the smaller one. */
const eidasSetsXml = `${[
  attributeSetXml(eidasSets.minimum, serviceName('eIDAS Natural Person Minimum Attribute Set'), minimum),
  attributeSetXml(eidasSets.full, serviceName('eIDAS Natural Person Full Attribute Set'), full),
].join('\n')}\n`

/** The set of attributes is named by a UUID of version 4, here by one that stays the same. */
function cieServiceName({ entityId }: Pick<ServiceProvider, 'entityId'>): string {
  const digits = createHash('sha256').update(`attributes of ${entityId}`).digest('hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
  return `<md:ServiceName xml:lang="">urn:uuid:${[...parts, digits.slice(20, 32)].join('-')}</md:ServiceName>`
}

const organisationXml = ({ organisation: { name, displayName, url } }: ServiceProvider) => `\
<md:Organization>
<md:OrganizationName xml:lang="it">${escapeXml(name)}</md:OrganizationName>
<md:OrganizationDisplayName xml:lang="it">${escapeXml(displayName)}</md:OrganizationDisplayName>
<md:OrganizationURL xml:lang="it">${escapeXml(url)}</md:OrganizationURL>
</md:Organization>`

const contactXml = (sp: ServiceProvider) => `\
<md:ContactPerson contactType="other">
<md:Extensions><spid:IPACode>${escapeXml(sp.contact.ipaCode)}</spid:IPACode><spid:Public/></md:Extensions>
${reachXml(sp)}</md:ContactPerson>`

/** A public body that is its own technical contact. */
const cieContactXml = (sp: ServiceProvider) => `\
<md:ContactPerson contactType="administrative">
<md:Extensions><cie:Public/><cie:IPACode>${escapeXml(sp.contact.ipaCode)}</cie:IPACode>\
<cie:Municipality>${escapeXml(sp.contact.municipality ?? '')}</cie:Municipality></md:Extensions>
${reachXml(sp)}</md:ContactPerson>`

const reachXml = ({ contact, organisation }: ServiceProvider) => `\
<md:Company>${escapeXml(organisation.name)}</md:Company>
<md:EmailAddress>${escapeXml(contact.mail)}</md:EmailAddress>
${contact.phone === undefined ? '' : `<md:TelephoneNumber>${escapeXml(contact.phone)}</md:TelephoneNumber>\n`}`

/** The base64 of a PEM certificate, as metadata contain it. */
export const pemBody = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')
