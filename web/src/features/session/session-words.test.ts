import { expect, test } from 'vitest'

const { noticeOf } = await import('./login-page.tsx')
const { logoOf } = await import('./spid-entrance.tsx')
const { reasonOf } = await import('./refused-page.tsx')
const { shuffled, withReturn } = await import('./spid-entrance.tsx')

test.each([
  ['nr19', 'nr19'],
  ['nr8', 'service'],
  ['nr18', 'service'],
  ['expired', 'expired'],
  ['attributes_missing', 'attributes_missing'],
  ['invalid', 'invalid'],
  ['provider_refused', 'provider_refused'],
  ['nr24', 'unknown'],
  ['constructor', 'unknown'],
  ['<b>', 'unknown'],
  [19, 'unknown'],
  [undefined, 'unknown'],
])('the word %j is shown as %s', (word, reason) => {
  expect(reasonOf(word)).toBe(reason)
})

test.each([
  ['uscita', 'uscita'],
  ['scaduta', 'scaduta'],
  ['altro', undefined],
  [1, undefined],
])('the notice of %j is %s', (word, notice) => {
  expect(noticeOf(word)).toBe(notice)
})

test('shuffling keeps every thing once, and each place is within reach of each', () => {
  const things = ['a', 'b', 'c', 'd']
  expect(shuffled(things).sort()).toEqual(things)
  expect(shuffled(things, () => 0)).toEqual(['b', 'c', 'd', 'a'])
  expect(shuffled(things, () => 0.999)).toEqual(things)
  const first = new Set(Array.from({ length: 200 }, () => shuffled(things)[0]))
  expect([...first].sort()).toEqual(things)
})

test('a logo is there for the names that the package ships, and for no others', () => {
  expect(logoOf('posteid')).toMatch(/posteid/)
  for (const name of ['etnaid', 'constructor', undefined]) expect(logoOf(name)).toBeUndefined()
})

test('the page to come back to is one more parameter of the provider', () => {
  expect(withReturn('/x/login?idp=a', '/casi?id=1')).toBe('/x/login?idp=a&ritorno=%2Fcasi%3Fid%3D1')
  expect(withReturn('/x/login', '/casi')).toBe('/x/login?ritorno=%2Fcasi')
  expect(withReturn('/x/login', undefined)).toBe('/x/login')
})
