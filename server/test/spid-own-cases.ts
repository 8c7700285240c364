import { createSign } from 'node:crypto'
import { ExclusiveCanonicalization } from 'xml-crypto'
import { childElements } from '#platform/parsing/strict-xml.ts'
import { but, corrupt, later, places, rules, type SpidCase } from './spid-making.ts'
import { type AnswerOptions, at, before, chain, into, remove, set, sign, signAssertion } from './spid-world.ts'

const { r, a, status, subject, nameId, confirmation, data, conditions, restriction, statement, attributes } = places

const notXml = 'XML: The document holds more than elements, attributes and text.'
const lacks = 'Assertion/AttributeStatement lacks what the portal needs'
const missing = { failure: 'attributes_missing' } as const
const refusedByProvider = { failure: 'provider_refused' } as const
const atStart = (text: string) => later((xml) => xml.replace(/(<\?xml[^>]*\?>)/, `$1${text}`))
const entity = '<!DOCTYPE r [<!ENTITY e "x">]>'

const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
/** An answer whose Assertion has a non-standard signature. */
const signedBy = (signing: Parameters<typeof signAssertion>[0]): AnswerOptions => ({
  signs: [],
  afterwards: signAssertion(signing),
})
const signedTwice: AnswerOptions = {
  signs: ['Assertion'],
  afterwards: (xml, world) => sign('Assertion')(sign('Assertion')(xml, world), world),
}
/** As OpenSAML signs: the prefix list is in the second transform only; xml-crypto writes it into both. */
const inclusivePrefixes: AnswerOptions = {
  signs: [],
  afterwards: (xml, world) => {
    const signed = signAssertion({ prefixes: ['samlp'] })(xml, world)
    const mended = signed.replace(/(enveloped-signature")><InclusiveNamespaces[^>]*\/><\/ds:Transform>/, '$1/>')
    return at('//saml:Assertion/ds:Signature', (signature) => {
      const [info, value] = childElements(signature)
      const bytes = info && new ExclusiveCanonicalization().process(info, {}).toString()
      if (value && bytes) value.textContent = createSign('RSA-SHA256').update(bytes).sign(world.provider.key, 'base64')
    })(mended)
  },
}
const responseBy = (key: 'stranger'): AnswerOptions => ({ signs: ['Assertion'], afterwards: sign('Response', key) })

const named = (name: string) => `${attributes}/saml:Attribute[@Name='${name}']`
const textAt = (name: string) => `${named(name)}/saml:AttributeValue`
const attribute = (name: string, ...values: readonly string[]) =>
  `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`

const comment = '<!-- -->'
const responseId = (xml: string) => /ID="([^"]+)"/.exec(xml)?.[1] ?? ''
const sameId = (xml: string) => set(`${a}/@ID`, responseId(xml))(xml)
const sameIdInLowerCase = (xml: string) =>
  into(subject, `<saml:BaseID id="${/:Assertion [^>]*ID="([^"]+)"/.exec(xml)?.[1]}"/>`)(xml)
const spaced = (xml: string) =>
  xml.replaceAll(/<(saml:(?:NameID|Issuer|Audience|AttributeValue)\b[^>]*)>([^<]+)</g, '<$1>\n  $2\n<')

