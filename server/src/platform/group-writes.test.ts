import { expect, test } from 'vitest'
import { groupReads, groupWrites } from './group-writes.ts'

/** A write whose runs end when the test says so; it returns each item in capitals. */
function heldWrites() {
  const written: string[][] = []
  const ends: (() => void)[] = []
  const write = (items: readonly string[]) => {
    written.push([...items])
    return new Promise<string[]>((resolve, reject) =>
      ends.push(() =>
        items.includes('bad') ? reject(new Error('refused')) : resolve(items.map((item) => item.toUpperCase())),
      ),
    )
  }
  const endNext = async () => {
    ends.shift()?.()
    // The next group begins in a later turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { written, write, endNext }
}

test('what comes while a write runs is written together, once, in its order, and each caller gets its own result', async () => {
  const { written, write, endNext } = heldWrites()
  const add = groupWrites(write)
  const all = Promise.all([add('a'), add('b'), add('c'), add('d')])
  expect(written).toEqual([['a']])
  await endNext()
  expect(written).toEqual([['a'], ['b', 'c', 'd']])
  await endNext()
  expect(await all).toEqual(['A', 'B', 'C', 'D'])
  const last = add('e')
  expect(written.at(-1)).toEqual(['e'])
  await endNext()
  expect(await last).toBe('E')
})

test('a caller is answered when its own write is done, not before', async () => {
  const { write, endNext } = heldWrites()
  const add = groupWrites(write)
  const done: string[] = []
  void add('a').then(() => done.push('a'))
  void add('b').then(() => done.push('b'))
  await endNext()
  expect(done).toEqual(['a'])
  await endNext()
  expect(done).toEqual(['a', 'b'])
})

test('what cannot be written fails its own caller alone', async () => {
  const { written, write, endNext } = heldWrites()
  const add = groupWrites(write)
  const results = Promise.allSettled([add('a'), add('b'), add('bad'), add('c')])
  for (let end = 0; end < 5; end++) await endNext()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(written).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']])
})

test('a group has at most a hundred items', async () => {
  const { written, write, endNext } = heldWrites()
  const add = groupWrites(write)
  const all = Promise.all(Array.from({ length: 202 }, (_, index) => add(String(index))))
  for (let end = 0; end < 4; end++) await endNext()
  await all
  expect(written.map(({ length }) => length)).toEqual([1, 100, 100, 1])
})

test('a read answers those who came before it began, and not those who came while it ran', async () => {
  const { written, write, endNext } = heldWrites()
  const read = groupReads(() => write([`${written.length}`]))
  const all = Promise.all([read(), read(), read()])
  await endNext()
  await endNext()
  expect(await all).toEqual([['0'], ['1'], ['1']])
})
