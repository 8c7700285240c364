import { expect, test } from 'vitest'
import { loadPart, PartError } from './lazy-part.ts'

test('a part that arrives is handed on', async () => {
  expect(await loadPart(async () => ({ Page: 1 }))).toEqual({ Page: 1 })
})

test('a part that a bad line lost is asked for once more', async () => {
  let asked = 0
  const load = async () => {
    if (asked++ === 0) throw new TypeError('Failed to fetch dynamically imported module')
    return { Page: asked }
  }
  expect(await loadPart(load)).toEqual({ Page: 2 })
})

test('a part that is gone is missing, with its cause', async () => {
  const cause = new TypeError('404')
  const error = await loadPart(() => Promise.reject(cause)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PartError)
  expect(error).toMatchObject({ type: 'missing', cause })
})

test('a part that takes longer than its time is late', async () => {
  const never = new Promise(() => undefined)
  expect(await loadPart(() => never, 20).catch((thrown: unknown) => thrown)).toMatchObject({ type: 'timeout' })
})
