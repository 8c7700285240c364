import { but, corrupt, later, places, rules, type SpidCase } from './spid-making.ts'
import { at, before, empty, isElement, remove, set, sign } from './spid-world.ts'
import { wrapped } from './spid-wrapping.ts'

const { r, a, status, subject, nameId, confirmation, data } = places
const { conditions, restriction, statement, context, classRef, attributes } = places
const { inConfirmation, inData, inAudience, inClassRef } = rules

const past = '2018-01-01T00:00:00Z'
const future = '2099-01-01T00:00:00Z'
const expired = { failure: 'expired' } as const
const refusedByProvider = { failure: 'provider_refused' } as const

const foreign = '<x:first xmlns:x="urn:foreign" ID="_f"><ds:Signature><ds:SignedInfo/></ds:Signature></x:first>'
const foreignFirst = before(`${r}/saml:Issuer`, foreign)
const withoutKeys = (xml: string) => xml.replace(/<ds:KeyInfo>.*?<\/ds:KeyInfo>/gs, '')
const addTransform = at('//saml:Assertion/ds:Signature//ds:Transforms', (node, document) => {
  const transform = node.appendChild(document.createElement('ds:Transform'))
  if (isElement(transform)) transform.setAttribute('Algorithm', 'http://www.w3.org/TR/1999/REC-xslt-19991116')
})
const onlyMail = at(attributes, (node) => {
  for (const child of Array.from(node.childNodes))
    if (isElement(child) && child.getAttribute('Name') !== 'email') node.removeChild(child)
})
const withoutFormats = (xml: string) => xml.replaceAll(/ NameFormat="[^"]*"/g, '')
const withMilliseconds = (xml: string) => xml.replaceAll(/(IssueInstant="[^"]+)Z"/g, '$1.250Z"')

// biome-ignore format: a table
const ofSignature: readonly SpidCase[] = [
  ['1',    'good',                                {},                                                      'good'],
  ['1-NS', 'good, without SessionIndex',          but(remove(`${statement}/@SessionIndex`)),               'good'],
  ['2',    'no signature',                        { signs: [] },                                           'Assertion/Signature'],
  ['3',    'Assertion not signed',                { signs: ['Response'] },                                 'Assertion/Signature'],
  ['4',    'other key',                           { key: 'stranger', afterwards: withoutKeys },            'Response/Signature does not verify'],
  ['5',    'other key with its own certificate',  { key: 'stranger' },                                     'Response/Signature does not verify'],
  ['100',  'Assertion signed by another key',     { key: 'stranger', signs: ['Assertion'], afterwards: sign('Response') }, 'Assertion/Signature does not verify'],
  ['112',  'foreign signed element in front',     { signs: [], afterwards: foreignFirst },                 'Response with another child'],
  ['113',  'the same, Assertion badly signed',    later(corrupt, foreignFirst),                            'Response with another child'],
  ['xslt', 'transform by XSLT',                   later(addTransform),                                     'Assertion/Signature transforms'],
  ['xsw1', 'signed Response in the signature',    { signs: ['Response'], afterwards: wrapped.xsw1 },       'Response twice'],
  ['xsw2', 'signed Response beside',              { signs: ['Response'], afterwards: wrapped.xsw2 },       'Response with another child'],
  ['xsw3', 'Assertion in front of the signed',    later(wrapped.xsw3),                                     'Response/Assertion twice'],
  ['xsw4', 'Assertion around the signed',         later(wrapped.xsw4),                                     'Assertion elsewhere'],
  ['xsw5', 'signature moved, original last',      later(wrapped.xsw5),                                     'Response/Assertion twice'],
  ['xsw6', 'signature moved, original inside',    later(wrapped.xsw6),                                     'Assertion elsewhere'],
  ['xsw7', 'Assertion in Extensions',             later(wrapped.xsw7),                                     'Response with another child'],
  ['xsw8', 'signed Assertion in ds:Object',       later(wrapped.xsw8),                                     'Assertion elsewhere'],
]

