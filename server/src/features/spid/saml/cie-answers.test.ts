import { beforeAll, describe, expect, test } from 'vitest'
import { agidCases } from '../../../../test/spid-cases.ts'
import { places, type SpidCase } from '../../../../test/spid-making.ts'
import { ownCases } from '../../../../test/spid-own-cases.ts'
import {
  type AnswerOptions,
  answerOf,
  decode,
  judge,
  makeSpidWorld,
  person,
  remove,
  type SpidWorld,
  set,
} from '../../../../test/spid-world.ts'

let spid: SpidWorld
let cie: SpidWorld
beforeAll(async () => {
  spid = await makeSpidWorld()
  cie = await makeSpidWorld('cie')
})

const good = expect.objectContaining({ isGood: true })
const refused = (failure: string, reason: unknown = expect.any(String)) => ({ isGood: false, failure, reason })

/** What the rules of CIE judge otherwise than AgID's suites, by the number of the case. */
const differences: Readonly<Record<string, unknown>> = {
  // Chapter 9: 19, 20 and 24 are reserved; nr30 is of a notice of AgID alone.
  '104': refused('provider_refused'),
  '105': refused('provider_refused'),
  // Chapter 4.2: the provider leaves the format of the Issuer out.
  '71': good,
}

const outcomeOf = ([number, , , outcome, { failure = 'invalid' } = {}]: SpidCase) =>
  differences[number] ?? (outcome === 'good' ? good : refused(failure, outcome))

describe('an answer of the provider of CIE is judged as those of SPID', () => {
  test.each([...agidCases, ...ownCases])('case %s, %s', (...row) => {
    const [, , making, , { asked = 2 } = {}] = row
    const request = { ...spid.expected.request, level: asked }
    const idp = { ...spid.expected.idp, scheme: 'cie' as const }
    expect(judge(spid, answerOf(spid, making), { request, idp })).toEqual(outcomeOf(row))
  })
})

const at = (name: string) => `${places.attributes}/saml:Attribute[@Name='${name}']`
const changed = (change: (xml: string) => string): AnswerOptions => ({ level: 3, change })

// Each row is a rule of the Ministry's manual, by its chapter.
// biome-ignore format: a table
const rules: readonly [chapter: string, rule: string, making: AnswerOptions, outcome: unknown][] = [
  ['2.2', 'four attributes and the highest level are good',        { level: 3 },                                             good],
  ['1',   'level 2, which the introduction of chapter 2 names',    { level: 2 },                                             good],
  ['2.2', 'a lower level than requested is refused',               { level: 1 },                                             refused('invalid')],
  ['2.2', 'a spidCode is not needed, nor a date of birth',         changed(remove(at('dateOfBirth'))),                       good],
  ['2.2', 'no tax code',                                           changed(remove(at('fiscalNumber'))),                      refused('attributes_missing')],
  ['2.2', 'no surname',                                            changed(remove(at('familyName'))),                        refused('attributes_missing')],
  ['2.2', 'the Assertion is signed, and its signature verifies',   { level: 3, key: 'stranger' },                            refused('invalid')],
  ['2.2', 'the Assertion has a signature of its own',              { level: 3, signs: ['Response'] },                        refused('invalid')],
  ['2.2', 'the Response may have none',                            { level: 3, signs: ['Assertion'] },                       good],
  ['2.2', 'the Recipient is our address',                          changed(set(`${places.data}/@Recipient`, 'https://x.example')), refused('invalid')],
  ['2.2', 'the answer is to our request',                          changed(set(`${places.data}/@InResponseTo`, '_other')),   refused('invalid')],
  ['2.2', 'NotOnOrAfter has not passed',                           changed(set(`${places.data}/@NotOnOrAfter`, '2020-01-01T00:00:00Z')), refused('expired')],
  ['2.2', 'the Audience is our entity id',                         changed(set(`${places.restriction}/saml:Audience`, 'https://x.example')), refused('invalid')],
  ['2.2', 'the Destination is our address',                        changed(set(`${places.r}/@Destination`, 'https://x.example')), refused('invalid')],
  ['9.8', 'nr21: the person took too long',                        { error: 'nr21' },                                        refused('nr21')],
  ['9.8', 'nr22: no consent',                                      { error: 'nr22' },                                        refused('nr22')],
  ['9.8', 'nr23: the card has expired or is revoked',              { error: 'nr23' },                                        refused('nr23')],
  ['9.8', 'nr25: the person cancelled',                            { error: 'nr25' },                                        refused('nr25')],
  ['9',   'nr19 is reserved',                                      { error: 'nr19' },                                        refused('provider_refused')],
  ['9',   'nr20 is reserved',                                      { error: 'nr20' },                                        refused('provider_refused')],
  ['9',   'nr24 is reserved',                                      { error: 'nr24' },                                        refused('provider_refused')],
  ...([8, 9, 11, 12, 13, 14, 15, 16, 17, 18] as const).map(
    (code) => ['9.4 to 9.7', `nr${code}: our request is wrong`, { error: `nr${code}` } as AnswerOptions, refused(`nr${code}`)] as [string, string, AnswerOptions, unknown]),
]

describe('by the manual of CIE', () => {
  test.each(rules)('%s: %s', (_chapter, _rule, making, outcome) => {
    expect(judge(cie, answerOf(cie, making))).toEqual(outcome)
  })

  test('4.2: the answers of this test name no format of the Issuer, as the provider', () => {
    expect(decode(answerOf(cie, { level: 3 })).match(/<saml:Issuer>/g)).toHaveLength(2)
  })

  test('2.2: the identity has name, surname and tax code, and the scheme', () => {
    const { taxCode, firstName, lastName } = person
    const identity = { scheme: 'cie', taxCode, firstName, lastName }
    expect(judge(cie, answerOf(cie, { level: 3 }))).toMatchObject({ isGood: true, identity })
  })
})
