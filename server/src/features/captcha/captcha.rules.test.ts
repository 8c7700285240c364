import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeAnswer, randomAnswer } from './captcha.rules.ts'

test.each([
  ['482913', 'as it is'],
  [' 48 29 13 ', 'with spaces'],
  ['4\u00a08\t2 9\u202f1\n3', 'with spaces of other kinds'],
  ['４８２９１３', 'fullwidth, as East Asian keyboards write'],
  ['٤٨٢٩١٣', 'Arabic-Indic'],
  ['۴۸۲۹۱۳', 'as in Persian and Urdu'],
  ['٤۸２ 913', 'of several scripts'],
  ['\u200f٤٨٢٩١٣\u200e', 'with marks of direction'],
])('%s (%s) is 482913', (typed) => expect(normalizeAnswer(typed)).toBe('482913'))

test.each(['48291', '4829130', 'abc', '482 91', '-482913'])('%s is not', (typed) =>
  expect(normalizeAnswer(typed)).not.toBe('482913'),
)

test('digits of every script are the same digits', () => {
  const written = (digits: number[], zero: number) => digits.map((digit) => String.fromCharCode(zero + digit)).join('')
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(0x30, 0x660, 0x6f0, 0xff10),
      (digits, zero) => {
        expect(normalizeAnswer(written(digits, zero))).toBe(digits.join(''))
      },
    ),
  )
})

test('an answer is six digits, uniformly distributed', () => {
  const answers = Array.from({ length: 5000 }, randomAnswer)
  expect(answers.every((answer) => /^\d{6}$/.test(answer))).toBe(true)
  expect(new Set(answers).size).toBeGreaterThan(4950)
  for (let place = 0; place < 6; place++)
    for (let digit = 0; digit < 10; digit++) {
      const share = answers.filter((answer) => answer[place] === String(digit)).length / answers.length
      expect(share).toBeGreaterThan(0.07)
      expect(share).toBeLessThan(0.13)
    }
})
