import { expect, test } from 'vitest'
import { isOneLetterApart, similarityOf } from './letters.ts'

// biome-ignore format: a table
test.each([
  ['rossi', 'rosi',   true],
  ['rossi', 'rosssi', true],
  ['rossi', 'rissi',  true],
  ['rossi', 'orssi',  true],
  ['rossi', 'rossis', true],
  ['rossi', 'rossi',  false],
  ['rossi', 'russo',  false],
  ['rossi', 'ros',    false],
  ['mario', 'mauro',  false],
  ['abcd',  'badc',   false],
  ['',      'a',      true],
])('%s and %s are one letter apart: %s', (one, other, expected) => {
  expect(isOneLetterApart(one, other)).toBe(expected)
  expect(isOneLetterApart(other, one)).toBe(expected)
})

test.each([
  ['rossi', 'rossi', 1],
  ['rossi', 'russo', 0.6],
  ['', '', 1],
  ['a', '', 0],
])('%s and %s have %d of their letters in common', (one, other, share) => {
  expect(similarityOf(one, other)).toBeCloseTo(share)
})
