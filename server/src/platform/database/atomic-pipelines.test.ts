import { PGlite } from '@electric-sql/pglite'
import { beforeAll, expect, test } from 'vitest'
import { keepPipelinesWhole } from './whole-pipelines.ts'

/** A message of the PostgreSQL protocol: its letter, its length, its body. */
function message(letter: string, body = ''): Uint8Array {
  const bytes = Buffer.alloc(5 + Buffer.byteLength(body))
  bytes.write(letter)
  bytes.writeInt32BE(4 + Buffer.byteLength(body), 1)
  bytes.write(body, 5)
  return bytes
}

// The last test closes it.
let engine: PGlite
beforeAll(async () => {
  engine = await PGlite.create()
}, 30_000)

test('a query counts as a transaction from its first message to Sync, and is given up whole', async () => {
  const served = keepPipelinesWhole(engine, () => {})
  const send = (bytes: Uint8Array) => served.execProtocolRawStream(bytes, { onRawData: () => {} })

  await send(message('P', '\0select 1\0\0\0'))
  expect(served.isInTransaction()).toBe(true)
  await send(message('S'))
  expect(served.isInTransaction()).toBe(false)

  // A failed query is deaf until its Sync: who gives it up must send that one, or the next client gets no answer.
  await send(message('P', '\0selec 1\0\0\0'))
  await served.exec('ROLLBACK')
  expect(served.isInTransaction()).toBe(false)
  expect((await engine.query('select 2 as two')).rows).toEqual([{ two: 2 }])

  await send(message('Q', 'begin\0'))
  expect(served.isInTransaction()).toBe(true)
  await served.exec('ROLLBACK')
  expect(served.isInTransaction()).toBe(false)
})

test('the answers to one query leave in one piece, whatever else leaves at once', async () => {
  const served = keepPipelinesWhole(engine, () => {})
  const pieces: number[] = []
  const send = (bytes: Uint8Array) =>
    served.execProtocolRawStream(bytes, { onRawData: (data) => pieces.push(data.length) })

  const bind = '\0\0\0\0\0\0\0\0'
  const execute = '\0\0\0\0\0'
  for (const part of [message('P', '\0select 1\0\0\0'), message('B', bind), message('D', 'P\0'), message('E', execute)])
    await send(part)
  expect(pieces).toEqual([])
  await send(message('S'))
  expect(pieces).toHaveLength(1)

  // A result that is larger than what is held back does not wait for its end.
  await send(message('P', "\0select repeat('x', 1000) from generate_series(1, 300)\0\0\0"))
  await send(message('B', bind))
  await send(message('E', execute))
  expect(pieces.length).toBeGreaterThan(2)
  await send(message('S'))
  expect(pieces.slice(1).reduce((sum, size) => sum + size)).toBeGreaterThan(300_000)
})

test('an engine that is closed fails the query, and says so once', async () => {
  const failures: unknown[] = []
  const served = keepPipelinesWhole(engine, (error) => failures.push(error))
  await engine.close()
  await expect(served.execProtocolRawStream(message('S'), { onRawData: () => {} })).rejects.toThrow()
  expect(failures).toHaveLength(1)
})
