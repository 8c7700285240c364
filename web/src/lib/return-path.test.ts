import { expect, test } from 'vitest'
import { readReturn, returnFor } from './return-path.ts'

test.each([
  ['/gestione/operatore/casi/lista', '/gestione/operatore/casi/lista'],
  ['/gestione/operatore/casi/dettaglio?id=12', '/gestione/operatore/casi/dettaglio'],
  ['/gestione/operatore/home/#x', '/gestione/operatore/home/'],
])('%s is a page of the site', (given, path) => {
  expect(readReturn(given)).toEqual({ path, href: given })
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

const roomOf = (path: string) =>
  (({ '/gestione/operatore/casi/lista': 'cases', '/gestione/operatore/sessioni': 'everybody' }) as const)[path]

test('it is gone on to by roles that may enter its room, and by all where there is none', () => {
  const cases = '/gestione/operatore/casi/lista?stato=1'
  expect(returnFor(cases, 'manager', roomOf)).toBe(cases)
  expect(returnFor(cases, 'associationMember', roomOf)).toBeUndefined()
  expect(returnFor('/gestione/operatore/sessioni', 'associationMember', roomOf)).toBe('/gestione/operatore/sessioni')
  expect(returnFor('/login', 'manager', roomOf)).toBeUndefined()
})
