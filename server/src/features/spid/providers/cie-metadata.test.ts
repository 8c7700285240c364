import { beforeAll, expect, test } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { childElements } from '#platform/parsing/strict-xml.ts'
import { makeServiceProvider } from '../../../../test/make-service-provider.ts'
import { readMetadata } from '../../../../test/read-metadata.ts'
import { ns } from '../saml/namespaces.ts'
import type { ServiceProvider } from '../spid.types.ts'
import { metadataOf } from './sp-metadata.ts'

let sp: ServiceProvider
let xml: string
let root: Element
let metadata: ReturnType<typeof readMetadata>
beforeAll(async () => {
  sp = await makeServiceProvider()
  xml = metadataOf(sp, 'cie')
  metadata = readMetadata(xml)
  root = metadata.root
}, 60_000)

const found = (path: string) => metadata.found(path)
const texts = (path: string) => metadata.texts(path)
const values = (path: string, name: string) => metadata.values(path, name)
const names = (path: string) => found(path).map(({ localName }) => localName)
const role = 'SPSSODescriptor'
const service = `${role}/AttributeConsumingService`
const contact = 'ContactPerson'
const binding = (name: string) => `urn:oasis:names:tc:SAML:2.0:bindings:HTTP-${name}`
const uuid4 = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

// Each row is a rule of the Ministry's manual ("Regole tecniche CIE SAML"), by its chapter.
// biome-ignore format: a table
const checks: readonly [rule: string, read: () => unknown, expected: (sp: ServiceProvider) => unknown][] = [
  ['1.3 one EntityDescriptor',              () => [root.namespaceURI, root.localName], () => [ns.md, 'EntityDescriptor']],
  ['1.3 the entity id, not too long',       () => [root.getAttribute('entityID'), (root.getAttribute('entityID') ?? '').length <= 1024], ({ entityId }) => [entityId, true]],
  ['1.3 its children',                      () => childElements(root).map(({ localName }) => localName), () => ['Signature', role, 'Organization', contact]],
  ['1.3 the protocol',                      () => values(role, 'protocolSupportEnumeration'), () => [ns.samlp]],
  ['1.3 requests are signed',               () => values(role, 'AuthnRequestsSigned'), () => ['true']],
  ['1.3 assertions must be',                () => values(role, 'WantAssertionsSigned'), () => ['true']],
  ['1.3 a key that signs',                  () => values(`${role}/KeyDescriptor`, 'use'), () => ['signing']],
  ['1.3 logout by redirect, among others',  () => values(`${role}/SingleLogoutService`, 'Binding'), () => expect.arrayContaining([binding('Redirect')])],
  ['1.3 transient names',                   () => texts(`${role}/NameIDFormat`), () => ['urn:oasis:names:tc:SAML:2.0:nameid-format:transient']],
  ['1.3 answers by form',                   () => values(`${role}/AssertionConsumerService`, 'Binding'), () => [binding('POST')]],
  ['1.3 where',                             () => values(`${role}/AssertionConsumerService`, 'Location'), ({ acsUrl }) => [acsUrl]],
  ['1.3 one default, under 0',              () => [values(`${role}/AssertionConsumerService`, 'index'), values(`${role}/AssertionConsumerService`, 'isDefault')], () => [['0'], ['true']]],
  ['1.3 one set of attributes, under 0',    () => values(service, 'index'), () => ['0']],
  ['1.3 its name is a UUID of version 4',   () => texts(`${service}/ServiceName`), () => [expect.stringMatching(uuid4)]],
  ['1.3 in no language',                    () => values(`${service}/ServiceName`, 'xml:lang'), () => ['']],
  ['1.3 the minimum data set of eIDAS',     () => values(`${service}/RequestedAttribute`, 'Name'), () => ['name', 'familyName', 'dateOfBirth', 'fiscalNumber']],
  ['1.3 the basic format',                  () => new Set(values(`${service}/RequestedAttribute`, 'NameFormat')), () => new Set(['urn:oasis:names:tc:SAML:2.0:attrname-format:basic'])],
  ['1.3 the organisation, in Italian',      () => [names('Organization/*'), values('Organization/*', 'xml:lang')], () => [['OrganizationName', 'OrganizationDisplayName', 'OrganizationURL'], ['it', 'it', 'it']]],
  ['1.3 one contact, an administrative one', () => values(contact, 'contactType'), () => ['administrative']],
  ['1.3 its extensions are those of CIE',   () => new Set(found(`${contact}/Extensions/*`).map(({ namespaceURI }) => namespaceURI)), () => new Set(['https://www.cartaidentita.interno.gov.it/saml-extensions'])],
  ['1.3 a public body',                     () => names(`${contact}/Extensions/*`), () => ['Public', 'IPACode', 'Municipality']],
  ['1.3 its IPA code',                      () => texts(`${contact}/Extensions/IPACode`), ({ contact: { ipaCode } }) => [ipaCode]],
  ['1.3 its municipality, a Belfiore code', () => texts(`${contact}/Extensions/Municipality`), () => ['H501']],
  ['1.3 the company is the name',           () => texts(`${contact}/Company`), ({ organisation }) => [organisation.name]],
  ['1.3 the mailbox',                       () => texts(`${contact}/EmailAddress`), ({ contact: { mail } }) => [mail]],
  ['1.3 the number, without spaces',        () => texts(`${contact}/TelephoneNumber`), () => [expect.stringMatching(/^\+39\d+$/)]],
  ['8.3 RSA with SHA-256',                  () => values('Signature/SignedInfo/SignatureMethod', 'Algorithm'), () => ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256']],
  ['8.1 the certificate beside',            () => found('Signature/KeyInfo/X509Data/X509Certificate').length, () => 1],
]

test.each(checks)('%s', (_, read, expected) => {
  expect(read()).toEqual(expected(sp))
})

test('8.1: the signature verifies with the certificate', () => {
  const signed = new SignedXml({ publicCert: sp.certificate })
  // The types of xml-crypto know no elements of xmldom.
  signed.loadSignature(childElements(root)[0] as never)
  expect(signed.checkSignature(xml)).toBe(true)
})

test('the same service provider gets the same bytes, and other ones than for SPID', () => {
  expect(metadataOf({ ...sp }, 'cie')).toBe(xml)
  expect(metadataOf(sp)).not.toBe(xml)
})
