import { describe, expect, test } from 'vitest'
import { type TermKind, termsToFind, termsToIndex } from './search-terms.ts'

const finds = (kind: TermKind, query: string, value: string) => {
  const terms = new Set(termsToIndex(kind, value))
  const groups = termsToFind(kind, query)
  return groups.length > 0 && groups.every((group) => group.some((term) => terms.has(term)))
}

describe('a whole value is found', () => {
  test.each([
    ['email', ' Mario.ROSSI@Example.it', 'mario.rossi@example.it'],
    ['phone', '+39 347 123.4567', '3471234567'],
    ['phone', '0039 06-6779', '06 6779'],
    ['phone', '+33 6 12 34 56 78', '0033612345678'],
    ['phone', '٠٦ ٦٧٧٩', '066779'],
    ['code', 'rssmra80a01 h501u', 'RSSMRA80A01H501U'],
    ['code', 'ＲＳＳＭＲＡ８０Ａ０１Ｈ５０１Ｕ', 'RSSMRA80A01H501U'],
    ['date', ' 1980-01-31 ', '1980-01-31'],
  ] as const)('%s: %s', (kind, query, value) => {
    expect(finds(kind, query, value)).toBe(true)
    expect(finds(kind, value, query)).toBe(true)
  })
})

test.each([
  ['1234567', '+39 333 1234567'],
  ['23 45 67', '3331234567'],
  ['331234567', '+39 333 1234567'],
])('the last digits %s find the telephone number %s', (query, value) => {
  expect(finds('phone', query, value)).toBe(true)
  expect(finds('phone', value, query)).toBe(false)
})

describe('a part or another value is not found', () => {
  test.each([
    ['email', 'rossi@example.it', 'mario.rossi@example.it'],
    ['phone', '347123456', '3471234567'],
    ['phone', '34567', '3471234567'],
    ['phone', '3471234567', '+33 3471234567'],
    ['code', 'RSSMRA80A01H501', 'RSSMRA80A01H501U'],
    ['date', '1980-01-30', '1980-01-31'],
  ] as const)('%s: %s', (kind, query, value) => {
    expect(finds(kind, query, value)).toBe(false)
  })
})

test.each([
  ['email', ' '],
  ['phone', 'n. d.'],
  ['code', ' '],
  ['date', '31/01/1980'],
  ['date', ''],
] as const)('nothing is searched or indexed as %s by "%s"', (kind, text) => {
  expect(termsToFind(kind, text)).toEqual([])
  expect(termsToIndex(kind, text)).toEqual([])
})

test.each(['name', 'words'] as const)('the terms of %s are distinct', (kind) => {
  const terms = termsToIndex(kind, 'Anna Anna Maria Annamaria, anna', 'it')
  expect(new Set(terms).size).toBe(terms.length)
  for (const group of termsToFind(kind, 'Anna Anna Maria')) expect(new Set(group).size).toBe(group.length)
})
