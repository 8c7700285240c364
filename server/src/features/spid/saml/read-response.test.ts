import { beforeAll, describe, expect, test } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { childElements, parseStrictly } from '#platform/parsing/strict-xml.ts'
import { agidCases } from '../../../../test/spid-cases.ts'
import type { SpidCase } from '../../../../test/spid-making.ts'
import { ownCases } from '../../../../test/spid-own-cases.ts'
import { answerOf, bare, decode, judge, makeSpidWorld, person, type SpidWorld } from '../../../../test/spid-world.ts'
import { ns } from './namespaces.ts'

let world: SpidWorld
beforeAll(async () => {
  world = await makeSpidWorld()
})

/** Numbers that AgID has withdrawn. */
const givenUp = [6, 7, 50, 101, 102]

function holds([, , making, outcome, { failure = 'invalid', asked = 2 } = {}]: SpidCase) {
  const request = { ...world.expected.request, level: asked }
  const verdict = judge(world, answerOf(world, making), { request })
  if (outcome === 'good') expect(verdict).toMatchObject({ isGood: true, identity: { taxCode: person.taxCode } })
  else expect(verdict).toEqual({ isGood: false, failure, reason: outcome })
}

describe('an answer to a request of SPID', () => {
  test.each(agidCases)('case %s, %s', (...row) => holds(row))
  test.each(ownCases)('%s: %s', (...row) => holds(row))

  test('every number of the suites has a case', () => {
    const numbers = Array.from({ length: 113 }, (_, at) => at + 1).filter((number) => !givenUp.includes(number))
    const words = ['1-NS', 'xslt', ...Array.from({ length: 8 }, (_, at) => `xsw${at + 1}`)]
    const known = new Set(agidCases.map(([number]) => number))
    expect(known).toEqual(new Set([...numbers.map(String), ...words]))
  })

  test('returns the identity, and until when the assertion could be replayed', () => {
    const samlResponse = answerOf(world)
    const xml = decode(samlResponse)
    const read = (pattern: RegExp) => pattern.exec(xml)?.[1]
    expect(judge(world, samlResponse)).toEqual({
      isGood: true,
      identity: {
        scheme: 'spid',
        taxCode: person.taxCode,
        firstName: person.firstName,
        lastName: person.lastName,
        subject: {
          nameId: read(/NameID [^>]*>([^<]+)</),
          nameQualifier: 'https://idp.example.it',
          sessionIndex: read(/SessionIndex="([^"]+)"/),
        },
        assertionId: read(/<saml:Assertion ID="([^"]+)"/),
        notOnOrAfter: new Date('2026-11-20T10:36:00Z'),
      },
    })
  })

  test('is refused after that instant', () => {
    const samlResponse = answerOf(world)
    const until = new Date('2026-11-20T10:36:00Z')
    expect(judge(world, samlResponse, { now: new Date(until.getTime() - 1) }).isGood).toBe(true)
    expect(judge(world, samlResponse, { now: until })).toMatchObject({ isGood: false, failure: 'expired' })
  })

  test('from a provider other than the request’s is refused, even if valid', () => {
    const request = { ...world.expected.request, idp: 'https://a.example.it' }
    expect(judge(world, answerOf(world), { request })).toMatchObject({ reason: 'the request went to another provider' })
  })

  test('is refused without quoting its content', () => {
    const change = (xml: string) => xml.replace('ErrorCode nr25', 'Call 555')
    expect(JSON.stringify(judge(world, answerOf(world, { error: 'nr25', change })))).not.toContain('555')
  })
})

describe('the keys of a provider', () => {
  const judgeWith = (certificates: readonly string[], key: 'provider' | 'nextKey') =>
    judge(world, answerOf(world, { key }), { idp: { ...world.expected.idp, certificates } })

  test('may be two during a change, in either order', () => {
    const both = world.expected.idp.certificates
    for (const certificates of [both, [...both].reverse()]) {
      expect(judgeWith(certificates, 'provider').isGood).toBe(true)
      expect(judgeWith(certificates, 'nextKey').isGood).toBe(true)
    }
  })

  test('do not include one that is no longer registered', () => {
    const verdict = judgeWith([bare(world.nextKey.certificate)], 'provider')
    expect(verdict).toMatchObject({ isGood: false, reason: 'Response/Signature does not verify' })
    expect(judgeWith([], 'provider')).toEqual(verdict)
  })

  test('are found beside an unreadable certificate', () => {
    expect(judgeWith(['AAAA', bare(world.provider.certificate)], 'provider').isGood).toBe(true)
  })
})

describe('the clock of a provider', () => {
  const seconds = (count: number) => new Date(Date.parse('2026-11-20T10:30:00Z') + count * 1000)
  // The answer was issued at 10:30:00 and ends at 10:35:00; the skew is 60 seconds.
  // biome-ignore format: a table
  test.each([
    ['60 s ahead',          -60, undefined],
    ['61 s ahead',          -61, 'Response/@IssueInstant in the future'],
    ['at its last second',  299, undefined],
    ['59 s over its end',   359, undefined],
    ['60 s over its end',   360, 'Assertion/Subject/SubjectConfirmation/SubjectConfirmationData/@NotOnOrAfter past'],
  ])('%s', (_name, count, reason) => {
    const request = { ...world.expected.request, issuedAt: seconds(-120) }
    const verdict = judge(world, answerOf(world), { request, now: seconds(count) })
    expect(verdict.isGood ? undefined : verdict.reason).toBe(reason)
  })

  test('may show the same second as the request', () => {
    const request = { ...world.expected.request, issuedAt: new Date('2026-11-20T10:30:00.999Z') }
    expect(judge(world, answerOf(world), { request }).isGood).toBe(true)
  })

  test.each([
    ['2026-11-20T10:31:00Z', undefined],
    ['2026-11-20T10:31:01Z', 'Assertion/Conditions/@NotBefore in the future'],
  ])('conditions from %s', (notBefore, reason) => {
    const change = (xml: string) => xml.replace(/NotBefore="[^"]+"/, `NotBefore="${notBefore}"`)
    const verdict = judge(world, answerOf(world, { change }), { now: seconds(0) })
    expect(verdict.isGood ? undefined : verdict.reason).toBe(reason)
  })
})

test('a signature library accepts all eight wrappings', () => {
  for (const [number, , making] of agidCases.filter(([name]) => name.startsWith('xsw'))) {
    const xml = decode(answerOf(world, making))
    const signatures = Array.from(parseStrictly(xml).getElementsByTagNameNS(ns.ds, 'Signature'))
    const verified = signatures.filter((signature) => {
      const signed = new SignedXml({ publicCert: world.provider.certificate })
      signed.loadSignature(signature)
      return childElements(signature).length > 0 && signed.checkSignature(xml)
    })
    expect([number, verified.length]).toEqual([number, 1])
  }
})
