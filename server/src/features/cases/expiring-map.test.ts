import { expect, test } from 'vitest'
import { createExpiringMap } from './expiring-map.ts'

test('a value expires; the oldest makes room where there are too many', () => {
  let now = 0
  const map = createExpiringMap<string>({ now: () => new Date(now) })
  map.set('a', 'first', 60_000)
  now = 59_999
  expect(map.get('a')).toBe('first')
  now = 60_000
  expect(map.get('a')).toBeUndefined()
  map.set('a', 'second', 30_000)
  now = 89_999
  expect(map.get('a')).toBe('second')
  now = 90_000
  expect(map.get('a')).toBeUndefined()
  for (let index = 0; index <= 1000; index++) map.set(`list ${index}`, 'long', 60_000)
  expect(map.get('list 0')).toBeUndefined()
  expect(map.get('list 1')).toBe('long')
})
