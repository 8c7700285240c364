import { expect, test } from 'vitest'
import { searchHintOf } from './search-hint.ts'

const set = {
  filters: {
    words: { kind: 'text', wire: 'parole', isSealed: true },
    code: { kind: 'text', wire: 'codice' },
  },
} as const

test.each([
  ['ro', 'threeLetters'],
  ['rossi m', 'threeLetters'],
  ['rossi', undefined],
  ['王', undefined],
  ['김', undefined],
  ['さく', undefined],
  ['01234567897', 'wholeValue'],
  ['mario@exa', 'wholeValue'],
  ['RSSMRA80A01', 'wholeValue'],
] as const)('a search for %s that finds nothing says %s', (words, hint) => {
  expect(searchHintOf(set, { words })).toBe(hint)
})

test('a text that is not sealed is found by any part', () => {
  expect(searchHintOf(set, { code: '26' })).toBeUndefined()
})
