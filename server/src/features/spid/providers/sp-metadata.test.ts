import { beforeAll, expect, test } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { select } from 'xpath'
import { childElements, parseStrictly } from '#platform/parsing/strict-xml.ts'
import { makeServiceProvider } from '../../../../test/make-service-provider.ts'
import { readMetadata } from '../../../../test/read-metadata.ts'
import type { ServiceProvider } from '../spid.types.ts'
import { metadataOf } from './sp-metadata.ts'

let sp: ServiceProvider
let xml: string
let root: Element
let metadata: ReturnType<typeof readMetadata>
beforeAll(async () => {
  sp = await makeServiceProvider()
  xml = metadataOf(sp)
  metadata = readMetadata(xml)
  root = metadata.root
}, 60_000)

const found = (path: string) => metadata.found(path)
const texts = (path: string) => metadata.texts(path)
const values = (path: string, name: string) => metadata.values(path, name)
const role = 'SPSSODescriptor'
const service = `${role}/AttributeConsumingService`
const contact = 'ContactPerson'
const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-'
const dsig = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

// Each row is an item of AgID's checklist for the metadata of a public service provider.
// biome-ignore format: a table
const checks: readonly [point: string, read: () => unknown, expected: (sp: ServiceProvider) => unknown][] = [
  ['M1 the root',                    () => [root.namespaceURI, root.localName], () => ['urn:oasis:names:tc:SAML:2.0:metadata', 'EntityDescriptor']],
  ['M1 the entity id',               () => root.getAttribute('entityID'), ({ entityId }) => entityId],
  ['M1 an ID of the entity alone',   () => root.getAttribute('ID'), () => expect.stringMatching(/^_[0-9a-f]{64}$/)],
  ['M1 the namespace of SPID',       () => root.getAttribute('xmlns:spid'), () => 'https://spid.gov.it/saml-extensions'],
  ['M1 nothing before the root',     () => xml.startsWith('<md:EntityDescriptor '), () => true],
  ['order of the children',          () => childElements(root).map(({ localName }) => localName), () => ['Signature', 'SPSSODescriptor', 'Organization', 'ContactPerson']],
  ['order within the role',          () => [...new Set(found(`${role}/*`).map(({ localName }) => localName))], () => ['KeyDescriptor', 'SingleLogoutService', 'NameIDFormat', 'AssertionConsumerService', 'AttributeConsumingService']],
  ['M2 signature algorithm',         () => values('Signature/SignedInfo/SignatureMethod', 'Algorithm'), () => [dsig]],
  ['M2 digest algorithm',            () => values('Signature/SignedInfo/Reference/DigestMethod', 'Algorithm'), () => ['http://www.w3.org/2001/04/xmlenc#sha256']],
  ['M2 canonicalisation',            () => values('Signature/SignedInfo/CanonicalizationMethod', 'Algorithm'), () => ['http://www.w3.org/2001/10/xml-exc-c14n#']],
  ['M2 transforms',                  () => values('Signature/SignedInfo/Reference/Transforms/Transform', 'Algorithm'), () => ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#']],
  ['M2 signs the root',              () => values('Signature/SignedInfo/Reference', 'URI'), () => [`#${root.getAttribute('ID')}`]],
  ['M2 its certificate beside',      () => texts('Signature/KeyInfo/X509Data/X509Certificate').map(bare), ({ certificate }) => [bare(certificate)]],
  ['M3 the protocol',                () => values(role, 'protocolSupportEnumeration'), () => ['urn:oasis:names:tc:SAML:2.0:protocol']],
  ['M3 requests are signed',         () => values(role, 'AuthnRequestsSigned'), () => ['true']],
  ['M3 assertions must be',          () => values(role, 'WantAssertionsSigned'), () => ['true']],
  ['M4 one key, that signs',         () => values(`${role}/KeyDescriptor`, 'use'), () => ['signing']],
  ['M4 its certificate',             () => texts(`${role}/KeyDescriptor/KeyInfo/X509Data/X509Certificate`), ({ certificate }) => [bare(certificate)]],
  ['M5 logout both ways',            () => values(`${role}/SingleLogoutService`, 'Binding'), () => [`${bindings}POST`, `${bindings}Redirect`]],
  ['M5 where',                       () => values(`${role}/SingleLogoutService`, 'Location'), ({ logoutUrl }) => [logoutUrl, logoutUrl]],
  ['M6 transient names',             () => texts(`${role}/NameIDFormat`), () => ['urn:oasis:names:tc:SAML:2.0:nameid-format:transient']],
  ['M7 answers by form',             () => values(`${role}/AssertionConsumerService`, 'Binding'), () => [`${bindings}POST`]],
  ['M7 where',                       () => values(`${role}/AssertionConsumerService`, 'Location'), ({ acsUrl }) => [acsUrl]],
  ['M7 the default',                 () => values(`${role}/AssertionConsumerService`, 'isDefault'), () => ['true']],
  ['M7 under 0',                     () => values(`${role}/AssertionConsumerService`, 'index'), () => ['0']],
  ['M8 one set, under 0',            () => values(service, 'index'), () => ['0']],
  ['M8 with a name',                 () => texts(`${service}/ServiceName`), ({ organisation }) => [organisation.displayName]],
  ['M8 in Italian',                  () => values(`${service}/ServiceName`, 'xml:lang'), () => ['it']],
  ['M8 attributes of SPID',          () => values(`${service}/RequestedAttribute`, 'Name'), () => ['fiscalNumber', 'name', 'familyName']],
  ['M8 of the basic format',         () => new Set(values(`${service}/RequestedAttribute`, 'NameFormat')), () => new Set(['urn:oasis:names:tc:SAML:2.0:attrname-format:basic'])],
  ['M9 the name',                    () => texts('Organization/OrganizationName'), ({ organisation }) => [organisation.name]],
  ['M9 the name shown',              () => texts('Organization/OrganizationDisplayName'), ({ organisation }) => [organisation.displayName]],
  ['M9 the site',                    () => texts('Organization/OrganizationURL'), ({ organisation }) => [organisation.url]],
  ['M9 all three in Italian',        () => found('Organization/*').map((element) => element.getAttribute('xml:lang')), () => ['it', 'it', 'it']],
  ['M9 language first',              () => found('Organization/*').map((element) => element.attributes.item(0)?.name), () => ['xml:lang', 'xml:lang', 'xml:lang']],
  ['M10 one contact',                () => values(contact, 'contactType'), () => ['other']],
  ['M10 its extensions',             () => found(`${contact}/Extensions/*`).map(({ namespaceURI, localName }) => [namespaceURI, localName]), () => [['https://spid.gov.it/saml-extensions', 'IPACode'], ['https://spid.gov.it/saml-extensions', 'Public']]],
  ['M10 the IPA code',               () => texts(`${contact}/Extensions/IPACode`), ({ contact: { ipaCode } }) => [ipaCode]],
  ['M10 public, and nothing in it',  () => found(`${contact}/Extensions/Public`).map(({ childNodes }) => childNodes.length), () => [0]],
  ['M10 the company is the name',    () => texts(`${contact}/Company`), ({ organisation }) => [organisation.name]],
  ['M10 the mailbox',                () => texts(`${contact}/EmailAddress`), ({ contact: { mail } }) => [mail]],
  ['M10 the number',                 () => texts(`${contact}/TelephoneNumber`), () => [expect.stringMatching(/^\+39\d+$/)]],
  ['M10 in the order of the schema', () => found(`${contact}/*`).map(({ localName }) => localName), () => ['Extensions', 'Company', 'EmailAddress', 'TelephoneNumber']],
]

const bare = (pem: string | undefined) => pem?.replace(/-----[^-]+-----|\s/g, '')

test.each(checks)('%s', (_, read, expected) => {
  expect(read()).toEqual(expected(sp))
})

test('M2: the signature verifies with the certificate, over the whole document', () => {
  const signed = new SignedXml({ publicCert: sp.certificate })
  const [signature] = childElements(root)
  signed.loadSignature(signature as never)
  expect(signed.checkSignature(xml)).toBe(true)
  expect(signed.getSignedReferences()).toHaveLength(1)
  expect(signed.getSignedReferences()[0]).toMatch(/^<md:EntityDescriptor [\s\S]*<\/md:EntityDescriptor>$/)
})

test('M11: the same service provider gets the same bytes', () => {
  expect(metadataOf({ ...sp })).toBe(xml)
})

test('the telephone number is optional', () => {
  const without = parseStrictly(metadataOf({ ...sp, contact: { ...sp.contact, phone: undefined } })).documentElement
  expect(select("//*[local-name()='TelephoneNumber']", without)).toEqual([])
})

test('M10: refuses a mailbox that AgID would refuse, and quotes it', () => {
  expect(() => metadataOf({ ...sp, contact: { ...sp.contact, mail: "l'ufficio@example.it" } })).toThrow(
    /l'ufficio@example\.it/,
  )
})
