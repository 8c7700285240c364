import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.rules.ts'

test.each([
  ['nothing is nothing', null, undefined],
  ['blanks are nothing', ' \n ', undefined],
  ['a short text is whole, on one line', 'Non affittano\n\n a stranieri. ', 'Non affittano a stranieri.'],
  ['a long text ends after a word', 'parola '.repeat(40), `${'parola '.repeat(17).trim()}…`],
  ['a long word is cut', 'a'.repeat(500), `${'a'.repeat(120)}…`],
  ['characters outside the basic plane stay whole', '😀'.repeat(130), `${'😀'.repeat(120)}…`],
])('%s', (_name, text, excerpt) => {
  expect(excerptOf(text)).toBe(excerpt)
})
