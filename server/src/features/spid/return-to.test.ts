import { describe, expect, test } from 'vitest'
import { returnPath } from './spid.routes.ts'

describe('the page after sign-in', () => {
  test.each([
    ['/gestione/operatore/casi/lista', '/gestione/operatore/casi/lista'],
    ['/gestione/operatore/casi/dettaglio?id=12&view=0', '/gestione/operatore/casi/dettaglio?id=12&view=0'],
    ['/gestione/operatore/casi/lista?parole=Rossi&id_stato=1', '/gestione/operatore/casi/lista?id_stato=1'],
    ['/gestione/operatore/casi/lista#x', '/gestione/operatore/casi/lista'],
  ])('%s becomes %s', (target, path) => {
    expect(returnPath(target)).toBe(path)
  })

  test.each([
    'https://evil.example/',
    '//evil.example/gestione',
    '/\\evil.example',
    '/gestione/nulla',
    '/gestione/operatore/casi/lista\r\nset-cookie: a=b',
    '/login',
    '/error/spid',
    '',
    undefined,
    ['/gestione/operatore/home'],
    `/gestione/operatore/home?${'a=1&'.repeat(100)}`,
  ])('%j is refused', (target) => {
    expect(returnPath(target)).toBeUndefined()
  })
})
