import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { startTestApp } from '../../../test/build-app.ts'

test('a call that comes while the server closes is answered by the API, and its connection ends', async () => {
  const { app, database, close } = await startTestApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(client, 'connect')
  const answers = text(client)
  const call = () => client.write('GET /unar/api/v1/tipologiche/all-dettaglio/it HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const blocker = await database.pool.connect()
  await blocker.query('begin; lock table reference_items in access exclusive mode')
  call()
  await vi.waitFor(async () => {
    const { rows } = await blocker.query(
      "select from pg_locks where not granted and relation = 'reference_items'::regclass",
    )
    expect(rows).toHaveLength(1)
  })
  const closed = close()
  await vi.waitFor(() => expect(app.server.listening).toBe(false))
  call()
  await blocker.query('rollback')
  blocker.release()
  await closed
  const parts = (await answers).split('HTTP/1.1 ').slice(1)
  expect(parts.map((part) => [part.slice(0, 3), /"success":(true|false)/.exec(part)?.[1]])).toEqual([
    ['200', 'true'],
    ['200', 'true'],
  ])
})
