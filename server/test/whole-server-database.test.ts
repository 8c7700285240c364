import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findPostgresBinaries } from './postgres-server.ts'
import { clientOf, listedCodes } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'
import { isLongSeries } from './series.ts'
import { type StoppablePostgres, startStoppablePostgres } from './stoppable-postgres.ts'

const isMissing = !process.env.CI && findPostgresBinaries() === undefined
const unavailable = { status: 503, body: { success: false, errorCode: 'servizio_non_disponibile' } }

describe.skipIf(isMissing)('a server whose PostgreSQL stops', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let postgres: StoppablePostgres
  beforeAll(async () => {
    const started = await startStoppablePostgres()
    if (!started) throw new Error('PostgreSQL is not installed.')
    postgres = started
    folder = await temporaryFolder()
  })
  afterAll(async () => {
    await postgres.remove()
    await folder.remove()
  })
  afterEach(() => postgres.comeBack())
  const countMails = async () => (await readdir(join(folder.path, 'outbox')).catch(() => [])).length
  const spawn = () =>
    spawnServer({
      dataDir: folder.path,
      // Every report of this file has the same address.
      env: {
        DATABASE_URL: postgres.url,
        DATABASE_WAIT: '1',
        DATABASE_PATIENCE: '1',
        AUTH_MOCK: 'on',
        MAILS_PER_HOUR: '1000',
      },
    })

  test('answers 503 in the envelope during the outage, and recovers by itself', { timeout: 90_000 }, async () => {
    const server = spawn()
    const client = clientOf(await server.ready)
    const { body } = await client.submit()
    await postgres.goAway()
    expect(await client.call('GET', '/health/ready')).toMatchObject(unavailable)
    expect((await client.call('GET', '/health/live')).status).toBe(200)
    const refused = await client.submit()
    expect(refused).toMatchObject(unavailable)
    expect(refused.body.result.descrizione).toEqual(expect.any(String))
    expect(await client.call('GET', '/v1/mock')).toMatchObject(unavailable)
    // Its jobs fail every second, which is also the queue's polling interval.
    await expect.poll(() => server.stdout().split('"msg":"job failed"').length, { timeout: 20_000 }).toBeGreaterThan(4)
    await postgres.comeBack()
    await expect.poll(async () => (await client.call('GET', '/health/ready')).status, { timeout: 10_000 }).toBe(200)
    const next = await client.submit()
    expect(next.status).toBe(200)
    expect((await listedCodes(client)).sort()).toEqual([body.result.codice, next.body.result.codice].sort())
    expect(await server.stop()).toBe(0)
  })

  const [rounds, mails] = isLongSeries ? [3, 50] : [2, 25]

  test('survives an outage while it sends mails', { timeout: 90_000 }, async () => {
    const server = spawn()
    const client = clientOf(await server.ready)
    let sent = await countMails()
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(Array.from({ length: mails }, () => client.submit()))
      expect(answers.map(({ status }) => status)).toEqual(Array(mails).fill(200))
      const enough = sent + mails / 5
      await expect.poll(countMails, { interval: 5, timeout: 20_000 }).toBeGreaterThan(enough)
      await postgres.goAway()
      await expect.poll(async () => (await client.call('GET', '/health/ready')).status, { timeout: 10_000 }).toBe(503)
      sent = await countMails()
      await postgres.comeBack()
      await expect.poll(async () => (await client.call('GET', '/health/ready')).status, { timeout: 10_000 }).toBe(200)
    }
    expect({ end: await server.stop(), stderr: server.stderr() }).toEqual({ end: 0, stderr: '' })
  })

  test('stops in time and with code 0 during the outage', async () => {
    const server = spawn()
    await server.ready
    await postgres.goAway()
    expect({ end: await server.stop(), stderr: server.stderr() }).toEqual({ end: 0, stderr: '' })
  })

  test('does not start without PostgreSQL, and says so in a sentence', async () => {
    await postgres.goAway()
    const server = spawn()
    expect(await server.ended).toBe(1)
    expect(server.stderr()).toMatch(/DATABASE_URL/)
  })
})
