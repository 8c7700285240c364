import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clustersOf, directionOf, type Pick, readParagraph, runsOfLine, shownText } from './bidi-runs.ts'

const oneFace: Pick = (text) => [{ face: 0, shown: text, typed: text }]
const shown = (text: string, direction: 'ltr' | 'rtl') =>
  runsOfLine(readParagraph(text, direction), 0, text.length, oneFace).map((run) => `${run.direction} ${shownText(run)}`)

describe('the runs of a line are in visual order, from left to right', () => {
  test.each([
    ['abc def', 'ltr', ['ltr abc def']],
    ['سلام', 'rtl', ['rtl سلام']],
    ['سلام abc سلام', 'rtl', ['rtl  سلام', 'ltr abc', 'rtl سلام ']],
    ['abc سلام def', 'ltr', ['ltr abc ', 'rtl سلام', 'ltr  def']],
    ['سلام 123', 'rtl', ['ltr 123', 'rtl سلام ']],
    ['كود UNAR-2026-000123.', 'rtl', ['rtl .', 'ltr UNAR-2026-000123', 'rtl كود ']],
  ] as const)('%s (%s)', (text, direction, expected) => {
    expect(shown(text, direction)).toEqual(expected)
  })

  test('with brackets mirrored by their direction', () => {
    expect(shown('سلام (نعم)', 'rtl').join('')).toContain(')نعم(')
    expect(shown('abc (def)', 'ltr')).toEqual(['ltr abc (def)'])
  })

  test('with the letters that were typed, and the order in which they are read', () => {
    const text = 'قال Anna (نعم)'
    const runs = runsOfLine(readParagraph(text, 'rtl'), 0, text.length, oneFace)
    const inOrder = runs.toSorted((one, other) => one.order - other.order)
    expect(inOrder.flatMap(({ letters }) => letters.map(({ typed }) => typed)).join('')).toBe(text)
  })

  test('without loss or duplication, for any text', () => {
    const letters = fc.constantFrom('a', 'ب', '1', '١', ' ', '.', '-', '🙁', 'é', 'א')
    const texts = fc.array(letters, { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, fc.constantFrom('ltr' as const, 'rtl' as const), (text, direction) => {
        const runs = runsOfLine(readParagraph(text, direction), 0, text.length, oneFace)
        const of = (value: string) => [...value].sort().join('')
        expect(of(runs.map(shownText).join(''))).toBe(of(text))
      }),
    )
  })
})

test('a grapheme cluster is one character', () => {
  expect(clustersOf('e\u0301👩‍👧🇮🇹').map(({ segment }) => segment)).toEqual(['e\u0301', '👩‍👧', '🇮🇹'])
})

test.each([
  ['Ciao', 'ltr'],
  ['  123 سلام abc', 'rtl'],
  ['(«Ciao» سلام', 'ltr'],
  ['123', 'rtl'],
] as const)('the first letter gives a text its direction: %s', (text, expected) => {
  expect(directionOf(text, 'rtl')).toBe(expected)
})

test('clusters of a long text are those of the whole text, wherever its windows end', () => {
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
  const signs = fc.constantFrom(
    'a',
    'e\u0301',
    '\u0301',
    '\u200d',
    '🇮',
    '🇹',
    '👩',
    '👩‍👧‍👦',
    '👍🏽',
    'क',
    '्',
    'ষ',
    '\r',
    '\n',
    '\ud83d',
    '한',
  )
  const repeated = fc.tuple(signs, fc.integer({ min: 1, max: 600 })).map(([sign, count]) => sign.repeat(count))
  const texts = fc.array(fc.oneof(signs, repeated), { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      const expected = [...segmenter.segment(text)].map(({ segment, index }) => ({ segment, index }))
      expect(clustersOf(text)).toEqual(expected)
    }),
  )
})
