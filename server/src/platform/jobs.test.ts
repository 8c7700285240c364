import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from '../../test/build-app.ts'

test('a job by seconds runs again and again, faults or not, never twice at once, and no more once it is stopped', async () => {
  const portal = await startTestApp()
  const { jobs } = portal.services
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const passSecond = () => vi.advanceTimersByTimeAsync(1000)
  let runs = 0
  let running = 0
  let most = 0
  let finish = () => {}
  const run = async () => {
    runs += 1
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    running -= 1
    if (runs === 1) throw new Error('once')
  }
  const page = { 'test.often': { retries: 0, every: '1s', run } }
  await jobs.open(page)
  await jobs.start(page)
  const runsAfterSecond = () => passSecond().then(() => runs)
  await expect.poll(runsAfterSecond, { timeout: 10_000 }).toBe(1)
  for (let second = 0; second < 5; second++) expect(await runsAfterSecond()).toBe(1)
  finish()
  await expect.poll(runsAfterSecond, { timeout: 10_000 }).toBe(2)
  let isStopped = false
  const stopped = jobs.stop().then(() => {
    isStopped = true
  })
  finish()
  await expect.poll(() => passSecond().then(() => isStopped), { timeout: 10_000 }).toBe(true)
  await stopped
  expect({ most, running }).toEqual({ most: 1, running: 0 })
  for (let second = 0; second < 5; second++) expect(await runsAfterSecond()).toBe(2)
  vi.useRealTimers()
  const { rows } = await portal.database.pool.query(`select name from pgboss.queue where name = 'test.often'`)
  expect(rows).toEqual([])
  await portal.close()
})