// biome-ignore format: a table
const ofResponse: readonly SpidCase[] = [
  ['8',   'ID empty',               later(set(`${r}/@ID`, '')),                               'Response/@ID'],
  ['9',   'ID missing',             later(remove(`${r}/@ID`)),                                'Response/@ID'],
  ['10',  'Version other',          but(set(`${r}/@Version`, '1.1')),                         'Response/@Version'],
  ['11',  'IssueInstant empty',     but(set(`${r}/@IssueInstant`, '')),                       'Response/@IssueInstant'],
  ['12',  'IssueInstant missing',   but(remove(`${r}/@IssueInstant`)),                        'Response/@IssueInstant'],
  ['13',  'IssueInstant malformed', but(set(`${r}/@IssueInstant`, '2026-11-20T10:30')),       'Response/@IssueInstant'],
  ['14',  'IssueInstant past',      but(set(`${r}/@IssueInstant`, past)),                     'Response/@IssueInstant before the request'],
  ['15',  'IssueInstant future',    but(set(`${r}/@IssueInstant`, future)),                   'Response/@IssueInstant in the future'],
  ['16',  'InResponseTo empty',     but(set(`${r}/@InResponseTo`, '')),                       'Response/@InResponseTo'],
  ['17',  'InResponseTo missing',   but(remove(`${r}/@InResponseTo`)),                        'Response/@InResponseTo'],
  ['18',  'InResponseTo other',     but(set(`${r}/@InResponseTo`, '_other')),                 'Response/@InResponseTo'],
  ['19',  'Destination empty',      but(set(`${r}/@Destination`, '')),                        'Response/@Destination'],
  ['20',  'Destination missing',    but(remove(`${r}/@Destination`)),                         'Response/@Destination'],
  ['21',  'Destination other',      but(set(`${r}/@Destination`, 'https://x.example.it')),    'Response/@Destination'],
  ['22',  'Status empty',           but(empty(status)),                                       'Response/Status/StatusCode'],
  ['23',  'Status missing',         but(remove(status)),                                      'Response/Status'],
  ['24',  'StatusCode empty',       but(empty(`${status}/samlp:StatusCode`)),                 'Response/Status/StatusCode/@Value'],
  ['25',  'StatusCode missing',     but(remove(`${status}/samlp:StatusCode`)),                'Response/Status/StatusCode'],
  ['26',  'StatusCode no success',  but(set(`${status}/samlp:StatusCode/@Value`, 'urn:oasis:names:tc:SAML:2.0:status:Requester')), 'Response/Status not a success', refusedByProvider],
  ['27',  'Issuer empty',           but(set(`${r}/saml:Issuer`, '')),                         'Response/Issuer'],
  ['28',  'Issuer missing',         later(remove(`${r}/saml:Issuer`)),                        'Response/Issuer'],
  ['29',  'Issuer other',           but(set(`${r}/saml:Issuer`, 'https://b.example.it')),     'Response/Issuer'],
  ['30',  'Issuer Format other',    but(set(`${r}/saml:Issuer/@Format`, 'urn:other')),        'Response/Issuer/@Format'],
  ['31',  'Issuer Format missing',  but(remove(`${r}/saml:Issuer/@Format`)),                  'good'],
  ['32',  'Assertion missing',      { signs: ['Response'], ...but(remove(a)) },               'Assertion'],
  ['110', 'milliseconds',           but(withMilliseconds),                                    'good'],
  ['104', 'nr19',                   { error: 'nr19', signs: [] },                             'Response/Status nr19', { failure: 'nr19' }],
  ['105', 'nr20',                   { error: 'nr20', signs: [] },                             'Response/Status nr20', { failure: 'nr20' }],
  ['106', 'nr21',                   { error: 'nr21', signs: [] },                             'Response/Status nr21', { failure: 'nr21' }],
  ['107', 'nr22',                   { error: 'nr22', signs: [] },                             'Response/Status nr22', { failure: 'nr22' }],
  ['108', 'nr23',                   { error: 'nr23', signs: [] },                             'Response/Status nr23', { failure: 'nr23' }],
  ['111', 'nr25',                   { error: 'nr25', signs: [] },                             'Response/Status nr25', { failure: 'nr25' }],
]

