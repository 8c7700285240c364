import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listUntypable } from './characters.ts'
import { lineText } from './wire.ts'

test('lists the path of every text with a forbidden character', () => {
  const input = { filtri: { a: 'x\u0000', b: ['y', '\u009b'], c: 'due\nrighe\t' }, '\u0000': 1, d: '\ud800' }
  expect(listUntypable(input)).toEqual(['filtri.a', 'filtri.b.1', 'd'])
  expect(listUntypable('\u0007')).toEqual([''])
  expect(listUntypable({ a: null, b: 7, c: 'perché 🙁 \u200f' })).toEqual([])
})

test('a line of text contains no line break', () => {
  expect(z.safeParse(lineText, ' Maria\n').data).toBe('Maria')
  for (const text of ['Ma\nria', 'Ma\tria', 'Ma\u0000ria']) expect(z.safeParse(lineText, text).success).toBe(false)
})
