import { PGlite } from '@electric-sql/pglite'
import { beforeAll, expect, test } from 'vitest'
import { makePipelinesAtomic } from './atomic-pipelines.ts'

/** A message of the PostgreSQL protocol: letter, length, body. */
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

test('a query counts as a transaction from its first message to Sync, and is abandoned as a whole', async () => {
  const served = makePipelinesAtomic(engine, () => {})
  const send = (bytes: Uint8Array) => served.execProtocolRawStream(bytes, { onRawData: () => {} })

  await send(message('P', '\0select 1\0\0\0'))
  expect(served.isInTransaction()).toBe(true)
  await send(message('S'))
  expect(served.isInTransaction()).toBe(false)

  // After a failed query the engine ignores messages until Sync: without one the next client would get no answer.
  await send(message('P', '\0selec 1\0\0\0'))
  await served.exec('ROLLBACK')
  expect(served.isInTransaction()).toBe(false)
  expect((await engine.query('select 2 as two')).rows).toEqual([{ two: 2 }])

  await send(message('Q', 'begin\0'))
  expect(served.isInTransaction()).toBe(true)
  await served.exec('ROLLBACK')
  expect(served.isInTransaction()).toBe(false)
})

test('the answers to one query are sent in one piece, while other answers are sent', async () => {
  const served = makePipelinesAtomic(engine, () => {})
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

  // A result larger than the buffer is sent before its end.
  await send(message('P', "\0select repeat('x', 1000) from generate_series(1, 300)\0\0\0"))
  await send(message('B', bind))
  await send(message('E', execute))
  expect(pieces.length).toBeGreaterThan(2)
  await send(message('S'))
  expect(pieces.slice(1).reduce((sum, size) => sum + size)).toBeGreaterThan(300_000)
})

test('a closed engine fails the query, and reports it once', async () => {
  const failures: unknown[] = []
  const served = makePipelinesAtomic(engine, (error) => failures.push(error))
  await engine.close()
  await expect(served.execProtocolRawStream(message('S'), { onRawData: () => {} })).rejects.toThrow()
  expect(failures).toHaveLength(1)
})
