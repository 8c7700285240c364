import { describe, expect, test } from 'vitest'
import type { SessionUser } from './session.store.ts'
import { createSessionCache, type SessionCache } from './session-cache.ts'

const now = new Date('2026-11-20T10:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const user = (id: number, expiresAt = later(1800)) => ({ id, expiresAt }) as SessionUser

/** A cache, and how often it has read from the database. */
function openCache() {
  const cache = createSessionCache()
  cache.open()
  let loads = 0
  const find = (hash: string, found: SessionUser | undefined = user(1), at = now) =>
    cache.find(hash, at, async () => {
      loads += 1
      return found
    })
  return { cache, find, loads: () => loads }
}

describe('a session', () => {
  test('is read once while changes are heard, and always while they are not', async () => {
    const { cache, find, loads } = openCache()
    for (let call = 0; call < 3; call++) expect(await find('a')).toEqual(user(1))
    expect(loads()).toBe(1)
    cache.close()
    for (let call = 0; call < 3; call++) await find('a')
    expect(loads()).toBe(4)
    cache.open()
    await find('a')
    expect(loads()).toBe(5)
  })

  test.each<[string, (cache: SessionCache) => void, number]>([
    ['its user changed', (cache) => cache.forgetUser(1), 2],
    ['another user changed', (cache) => cache.forgetUser(2), 1],
    ['it ended', (cache) => cache.forgetSession('a'), 2],
    ['another one ended', (cache) => cache.forgetSession('b'), 1],
    ['this server changed a user', (cache) => cache.noteCommit(['case', 'user']), 2],
    ['this server changed an association', (cache) => cache.noteCommit(['association']), 2],
    ['this server changed a case', (cache) => cache.noteCommit(['case']), 1],
  ])('after %s is read as often as needed', async (_what, change, expected) => {
    const { cache, find, loads } = openCache()
    await find('a')
    change(cache)
    await find('a')
    expect(loads()).toBe(expected)
  })

  test('that was read while a change came is not kept', async () => {
    const { cache, find, loads } = openCache()
    await cache.find('a', now, async () => {
      cache.forgetUser(7)
      return user(1)
    })
    await find('a')
    expect(loads()).toBe(1)
  })

  test('is read again once it has expired, unless it was prolonged', async () => {
    const { cache, find, loads } = openCache()
    await find('a', user(1, later(10)))
    await find('a', undefined, later(10))
    expect(loads()).toBe(2)
    await find('b', user(1, later(10)))
    cache.prolong('b', later(30))
    expect(await find('b', undefined, later(10))).toEqual(user(1, later(30)))
    expect(loads()).toBe(3)
  })

  test('that does not exist is looked for each time', async () => {
    const { cache, loads } = openCache()
    for (let call = 0; call < 2; call++) expect(await cache.find('x', now, async () => undefined)).toBeUndefined()
    expect(loads()).toBe(0)
  })

  test('is forgotten first when there are more than ten thousand', async () => {
    const { find, loads } = openCache()
    for (let index = 0; index <= 10_000; index++) await find(`s${index}`)
    const before = loads()
    await find('s1')
    expect(loads()).toBe(before)
    await find('s0')
    expect(loads()).toBe(before + 1)
  })
})
