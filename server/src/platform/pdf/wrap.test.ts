import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clustersOf } from './bidi-runs.ts'
import { wrap } from './wrap.ts'

/** Each character has the width 1. */
const measure = (part: string) => clustersOf(part).length
const linesOf = (text: string, width: number) => wrap(text, width, measure).map(({ from, to }) => text.slice(from, to))

describe('lines', () => {
  test.each([
    ['uno due tre', 7, ['uno due ', 'tre']],
    ['uno', 7, ['uno']],
    ['', 7, ['']],
    ['uno    due', 5, ['uno    ', 'due']],
    ['precipitevolissimevolmente', 10, ['precipitev', 'olissimevo', 'lmente']],
    ['我是学生，他也是。', 4, ['我是学', '生，他也', '是。']],
    ['他说：“我走了。”', 4, ['他说：', '“我走', '了。”']],
    ['a precipitevole', 10, ['a precipit', 'evole']],
  ])('of %j at %i are broken between words, and inside words longer than a line', (text, width, lines) => {
    expect(linesOf(text, width)).toEqual(lines)
  })

  test('contain the whole text, within the width, without breaking a character', () => {
    const parts = fc.constantFrom('“', '。', 'a', 'bb', ' ', '  ', 'سلام', '👩‍👧', 'e\u0301', 'parolalunghissima')
    const texts = fc.array(parts, { maxLength: 30 }).map((found) => found.join('').trim())
    fc.assert(
      fc.property(texts, fc.integer({ min: 4, max: 20 }), (text, width) => {
        const lines = linesOf(text, width)
        expect(lines.join('')).toBe(text)
        for (const line of lines) expect(measure(line.trimEnd())).toBeLessThanOrEqual(width)
        expect(lines.flatMap((line) => clustersOf(line)).length).toBe(clustersOf(text).length)
      }),
    )
  })

  test('of a text without a space are found without measuring it as a whole', () => {
    const lengths: number[] = []
    const lines = wrap('😀'.repeat(10_000), 50, (part) => {
      lengths.push(part.length)
      return measure(part)
    })
    expect(lines).toHaveLength(200)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(400)
  })
})
