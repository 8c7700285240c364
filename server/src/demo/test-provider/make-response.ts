import { randomUUID } from 'node:crypto'
import { ns } from '#features/spid/saml/namespaces.ts'
import { instantOf } from '#features/spid/saml/outgoing.ts'
import { urn } from '#features/spid/saml/saml-values.ts'
import { signXml } from '#features/spid/saml/sign-xml.ts'
import type { Scheme, SpidLevel } from '#features/spid/spid.types.ts'
import { escapeXml } from '#platform/parsing/strict-xml.ts'

export interface ResponseOptions {
  readonly idp: TestProvider
  readonly request: { readonly id: string; readonly acsUrl: string; readonly spEntityId: string }
  readonly person: TestPerson
  readonly now: Date
  readonly level: SpidLevel
  /** Error code of AgID's table, such as `nr25`: the answer then has no Assertion. */
  readonly error?: `nr${string}`
  /** The signed elements; both by default. */
  readonly signs?: readonly ('Assertion' | 'Response')[]
  /** Changes the XML before it is signed. */
  readonly change?: (xml: string) => string
}

/** A test identity provider with its key (PEM). */
export interface TestProvider {
  readonly scheme?: Scheme
  readonly entityId: string
  readonly key: string
  readonly certificate: string
}

export interface TestPerson {
  readonly taxCode: string
  readonly firstName: string
  readonly lastName: string
  readonly mail?: string | undefined
}

const minutesValid = 5

/** Makes a signed answer by the rules of the provider's scheme, in base64. */
export function makeResponse(options: ResponseOptions): string {
  const ids = { response: newId(), assertion: newId() }
  const assertion = options.error ? '' : assertionXml(options, ids.assertion)
  const plain = responseXml(options, ids.response, assertion)
  const changed = options.change?.(plain) ?? plain
  const signs = options.signs ?? ['Assertion', 'Response']
  const signed = options.error || !signs.includes('Assertion') ? changed : sign(changed, options.idp, ids.assertion)
  return Buffer.from(signs.includes('Response') ? sign(signed, options.idp, ids.response) : signed).toString('base64')
}

const newId = () => `_${randomUUID()}`
const sign = (xml: string, { key, certificate }: TestProvider, reference: string) =>
  signXml(xml, { key, certificate, reference, after: 'Issuer' })

/** The provider of CIE leaves the format out. */
const issuerXml = ({ idp }: ResponseOptions) =>
  `<saml:Issuer${idp.scheme === 'cie' ? '' : ` Format="${urn.entity}"`}>${escapeXml(idp.entityId)}</saml:Issuer>`

function responseXml(options: ResponseOptions, id: string, assertion: string): string {
  const { request, now } = options
  return `<?xml version="1.0" encoding="UTF-8"?>
<samlp:Response xmlns:samlp="${ns.samlp}" xmlns:saml="${ns.saml}" ID="${id}" Version="2.0" IssueInstant="${instantOf(now)}" \
InResponseTo="${escapeXml(request.id)}" Destination="${escapeXml(request.acsUrl)}">
${issuerXml(options)}
${statusXml(options)}
${assertion}</samlp:Response>`
}

const statusXml = ({ error }: ResponseOptions) =>
  error
    ? `<samlp:Status><samlp:StatusCode Value="${urn.responder}"><samlp:StatusCode Value="${urn.authnFailed}"/></samlp:StatusCode>\
<samlp:StatusMessage>ErrorCode ${escapeXml(error)}</samlp:StatusMessage></samlp:Status>`
    : `<samlp:Status><samlp:StatusCode Value="${urn.success}"/></samlp:Status>`

function assertionXml(options: ResponseOptions, id: string): string {
  const { idp, request, now, level } = options
  const end = instantOf(new Date(now.getTime() + minutesValid * 60_000))
  return `<saml:Assertion ID="${id}" Version="2.0" IssueInstant="${instantOf(now)}">
${issuerXml(options)}
<saml:Subject>
<saml:NameID Format="${urn.transient}" NameQualifier="${escapeXml(idp.entityId)}">${newId()}</saml:NameID>
<saml:SubjectConfirmation Method="${urn.bearer}">
<saml:SubjectConfirmationData Recipient="${escapeXml(request.acsUrl)}" InResponseTo="${escapeXml(request.id)}" NotOnOrAfter="${end}"/>
</saml:SubjectConfirmation>
</saml:Subject>
<saml:Conditions NotBefore="${instantOf(now)}" NotOnOrAfter="${end}">
<saml:AudienceRestriction><saml:Audience>${escapeXml(request.spEntityId)}</saml:Audience></saml:AudienceRestriction>
</saml:Conditions>
<saml:AuthnStatement AuthnInstant="${instantOf(now)}" SessionIndex="${newId()}">
<saml:AuthnContext><saml:AuthnContextClassRef>${urn.levels}${level}</saml:AuthnContextClassRef></saml:AuthnContext>
</saml:AuthnStatement>
${attributesXml(options)}
</saml:Assertion>
`
}

function attributesXml({ idp, person: { taxCode, firstName, lastName, mail } }: ResponseOptions): string {
  const identity = { fiscalNumber: `TINIT-${taxCode}`, name: firstName, familyName: lastName }
  const values = idp.scheme === 'cie' ? { ...identity, dateOfBirth: '1980-01-01' } : { ...identity, email: mail }
  const attributes = Object.entries(values).map(([name, value]) =>
    value === undefined
      ? ''
      : `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic">\
<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:type="xs:string">${escapeXml(value)}</saml:AttributeValue></saml:Attribute>\n`,
  )
  return `<saml:AttributeStatement>\n${attributes.join('')}</saml:AttributeStatement>`
}
