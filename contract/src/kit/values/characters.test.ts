import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { lineText } from '../wire.ts'
import { cleanLine, cleanText, cleanTexts, isClean } from './characters.ts'

describe('a pasted text', () => {
  test.each([
    ['Prima riga\u000bSeconda riga', 'Prima riga\nSeconda riga', 0],
    ['pagina 1\u000cpagina 2', 'pagina 1\npagina 2', 0],
    ['uno\u0085due\u2028tre\u2029quattro\r\ncinque\rsei', 'uno\ndue\ntre\nquattro\ncinque\nsei', 0],
    ['L\u0092impiegato \u0093non\u0094 \u0096 2 \u0080', 'L’impiegato “non” – 2 €', 0],
    ['Teams\u0008 testo', 'Teams testo', 1],
    ['\u0000a\u007fb\u0081\ud83d\udc00\ud83d c', 'ab\ud83d\udc00 c', 4],
    // Joiners, combining marks and marks of direction are part of words.
    ['می\u200cخواهم \u200fשלום e\u0301 क\u094d\u200dष', 'می\u200cخواهم \u200fשלום e\u0301 क\u094d\u200dष', 0],
    ['perché\tno\n', 'perché\tno\n', 0],
  ])('%j becomes %j, without %d characters', (raw, text, removed) => expect(cleanText(raw)).toEqual({ text, removed }))

  test('of one line has spaces for line breaks and tabs', () => {
    expect(cleanLine('Mario\tRossi\u000bBianchi\u0000')).toEqual({ text: 'Mario Rossi Bianchi', removed: 1 })
    expect(z.parse(lineText, ' Ma\u0085ria\n')).toBe('Ma ria')
  })

  const text = fc.string({
    unit: fc
      .oneof(fc.integer({ min: 0, max: 0x2100 }), fc.integer({ min: 0xd800, max: 0xdfff }))
      .map((code) => String.fromCharCode(code)),
  })

  test('is read twice as it is read once, and can always be kept', () => {
    fc.assert(
      fc.property(text, (raw) => {
        for (const clean of [cleanText, cleanLine]) {
          const once = clean(raw).text
          expect(clean(once)).toEqual({ text: once, removed: 0 })
          expect(isClean(once)).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('loses no character without counting it', () => {
    fc.assert(
      fc.property(text, (raw) => {
        const { text: kept, removed } = cleanText(raw)
        expect(kept.length + removed).toBe(raw.replaceAll('\r\n', '\n').length)
      }),
      { numRuns: 2000 },
    )
  })
})

test('every text in a value is cleaned, at any depth, and a clean value is the same', () => {
  const clean = { a: 'x', b: ['y', { c: 'due\nrighe\t' }], d: 7, e: null }
  expect(cleanTexts(clean)).toBe(clean)
  expect(cleanTexts({ a: 'x\u0000', b: ['\u0092', { c: '\u0008' }], d: 7, e: null })).toEqual({
    ...clean,
    b: ['’', { c: '' }],
  })
})
