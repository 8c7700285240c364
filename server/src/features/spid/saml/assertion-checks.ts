import { childElements, textOf } from '#platform/parsing/strict-xml.ts'
import { schemes } from '../schemes.ts'
import type { Identity, SpidLevel, Subject } from '../spid.types.ts'
import { ns } from './namespaces.ts'
import { checkStamp, type Expected, instantOf } from './response-checks.ts'
import { need } from './saml-error.ts'
import { filledAttribute, filledText, onlyChild, urn } from './saml-values.ts'

type NameId = Pick<Subject, 'nameId' | 'nameQualifier'>

/** Checks the Assertion in AgID's order and returns the person's identity. The element must come from verified bytes. */
export function readAssertion(assertion: Element, expected: Expected): Identity {
  checkStamp(assertion, 'Assertion', expected)
  const assertionId = filledAttribute(assertion, 'ID', 'Assertion')
  checkIssuer(assertion, expected)
  const subject = onlyChild(assertion, ns.saml, 'Subject', 'Assertion/Subject')
  const nameId = readNameId(subject)
  const endsAt = Math.min(checkConfirmation(subject, expected), checkConditions(assertion, expected))
  const sessionIndex = readAuthentication(assertion, expected.request.level)
  return {
    scheme: expected.idp.scheme,
    ...readPerson(assertion),
    subject: { ...nameId, sessionIndex },
    assertionId,
    notOnOrAfter: new Date(endsAt + expected.skewSeconds * 1000),
  }
}

function checkIssuer(assertion: Element, { idp }: Expected): void {
  const issuer = onlyChild(assertion, ns.saml, 'Issuer', 'Assertion/Issuer')
  need(filledText(issuer, 'Assertion/Issuer') === idp.entityId, 'Assertion/Issuer')
  const isOptional = !schemes[idp.scheme].needsIssuerFormat && !issuer.hasAttribute('Format')
  need(isOptional || issuer.getAttribute('Format') === urn.entity, 'Assertion/Issuer/@Format')
}

function readNameId(subject: Element): NameId {
  const path = 'Assertion/Subject/NameID'
  const nameId = onlyChild(subject, ns.saml, 'NameID', path)
  const text = filledText(nameId, path)
  need(nameId.getAttribute('Format') === urn.transient, `${path}/@Format`)
  return { nameId: text, nameQualifier: filledAttribute(nameId, 'NameQualifier', path) }
}

/** Returns the end of the confirmation in epoch milliseconds. */
function checkConfirmation(subject: Element, expected: Expected): number {
  const path = 'Assertion/Subject/SubjectConfirmation'
  const confirmation = onlyChild(subject, ns.saml, 'SubjectConfirmation', path)
  need(confirmation.getAttribute('Method') === urn.bearer, `${path}/@Method`)
  const dataPath = `${path}/SubjectConfirmationData`
  const data = onlyChild(confirmation, ns.saml, 'SubjectConfirmationData', dataPath)
  need(data.getAttribute('Recipient') === expected.sp.acsUrl, `${dataPath}/@Recipient`)
  need(data.getAttribute('InResponseTo') === expected.request.id, `${dataPath}/@InResponseTo`)
  return endOf(data, dataPath, expected)
}

/** Returns the end of the conditions in epoch milliseconds. */
function checkConditions(assertion: Element, expected: Expected): number {
  const path = 'Assertion/Conditions'
  const conditions = onlyChild(assertion, ns.saml, 'Conditions', path)
  const startsAt = instantOf(conditions, 'NotBefore', path)
  need(startsAt <= expected.now.getTime() + expected.skewSeconds * 1000, `${path}/@NotBefore in the future`)
  const endsAt = endOf(conditions, path, expected)
  const restriction = onlyChild(conditions, ns.saml, 'AudienceRestriction', `${path}/AudienceRestriction`)
  const audience = onlyChild(restriction, ns.saml, 'Audience', `${path}/AudienceRestriction/Audience`)
  need(textOf(audience) === expected.sp.entityId, `${path}/AudienceRestriction/Audience`)
  return endsAt
}

function endOf(element: Element, path: string, { now, skewSeconds }: Expected): number {
  const endsAt = instantOf(element, 'NotOnOrAfter', path)
  need(endsAt > now.getTime() - skewSeconds * 1000, `${path}/@NotOnOrAfter past`, 'expired')
  return endsAt
}

/** Checks that the level is at least the requested one; returns the SessionIndex, which providers may omit. */
function readAuthentication(assertion: Element, requestedLevel: SpidLevel): string | undefined {
  const path = 'Assertion/AuthnStatement'
  const statement = onlyChild(assertion, ns.saml, 'AuthnStatement', path)
  const context = onlyChild(statement, ns.saml, 'AuthnContext', `${path}/AuthnContext`)
  const classPath = `${path}/AuthnContext/AuthnContextClassRef`
  const reference = filledText(onlyChild(context, ns.saml, 'AuthnContextClassRef', classPath), classPath)
  const level = [1, 2, 3].find((known) => reference === `${urn.levels}${known}`)
  need(level, classPath)
  need(level >= requestedLevel, `${classPath} lower than requested`)
  return statement.getAttribute('SessionIndex') || undefined
}

const italianTaxCode = /^TINIT-([A-Z0-9]{16})$/i

function readPerson(assertion: Element): Pick<Identity, 'taxCode' | 'firstName' | 'lastName'> {
  const values = readAttributes(assertion)
  const taxCode = italianTaxCode.exec(values.get('fiscalNumber') ?? '')?.[1]?.toUpperCase()
  const [firstName, lastName] = [values.get('name'), values.get('familyName')]
  need(
    taxCode && firstName && lastName,
    'Assertion/AttributeStatement lacks what the portal needs',
    'attributes_missing',
  )
  return { taxCode, firstName, lastName }
}

/** Attribute values by name; undefined for an attribute whose value is not a single plain text. */
function readAttributes(assertion: Element): ReadonlyMap<string, string | undefined> {
  const path = 'Assertion/AttributeStatement'
  const statement = onlyChild(assertion, ns.saml, 'AttributeStatement', path)
  const attributes = childElements(statement, ns.saml, 'Attribute')
  need(attributes.length > 0, `${path}/Attribute`)
  const values = new Map<string, string | undefined>()
  for (const attribute of attributes) {
    const name = filledAttribute(attribute, 'Name', `${path}/Attribute`)
    need(!values.has(name), `${path}/Attribute twice`)
    const valueElements = childElements(attribute, ns.saml, 'AttributeValue')
    need(valueElements.length > 0, `${path}/Attribute/AttributeValue`)
    values.set(name, valueElements.length === 1 ? textOf(valueElements[0]) : undefined)
  }
  return values
}
