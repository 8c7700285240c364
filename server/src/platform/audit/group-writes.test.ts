import { expect, test } from 'vitest'
import { groupWrites } from './group-writes.ts'

/** A write whose runs end when the test says so. */
function heldWrites() {
  const written: string[][] = []
  const ends: (() => void)[] = []
  const write = (items: readonly string[]) => {
    written.push([...items])
    return new Promise<void>((resolve, reject) =>
      ends.push(() => (items.includes('bad') ? reject(new Error('refused')) : resolve())),
    )
  }
  const endNext = async () => {
    ends.shift()?.()
    // The next group begins in a later turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { written, write, endNext }
}

test('what comes while a write runs is written together, once, in its order', async () => {
  const { written, write, endNext } = heldWrites()
  const add = groupWrites(write)
  const all = Promise.all([add(['a']), add(['b', 'c']), add(['d'])])
  expect(written).toEqual([['a']])
  await endNext()
  expect(written).toEqual([['a'], ['b', 'c', 'd']])
  await endNext()
  await all
  const last = add(['e'])
  expect(written.at(-1)).toEqual(['e'])
  await endNext()
  await last
})

test('a caller is answered when its own write is done, not before', async () => {
  const { write, endNext } = heldWrites()
  const add = groupWrites(write)
  const done: string[] = []
  void add(['a']).then(() => done.push('a'))
  void add(['b']).then(() => done.push('b'))
  await endNext()
  expect(done).toEqual(['a'])
  await endNext()
  expect(done).toEqual(['a', 'b'])
})

test('what cannot be written fails its own caller alone', async () => {
  const { written, write, endNext } = heldWrites()
  const add = groupWrites(write)
  const results = Promise.allSettled([add(['a']), add(['b']), add(['bad']), add(['c'])])
  for (let end = 0; end < 5; end++) await endNext()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(written).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']])
})
