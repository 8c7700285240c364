import { expect, test } from 'vitest'
import { readReturn } from './return-path.ts'

test.each([
  '/gestione/operatore/casi/lista',
  '/gestione/operatore/casi/dettaglio?id=12',
  '/gestione/operatore/home/#x',
])('%s is a page of the site', (given) => {
  expect(readReturn(given)).toBe(given)
})

test.each([
  'https://evil.example/',
  '//evil.example/gestione/operatore/home',
  '/\\evil.example',
  '/gestione/operatore/../../x',
  '/gestione/nulla',
  'gestione/operatore/home',
  '',
  7,
  undefined,
  ['/gestione/operatore/home'],
])('%j is none', (given) => {
  expect(readReturn(given)).toBeUndefined()
})
