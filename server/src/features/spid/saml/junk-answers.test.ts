import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerOf, decode, encode, judge, makeSpidWorld, type SpidWorld } from '../../../../test/spid-world.ts'
import { claimedRequest, decodeAnswer, readAnswer } from './read-response.ts'

let world: SpidWorld
let good: { readonly xml: string; readonly identity: unknown }
beforeAll(async () => {
  world = await makeSpidWorld()
  const samlResponse = answerOf(world)
  const verdict = judge(world, samlResponse)
  good = { xml: decode(samlResponse), identity: verdict.isGood && verdict.identity }
})

const nothing = {
  responseId: undefined,
  responseIssuedAt: undefined,
  responseIssuer: undefined,
  inResponseTo: undefined,
  assertionId: undefined,
  subject: undefined,
}

/** Expects a refusal or the unchanged identity: the change then had no meaning. */
function holds(bytes: Buffer) {
  const verdict = judge(world, bytes.toString('base64'))
  if (verdict.isGood) expect(verdict.identity).toEqual(good.identity)
  else expect(verdict.failure).toBe('invalid')
}

describe('a tampered answer', () => {
  test('one byte changed: it is refused or keeps its identity', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (where, difference) => {
        const bytes = Buffer.from(good.xml)
        const at = where % bytes.length
        bytes.writeUInt8(((bytes[at] ?? 0) + difference) % 256, at)
        holds(bytes)
      }),
      { numRuns: 200 },
    )
  }, 60_000)

  test('a piece moved or duplicated: it is refused or keeps its identity', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), fc.boolean(), (from, length, to, isMoved) => {
        const bytes = Buffer.from(good.xml)
        const start = from % bytes.length
        const end = start + 1 + (length % 400)
        const rest = isMoved ? Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]) : bytes
        const at = to % rest.length
        holds(Buffer.concat([rest.subarray(0, at), bytes.subarray(start, end), rest.subarray(at)]))
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  test('two elements swapped, or one duplicated: it is refused or keeps its identity', () => {
    const elements = [...good.xml.matchAll(/<(saml:(?:Attribute|Issuer|NameID|Audience|Conditions)\b).*?<\/\1>/gs)]
    expect(elements.length).toBeGreaterThan(7)
    for (const [first] of elements)
      for (const [second] of elements)
        if (first !== second) {
          holds(Buffer.from(good.xml.replace(first, () => second)))
          holds(Buffer.from(good.xml.replace(first, () => first + second)))
        }
  }, 60_000)
})

describe('junk', () => {
  test.each([
    ['nothing', ''],
    ['no base64', 'not base64!'],
    ['base64 for addresses', encode('<a>???>>></a>').replaceAll('/', '_').replaceAll('+', '-').replace(/=+$/, '')],
    ['spaces between', `${encode('<a/>').slice(0, 4)} ${encode('<a/>').slice(4)}`],
    ['bits after the last byte', 'PGEvPh=='],
    ['no UTF-8', Buffer.from([0x3c, 0x61, 0xff, 0x2f, 0x3e]).toString('base64')],
    ['more than 64 kB', encode(`<a>${'x'.repeat(64 * 1024)}</a>`)],
  ])('%s is not decoded', (_name, samlResponse) => {
    expect(decodeAnswer(samlResponse)).toBeUndefined()
  })

  test('line breaks in base64 are allowed', () => {
    const wrapped = (encode(good.xml).match(/.{1,76}/g) ?? []).join('\r\n')
    expect(decodeAnswer(wrapped)).toBe(good.xml)
    expect(judge(world, wrapped).isGood).toBe(true)
  })

  test('of any kind has no facts, and throws nothing', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'<>/&;"\'=!-[]?ax: ') }),
    )
    fc.assert(
      fc.property(anything, (text) => {
        expect(readFacts(text)).toEqual(nothing)
        expect(judge(world, encode(text)).isGood).toBe(false)
      }),
      { numRuns: 2000 },
    )
  }, 60_000)

  test('cut from an answer throws nothing', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (from, length) => {
        const start = from % good.xml.length
        const xml = good.xml.slice(0, start) + good.xml.slice(start + (length % 200))
        expect(Object.keys(readFacts(xml))).toEqual(Object.keys(nothing))
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  test('of too many elements or attributes is refused before parsing', () => {
    const names = Array.from({ length: 3000 }, (_, at) => `a${at.toString(36)}`)
    const wide = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ${names.map((name) => `${name}=""`).join(' ')}/>`
    const many = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${'<a/>'.repeat(501)}</samlp:Response>`
    expect(judge(world, encode(wide))).toMatchObject({ reason: 'XML: A tag is too long.' })
    expect(judge(world, encode(many))).toMatchObject({ reason: expect.stringContaining('too many elements') })
  })
})

const readFacts = (xml: string) => readAnswer({ xml }).facts

test('the claimed request of an answer is found without parsing', () => {
  expect(claimedRequest(good.xml)).toBe(world.expected.request.id)
  expect(claimedRequest('<a/>')).toBeUndefined()
  expect(claimedRequest(`<a InResponseTo="${'x'.repeat(101)}"/>`)).toBeUndefined()
})

describe('the facts of an answer', () => {
  const read = (pattern: RegExp) => pattern.exec(good.xml)?.[1]

  test('are read before verification', () => {
    const { request, idp } = world.expected
    expect(readFacts(good.xml)).toEqual({
      responseId: read(/Response [^>]*\bID="([^"]+)"/),
      responseIssuedAt: '2026-11-20T10:30:00Z',
      responseIssuer: idp.entityId,
      inResponseTo: request.id,
      assertionId: read(/Assertion [^>]*\bID="([^"]+)"/),
      subject: [idp.entityId, read(/NameID [^>]*>([^<]+)</)],
    })
  })

  test('are as complete as the answer', () => {
    const { responseIssuer, ...rest } = readFacts(decode(answerOf(world, { error: 'nr22' })))
    expect(responseIssuer).toBe(world.expected.idp.entityId)
    expect(rest).toMatchObject({ inResponseTo: world.expected.request.id, assertionId: undefined, subject: undefined })
    expect(readFacts('<a/>')).toEqual(nothing)
  })
})
