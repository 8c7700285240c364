import { expect, test } from 'vitest'
import { matching, positionAfter } from './palette-matching.ts'

const entries = ['Casi', 'Non di competenza', 'Possibilità di accesso', "Prendi in carico l'esito"].map((text) => ({
  id: text,
  text,
  onSelect: () => undefined,
}))

test.each([
  ['', 4],
  ['cas', 1],
  ['comp non', 1],
  ['possibilita acc', 1],
  ['esito', 1],
  ['asi', 0],
  ['casi nuovi', 0],
])('%j matches %i entries by the starts of their words', (text, count) => {
  expect(matching(entries, text)).toHaveLength(count)
})

test.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['PageDown', 1, 3, 2],
  ['PageUp', 1, 3, 0],
  ['ArrowDown', 0, 0, undefined],
  ['Enter', 0, 3, undefined],
])('%s at %i of %i leads to %j', (key, at, count, next) => {
  expect(positionAfter(key, at, count)).toBe(next)
})
