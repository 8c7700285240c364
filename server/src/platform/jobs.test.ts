import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/build-app.ts'

test('a job by seconds runs again and again, faults or not, never twice at once, and no more once it is stopped', async () => {
  const portal = await startTestApp()
  const { jobs } = portal.services
  let runs = 0
  let running = 0
  let most = 0
  const run = async () => {
    runs += 1
    running += 1
    most = Math.max(most, running)
    await delay(1200)
    running -= 1
    if (runs === 1) throw new Error('once')
  }
  const page = { 'test.often': { retries: 0, every: '1s', run } }
  await jobs.open(page)
  await jobs.start(page)
  await expect.poll(() => runs, { timeout: 10_000 }).toBe(2)
  await jobs.stop()
  expect({ most, running }).toEqual({ most: 1, running: 0 })
  await delay(1500)
  expect(runs).toBe(2)
  const { rows } = await portal.database.pool.query(`select name from pgboss.queue where name = 'test.often'`)
  expect(rows).toEqual([])
  await portal.close()
})