// biome-ignore format: a table
const ofSubject: readonly SpidCase[] = [
  ['33', 'ID empty',                   later(set(`${a}/@ID`, '')),                        'Assertion/@ID'],
  ['34', 'ID missing',                 later(remove(`${a}/@ID`)),                         'Assertion/@ID'],
  ['35', 'Version other',              but(set(`${a}/@Version`, '1.1')),                  'Assertion/@Version'],
  ['36', 'IssueInstant empty',         but(set(`${a}/@IssueInstant`, '')),                'Assertion/@IssueInstant'],
  ['37', 'IssueInstant missing',       but(remove(`${a}/@IssueInstant`)),                 'Assertion/@IssueInstant'],
  ['38', 'IssueInstant malformed',     but(set(`${a}/@IssueInstant`, '20/11/2026 10:30')), 'Assertion/@IssueInstant'],
  ['39', 'IssueInstant past',          but(set(`${a}/@IssueInstant`, past)),              'Assertion/@IssueInstant before the request'],
  ['40', 'IssueInstant future',        but(set(`${a}/@IssueInstant`, future)),            'Assertion/@IssueInstant in the future'],
  ['41', 'Subject empty',              but(empty(subject)),                               'Assertion/Subject/NameID'],
  ['42', 'Subject missing',            but(remove(subject)),                              'Assertion/Subject'],
  ['43', 'NameID empty',               but(set(nameId, '')),                              'Assertion/Subject/NameID'],
  ['44', 'NameID missing',             but(remove(nameId)),                               'Assertion/Subject/NameID'],
  ['45', 'NameID Format empty',        but(set(`${nameId}/@Format`, '')),                 'Assertion/Subject/NameID/@Format'],
  ['46', 'NameID Format missing',      but(remove(`${nameId}/@Format`)),                  'Assertion/Subject/NameID/@Format'],
  ['47', 'NameID Format other',        but(set(`${nameId}/@Format`, 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent')), 'Assertion/Subject/NameID/@Format'],
  ['48', 'NameQualifier empty',        but(set(`${nameId}/@NameQualifier`, '')),          'Assertion/Subject/NameID/@NameQualifier'],
  ['49', 'NameQualifier missing',      but(remove(`${nameId}/@NameQualifier`)),           'Assertion/Subject/NameID/@NameQualifier'],
  ['51', 'confirmation empty',         but(empty(confirmation)),                          `${inConfirmation}/@Method`],
  ['52', 'confirmation missing',       but(remove(confirmation)),                         inConfirmation],
  ['53', 'Method empty',               but(set(`${confirmation}/@Method`, '')),           `${inConfirmation}/@Method`],
  ['54', 'Method missing',             but(remove(`${confirmation}/@Method`)),            `${inConfirmation}/@Method`],
  ['55', 'Method other',               but(set(`${confirmation}/@Method`, 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches')), `${inConfirmation}/@Method`],
  ['56', 'data missing',               but(remove(data)),                                 inData],
  ['57', 'Recipient empty',            but(set(`${data}/@Recipient`, '')),                `${inData}/@Recipient`],
  ['58', 'Recipient missing',          but(remove(`${data}/@Recipient`)),                 `${inData}/@Recipient`],
  ['59', 'Recipient other',            but(set(`${data}/@Recipient`, 'https://x.example.it')), `${inData}/@Recipient`],
  ['60', 'data InResponseTo empty',    but(set(`${data}/@InResponseTo`, '')),             `${inData}/@InResponseTo`],
  ['61', 'data InResponseTo missing',  but(remove(`${data}/@InResponseTo`)),              `${inData}/@InResponseTo`],
  ['62', 'data InResponseTo other',    but(set(`${data}/@InResponseTo`, '_other')),       `${inData}/@InResponseTo`],
  ['63', 'data NotOnOrAfter empty',    but(set(`${data}/@NotOnOrAfter`, '')),             `${inData}/@NotOnOrAfter`],
  ['64', 'data NotOnOrAfter missing',  but(remove(`${data}/@NotOnOrAfter`)),              `${inData}/@NotOnOrAfter`],
  ['65', 'data NotOnOrAfter malformed', but(set(`${data}/@NotOnOrAfter`, '2099-13-01T00:00:00Z')), `${inData}/@NotOnOrAfter`],
  ['66', 'data NotOnOrAfter past',     but(set(`${data}/@NotOnOrAfter`, past)),           `${inData}/@NotOnOrAfter past`, expired],
  ['67', 'Issuer empty',               but(set(`${a}/saml:Issuer`, '')),                  'Assertion/Issuer'],
  ['68', 'Issuer missing',             { signs: [], ...but(remove(`${a}/saml:Issuer`)), afterwards: sign('Assertion') }, 'Assertion/Issuer'],
  ['69', 'Issuer other',               but(set(`${a}/saml:Issuer`, 'https://b.example.it')), 'Assertion/Issuer'],
  ['70', 'Issuer Format empty',        but(set(`${a}/saml:Issuer/@Format`, '')),          'Assertion/Issuer/@Format'],
  ['71', 'Issuer Format missing',      but(remove(`${a}/saml:Issuer/@Format`)),           'Assertion/Issuer/@Format'],
  ['72', 'Issuer Format other',        but(set(`${a}/saml:Issuer/@Format`, 'urn:other')), 'Assertion/Issuer/@Format'],
]

// biome-ignore format: a table
const ofStatements: readonly SpidCase[] = [
  ['73',  'Conditions empty',           but(empty(conditions)),                            'Assertion/Conditions/@NotBefore'],
  ['74',  'Conditions missing',         but(remove(conditions)),                           'Assertion/Conditions'],
  ['75',  'NotBefore empty',            but(set(`${conditions}/@NotBefore`, '')),          'Assertion/Conditions/@NotBefore'],
  ['76',  'NotBefore missing',          but(remove(`${conditions}/@NotBefore`)),           'Assertion/Conditions/@NotBefore'],
  ['77',  'NotBefore malformed',        but(set(`${conditions}/@NotBefore`, '2018-01-01')), 'Assertion/Conditions/@NotBefore'],
  ['78',  'NotBefore future',           but(set(`${conditions}/@NotBefore`, future)),      'Assertion/Conditions/@NotBefore in the future'],
  ['79',  'NotOnOrAfter empty',         but(set(`${conditions}/@NotOnOrAfter`, '')),       'Assertion/Conditions/@NotOnOrAfter'],
  ['80',  'NotOnOrAfter missing',       but(remove(`${conditions}/@NotOnOrAfter`)),        'Assertion/Conditions/@NotOnOrAfter'],
  ['81',  'NotOnOrAfter malformed',     but(set(`${conditions}/@NotOnOrAfter`, '2099-01-01T00:00:00')), 'Assertion/Conditions/@NotOnOrAfter'],
  ['82',  'NotOnOrAfter past',          but(set(`${conditions}/@NotOnOrAfter`, past)),     'Assertion/Conditions/@NotOnOrAfter past', expired],
  ['83',  'AudienceRestriction empty',  but(empty(restriction)),                           inAudience],
  ['84',  'AudienceRestriction missing', but(remove(restriction)),                         'Assertion/Conditions/AudienceRestriction'],
  ['85',  'Audience empty',             but(set(`${restriction}/saml:Audience`, '')),      inAudience],
  ['86',  'Audience missing',           but(remove(`${restriction}/saml:Audience`)),       inAudience],
  ['87',  'Audience other',             but(set(`${restriction}/saml:Audience`, 'https://x.example.it')), inAudience],
  ['88',  'AuthnStatement empty',       but(empty(statement)),                             'Assertion/AuthnStatement/AuthnContext'],
  ['89',  'AuthnStatement missing',     but(remove(statement)),                            'Assertion/AuthnStatement'],
  ['90',  'AuthnContext empty',         but(empty(context)),                               inClassRef],
  ['91',  'AuthnContext missing',       but(remove(context)),                              'Assertion/AuthnStatement/AuthnContext'],
  ['92',  'class empty',                but(set(classRef, '')),                            inClassRef],
  ['93',  'class missing',              but(remove(classRef)),                             inClassRef],
  ['94',  'level 1 for 1',              { level: 1 },                                      'good', { asked: 1 }],
  ['94',  'level 1 for 2',              { level: 1 },                                      `${inClassRef} lower than requested`],
  ['95',  'level 2 for 1',              { level: 2 },                                      'good', { asked: 1 }],
  ['95',  'level 2 for 2',              { level: 2 },                                      'good'],
  ['95',  'level 2 for 3',              { level: 2 },                                      `${inClassRef} lower than requested`, { asked: 3 }],
  ['96',  'level 3 for 2',              { level: 3 },                                      'good'],
  ['96',  'level 3 for 3',              { level: 3 },                                      'good', { asked: 3 }],
  ['97',  'class unknown',              but(set(classRef, 'urn:oasis:names:tc:SAML:2.0:ac:classes:SpidL2')), inClassRef],
  ['98',  'no Attribute',               but(empty(attributes)),                            'Assertion/AttributeStatement/Attribute'],
  ['99',  'Attribute empty',            but(empty(`${attributes}/saml:Attribute[@Name='name']`)), 'Assertion/AttributeStatement/Attribute/@Name'],
  ['103', 'other attributes',           but(onlyMail),                                     'Assertion/AttributeStatement lacks what the portal needs', { failure: 'attributes_missing' }],
  ['109', 'no NameFormat',              but(withoutFormats),                               'good'],
]

/** Every case of spid-saml-check and spid-sp-test, by AgID's numbers (AgID withdrew 5, 6 and others). */
export const agidCases: readonly SpidCase[] = [...ofSignature, ...ofResponse, ...ofSubject, ...ofStatements]
