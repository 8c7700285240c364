import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const path = '/v1/tipologiche/all-dettaglio?lang=it'
const fetchWith = (headers: Record<string, string>) =>
  portal.inject({ method: 'GET', url: `/${portal.services.office.slug}/api${path}`, headers })

test.each([
  ['br', 'gzip, br', (bytes: Buffer) => brotliDecompressSync(bytes)],
  ['gzip', 'gzip;q=0.5, br;q=0', (bytes: Buffer) => gunzipSync(bytes)],
  [undefined, 'identity', (bytes: Buffer) => bytes],
])('the lists are sent as %s to a browser that accepts %s', async (coding, accepted, read) => {
  const reply = await fetchWith({ 'accept-encoding': accepted })
  expect(reply.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, accept-language, cookie',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(reply.headers['content-encoding']).toBe(coding)
  expect(JSON.parse(read(reply.rawPayload).toString())).toMatchObject({ success: true })
})

test('a browser that has the lists gets them again only once they have changed', async () => {
  const first = await fetchWith({})
  const etag = String(first.headers.etag)
  const again = await fetchWith({ 'if-none-match': `W/${etag}` })
  expect([again.statusCode, again.payload]).toEqual([304, ''])

  await portal.database.pool.query(
    `insert into reference_items (list, id, labels) select 'ground', max(id) + 1, '{"it": "Motivo nuovo di prova"}' from reference_items`,
  )
  const changed = await fetchWith({ 'if-none-match': etag })
  expect(changed.statusCode).toBe(200)
  expect(changed.payload).toContain('Motivo nuovo di prova')
})

test('visitors and the office have each their own', async () => {
  const visitor = await fetchWith({})
  const { body } = await manager.raw('GET', path)
  expect(Object.keys(body.result).length).toBeGreaterThan(Object.keys(JSON.parse(visitor.payload).result).length)
  expect((await fetchWith({})).payload).toBe(visitor.payload)
})

test('languages that nobody speaks share the reply of the one that answers them', async () => {
  const inLanguage = async (lang: string) => {
    const url = `/${portal.services.office.slug}/api/v1/tipologiche/canale?lang=${lang}`
    return (await portal.inject({ method: 'GET', url })).statusCode
  }
  expect(await inLanguage('it')).toBe(200)
  await portal.database.pool.query('alter table reference_items rename to items_away')
  // Made from the table, these would fail.
  expect([await inLanguage('zz'), await inLanguage('IT'), await inLanguage('fr')]).toEqual([200, 200, 500])
  await portal.database.pool.query('alter table items_away rename to reference_items')
})

test('calls at the same time wait for one answer, and a failed one is made again', async () => {
  await portal.database.pool.query('update list_version set version = version + 1')
  const replies = await Promise.all([fetchWith({}), fetchWith({}), fetchWith({})])
  expect(new Set(replies.map(({ payload }) => payload)).size).toBe(1)
  await portal.database.pool.query('alter table nations rename to nations_away')
  await portal.database.pool.query('update list_version set version = version + 1')
  expect((await fetchWith({})).statusCode).toBe(500)
  await portal.database.pool.query('alter table nations_away rename to nations')
  expect((await fetchWith({})).statusCode).toBe(200)
})
