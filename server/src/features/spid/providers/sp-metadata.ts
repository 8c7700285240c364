import { createHash } from 'node:crypto'
import { urn } from '../saml/saml-values.ts'
import { signXml } from '../saml/sign-xml.ts'
import { escapeXml, ns } from '../saml/xml.ts'
import type { ServiceProvider } from '../spid.types.ts'

/** The attributes that the portal requests: the minimum to identify a person (GDPR art. 5). */
const attributes = ['fiscalNumber', 'name', 'familyName'] as const

/** The form of mailbox that AgID accepts. */
export const agidMailbox = /^[\w.-]+@[\w.-]+\.\w{2,8}$/

/**
 * The signed metadata of a public service provider (AgID, notices 6 and 29). Deterministic: AgID distributes the file, and
 * every change must be registered there.
 */
export function metadataOf(sp: ServiceProvider): string {
  const { entityId, key, certificate, contact } = sp
  if (!agidMailbox.test(contact.mail)) throw new Error(`SPID metadata cannot name the mailbox "${contact.mail}".`)
  const id = `_${createHash('sha256').update(entityId).digest('hex')}`
  const xml = `<md:EntityDescriptor xmlns:md="${ns.md}" xmlns:ds="${ns.ds}" xmlns:spid="${ns.spid}" \
entityID="${escapeXml(entityId)}" ID="${id}">
${roleXml(sp)}
${organisationXml(sp)}
${contactXml(sp)}
</md:EntityDescriptor>`
  return signXml(xml, { key, certificate, reference: id })
}

/** The children follow the order of the SAML metadata schema. */
const roleXml = ({ certificate, logoutUrl, acsUrl, organisation }: ServiceProvider) => `\
<md:SPSSODescriptor protocolSupportEnumeration="${ns.samlp}" AuthnRequestsSigned="true" \
WantAssertionsSigned="true">
<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${pemBody(certificate)}\
</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
<md:SingleLogoutService Binding="${urn.post}" Location="${escapeXml(logoutUrl)}"/>
<md:SingleLogoutService Binding="${urn.redirect}" Location="${escapeXml(logoutUrl)}"/>
<md:NameIDFormat>${urn.transient}</md:NameIDFormat>
<md:AssertionConsumerService Binding="${urn.post}" Location="${escapeXml(acsUrl)}" index="0" isDefault="true"/>
<md:AttributeConsumingService index="0">
<md:ServiceName xml:lang="it">${escapeXml(organisation.displayName)}</md:ServiceName>
${attributes.map((name) => `<md:RequestedAttribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"/>`).join('\n')}
</md:AttributeConsumingService>
</md:SPSSODescriptor>`

const organisationXml = ({ organisation: { name, displayName, url } }: ServiceProvider) => `\
<md:Organization>
<md:OrganizationName xml:lang="it">${escapeXml(name)}</md:OrganizationName>
<md:OrganizationDisplayName xml:lang="it">${escapeXml(displayName)}</md:OrganizationDisplayName>
<md:OrganizationURL xml:lang="it">${escapeXml(url)}</md:OrganizationURL>
</md:Organization>`

const contactXml = ({ contact, organisation }: ServiceProvider) => `\
<md:ContactPerson contactType="other">
<md:Extensions><spid:IPACode>${escapeXml(contact.ipaCode)}</spid:IPACode><spid:Public/></md:Extensions>
<md:Company>${escapeXml(organisation.name)}</md:Company>
<md:EmailAddress>${escapeXml(contact.mail)}</md:EmailAddress>
${contact.phone === undefined ? '' : `<md:TelephoneNumber>${escapeXml(contact.phone)}</md:TelephoneNumber>\n`}</md:ContactPerson>`

/** The base64 of a PEM certificate, as metadata contain it. */
export const pemBody = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')