// biome-ignore format: a table
const ofDocument: readonly SpidCase[] = [
  ['own', 'document type',                  atStart('<!DOCTYPE r>'),                           notXml],
  ['own', 'entity',                         atStart(entity),                                   notXml],
  ['own', 'entity that nobody declared',    later((xml) => xml.replace('<saml:Audience>', '$&&e;')), 'XML: The document refers to an entity or holds a bare ampersand.'],
  ['own', 'processing instruction',         atStart('<?x y?>'),                                notXml],
  ['own', 'comment in the NameID',          but(into(nameId, `${comment}x`)),                  'comment in a text'],
  ['own', 'comment in the tax code',        but(into(textAt('fiscalNumber'), `${comment}x`)), 'comment in a text'],
  ['own', 'comment in the Audience',        but(into(`${restriction}/saml:Audience`, comment)), 'comment in a text'],
  ['own', 'comment in the Issuer',          but(into(`${a}/saml:Issuer`, comment)),            'comment in a text'],
  ['own', 'comment in the first Issuer',    but(into(`${r}/saml:Issuer`, comment)),            'comment in a text'],
  ['own', 'comment between elements',       but(into(subject, comment), before(subject, comment)), 'good'],
  ['own', 'white space around texts',       but(spaced),                                       'good'],
  ['own', 'second Assertion',               but(before(a, '<saml:Assertion/>')),               'Response/Assertion twice'],
  ['own', 'second Assertion deep inside',   but(into(a, '<saml:Advice><saml:Assertion/></saml:Advice>')), 'Assertion elsewhere'],
  ['own', 'second Assertion in no namespace', but(into(a, '<x:Assertion xmlns:x="urn:x"/>')),  'Assertion elsewhere'],
  ['own', 'second Response',                but(into(a, '<x:Response xmlns:x="urn:x"/>')),     'Response twice'],
  ['own', 'second Issuer of the Response',  but(into(r, '<saml:Issuer>x</saml:Issuer>')),      'Response/Issuer twice'],
  ['own', 'second Status',                  but(into(r, '<samlp:Status/>')),                   'Response/Status twice'],
  ['own', 'ID of the Response as that of the Assertion', { signs: [], ...but(sameId) },         'ID twice'],
  ['own', 'ID twice, once in lower case',   but(sameIdInLowerCase),                            'ID twice'],
  ['own', 'EncryptedAssertion',             { signs: [], ...but(remove(a), into(r, '<saml:EncryptedAssertion/>')) }, 'Response with another child'],
  ['own', 'EncryptedAssertion inside',      but(into(a, '<saml:Advice><saml:EncryptedAssertion/></saml:Advice>')), 'encrypted content'],
  ['own', 'EncryptedID',                    but(into(subject, '<saml:EncryptedID/>')),         'encrypted content'],
  ['own', 'EncryptedAttribute',             but(into(attributes, '<saml:EncryptedAttribute/>')), 'encrypted content'],
  ['own', 'too many elements',              but(into(a, '<saml:Advice/>'.repeat(500))),        'XML: There are too many elements, or too deep ones.'],
  ['own', 'too many attributes',            but(into(a, `<saml:Advice ${Array.from({ length: 65 }, (_, at) => `a${at}=""`).join(' ')}/>`)), 'too large'],
  ['own', 'namespace of great length',      but(into(a, `<x:x xmlns:x="urn:${'x'.repeat(200)}"/>`)), 'too large'],
  ['own', 'root that is no Response',       later((xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse')), 'Response'],
  ['own', 'Response of another namespace',  later((xml) => xml.replace(/xmlns:samlp="[^"]*"/, 'xmlns:samlp="urn:x"')), 'Response'],
]

// biome-ignore format: a table
const ofSignatures: readonly SpidCase[] = [
  ['own', 'Assertion alone signed',         { signs: ['Assertion'] },                          'good'],
  ['own', 'by the key to come',             { key: 'nextKey' },                                'good'],
  ['own', 'broken Response signature',      { afterwards: corrupt },                           'Response/Signature does not verify'],
  ['own', 'Response by another key',        responseBy('stranger'),                            'Response/Signature does not verify'],
  ['own', 'Response changed',               { afterwards: (xml) => xml.replace('</samlp:Response>', ' $&') }, 'Response/Signature does not verify'],
  ['own', 'broken Assertion signature',     later(corrupt),                                    'Assertion/Signature does not verify'],
  ['own', 'Assertion changed',              later(set(textAt('name'), 'Anna')),               'Assertion/Signature does not verify'],
  ['own', 'signed twice',                   signedTwice,                                       'Assertion/Signature'],
  ['own', 'signature somewhere else',       but(into(conditions, '<ds:Signature/>')),          'Signature elsewhere'],
  ['own', 'RSA with SHA-1',                 signedBy({ rsa: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }), 'Assertion/Signature algorithm'],
  ['own', 'digest by SHA-1',                signedBy({ digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }), 'Assertion/Signature digest'],
  ['own', 'RSA-PSS, which AgID does not name', signedBy({ rsa: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1' }), 'Assertion/Signature algorithm'],
  ['own', 'RSA and digest with SHA-384',    signedBy({ rsa: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384', digest: 'http://www.w3.org/2001/04/xmldsig-more#sha384' }), 'good'],
  ['own', 'RSA and digest with SHA-512',    signedBy({ rsa: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', digest: 'http://www.w3.org/2001/04/xmlenc#sha512' }), 'good'],
  ['own', 'list of inclusive prefixes',     inclusivePrefixes,                                 'good'],
  ['own', 'inclusive canonicalisation',     signedBy({ canonicalization: c14n }),              'Assertion/Signature canonicalisation'],
  ['own', 'inclusive transform',            signedBy({ transforms: [enveloped, c14n] }),       'Assertion/Signature transforms'],
  ['own', 'transform that keeps comments',  signedBy({ transforms: [enveloped, `${exclusive}WithComments`] }), 'Assertion/Signature transforms'],
  ['own', 'one transform only',             signedBy({ transforms: [enveloped] }),             'Assertion/Signature transforms'],
  ['own', 'three transforms',               signedBy({ transforms: [enveloped, exclusive, exclusive] }), 'Assertion/Signature transforms'],
  ['own', 'something signed as well',       signedBy({ also: ["//*[local-name()='Response']/*[local-name()='Status']"] }), 'Assertion/Signature reference'],
  ['own', 'reference to the Response',      later((xml) => xml.replace(/URI="#[^"]+"/, `URI="#${responseId(xml)}"`)), 'Assertion/Signature reference'],
  ['own', 'reference to the whole document', later((xml) => xml.replace(/URI="#[^"]+"/, 'URI=""')), 'Assertion/Signature reference'],
  ['own', 'content in a transform',         later((xml) => xml.replace(/(<ds:Transform [^>]*)\/>/, '$1><ds:XPath>x</ds:XPath></ds:Transform>')), 'Assertion/Signature transforms'],
  ['own', 'something more in the signature', later(into('//saml:Assertion/ds:Signature', '<ds:Object/>')), 'Assertion/Signature form'],
  ['own', 'two KeyInfo',                    later(into('//saml:Assertion/ds:Signature', '<ds:KeyInfo/>')), 'Assertion/Signature form'],
  ['own', 'no CanonicalizationMethod',      later(remove('//saml:Assertion/ds:Signature//ds:CanonicalizationMethod')), 'Assertion/Signature form'],
  ['own', 'no DigestMethod',                later(remove('//saml:Assertion/ds:Signature//ds:DigestMethod')), 'Assertion/Signature form'],
  ['own', 'two DigestValues',               later(into('//saml:Assertion/ds:Signature//ds:Reference', '<ds:DigestValue>x</ds:DigestValue>')), 'Assertion/Signature form'],
  ['own', 'no SignatureValue',              later(remove('//saml:Assertion/ds:Signature/ds:SignatureValue')), 'Assertion/Signature form'],
]

// biome-ignore format: a table
const ofContent: readonly SpidCase[] = [
  ['own', 'unsolicited',                    but(set(`${r}/@InResponseTo`, '_x'), set(`${data}/@InResponseTo`, '_x')), 'Response/@InResponseTo'],
  ['own', 'of provider B to a request for A', but((xml) => xml.replaceAll('https://idp.example.it', 'https://b.example.it')), 'Response/Issuer'],
  ['own', 'a day that does not exist',      but(set(`${a}/@IssueInstant`, '2027-02-30T00:00:00Z')), 'Assertion/@IssueInstant'],
  ['own', 'an instant in another zone',     but(set(`${a}/@IssueInstant`, '2026-11-20T11:30:00+01:00')), 'Assertion/@IssueInstant'],
  ['own', 'success with an error text',     but(into(status, '<samlp:StatusMessage>ErrorCode nr25</samlp:StatusMessage>')), 'good'],
  ['own', 'error with a signature',         { error: 'nr25' },                                 'Response/Status nr25', { failure: 'nr25' }],
  ['own', 'error badly signed',             { error: 'nr25', signs: ['Response'], afterwards: corrupt }, 'Response/Signature does not verify'],
  ['own', 'error to another request',       { error: 'nr25', ...but(set(`${r}/@InResponseTo`, '_x')) }, 'Response/@InResponseTo'],
  ['own', 'error of another provider',      { error: 'nr25', ...but(set(`${r}/saml:Issuer`, 'https://b.example.it')) }, 'Response/Issuer'],
  ['own', 'error for another portal',       { error: 'nr25', ...but(set(`${r}/@Destination`, 'https://x.example.it')) }, 'Response/@Destination'],
  ['own', 'error from long ago',            { error: 'nr25', ...but(set(`${r}/@IssueInstant`, '2018-01-01T00:00:00Z')) }, 'Response/@IssueInstant before the request'],
  ['own', 'error with a comment in its text', { error: 'nr25', ...but(into(`${status}/samlp:StatusMessage`, comment)) }, 'comment in a text'],
  ['own', 'error that AgID reserves',       { error: 'nr24' },                                 'Response/Status not a success', refusedByProvider],
  ['own', 'error that nobody knows',        { error: 'nr99' },                                 'Response/Status not a success', refusedByProvider],
  ['own', 'error in other words',           { error: 'nr25', ...but(set(`${status}/samlp:StatusMessage`, '<b>nr25</b>')) }, 'Response/Status not a success', refusedByProvider],
  ['own', 'two NameID',                     but(into(subject, '<saml:NameID>x</saml:NameID>')), 'Assertion/Subject/NameID'],
  ['own', 'two confirmations',              but(into(subject, '<saml:SubjectConfirmation/>')), rules.inConfirmation],
  ['own', 'two data of confirmation',       but(into(confirmation, '<saml:SubjectConfirmationData/>')), rules.inData],
  ['own', 'two Subjects',                   but(into(a, '<saml:Subject/>')),                   'Assertion/Subject'],
  ['own', 'two Issuers of the Assertion',   but(into(a, '<saml:Issuer>x</saml:Issuer>')),      'Assertion/Issuer'],
  ['own', 'two Conditions',                 but(into(a, '<saml:Conditions/>')),                'Assertion/Conditions'],
  ['own', 'two restrictions',               but(into(conditions, '<saml:AudienceRestriction/>')), 'Assertion/Conditions/AudienceRestriction'],
  ['own', 'two Audiences',                  but(into(restriction, '<saml:Audience>x</saml:Audience>')), rules.inAudience],
  ['own', 'two AuthnStatements',            but(into(a, '<saml:AuthnStatement/>')),            'Assertion/AuthnStatement'],
  ['own', 'two classes',                    but(into(`${statement}/saml:AuthnContext`, '<saml:AuthnContextClassRef>x</saml:AuthnContextClassRef>')), rules.inClassRef],
  ['own', 'class of level 9',               but(set(places.classRef, 'https://www.spid.gov.it/SpidL9')), rules.inClassRef],
  ['own', 'no AttributeStatement',          but(remove(attributes)),                           'Assertion/AttributeStatement'],
  ['own', 'two AttributeStatements',        but(into(a, '<saml:AttributeStatement/>')),        'Assertion/AttributeStatement'],
  ['own', 'Attribute without value',        but(remove(textAt('email'))),                     'Assertion/AttributeStatement/Attribute/AttributeValue'],
  ['own', 'Attribute twice',                but(into(attributes, attribute('name', 'Anna'))),  'Assertion/AttributeStatement/Attribute twice'],
  ['own', 'more attributes than asked for', but(into(attributes, attribute('gender', 'F'))),   'good'],
  ['own', 'no tax code',                    but(remove(named('fiscalNumber'))),                lacks, missing],
  ['own', 'no name',                        but(remove(named('name'))),                        lacks, missing],
  ['own', 'no family name',                 but(remove(named('familyName'))),                  lacks, missing],
  ['own', 'empty name',                     but(set(textAt('name'), ' ')),                    lacks, missing],
  ['own', 'name of two values',             but(chain(remove(named('name')), into(attributes, attribute('name', 'Anna', 'Eva')))), lacks, missing],
  ['own', 'name with an element inside',    but(into(textAt('name'), '<saml:x/>')),           lacks, missing],
  ['own', 'tax code without TINIT-',        but(set(textAt('fiscalNumber'), 'RSSMRA80A01H501U')), lacks, missing],
  ['own', 'tax code of another state',      but(set(textAt('fiscalNumber'), 'TINDE-RSSMRA80A01H501U')), lacks, missing],
  ['own', 'tax code too short',             but(set(textAt('fiscalNumber'), 'TINIT-RSSMRA80A01H501')), lacks, missing],
  ['own', 'tax code in small letters',      but(set(textAt('fiscalNumber'), 'TINIT-rssmra80a01h501u')), 'good'],
]

/** Cases beyond the suites: hardening, and answers that real providers send. */
export const ownCases: readonly SpidCase[] = [...ofDocument, ...ofSignatures, ...ofContent]
