import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { unaudited } from '#platform/database/transaction.ts'
import { startTestApp, type TestApp } from '../../test/build-app.ts'
import { testDatabase } from '../../test/engines.ts'
import { queues } from '../wiring/queues.ts'
import { prepareJobs } from './job-queues.ts'

/**
 * Lets faked time pass, in steps after which every statement has its answer: `pg` takes a connection for dead whose answer did not come
 * for 35 of these seconds, however short they are.
 */
async function pass(seconds: number, ...portals: readonly TestApp[]): Promise<void> {
  for (let left = seconds; left > 0; left -= 20) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 20) * 1000)
    for (const { database } of portals) await allAnswered(database)
  }
}

const allAnswered = ({ pool }: TestApp['database']) =>
  expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 20_000 }).toBe(0)

test('a timed job runs repeatedly, also after errors, never twice at once, and no more after the stop', async () => {
  const portal = await startTestApp()
  const { jobs } = portal.services
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const passSecond = () => pass(1, portal)
  let runs = 0
  let running = 0
  let peak = 0
  let finish = () => {}
  const run = async () => {
    runs += 1
    running += 1
    peak = Math.max(peak, running)
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    running -= 1
    if (runs === 1) throw new Error('once')
  }
  await jobs.start({ queued: {}, timed: { 'test.often': { seconds: 1, run } } })
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
  expect({ peak, running }).toEqual({ peak: 1, running: 0 })
  for (let second = 0; second < 5; second++) expect(await runsAfterSecond()).toBe(2)
  vi.useRealTimers()
  const { rows } = await portal.database.pool.query(`select name from pgboss.queue where name = 'test.often'`)
  expect(rows).toEqual([])
  await portal.close()
})

test.skipIf(inject('testEngine') === 'embedded')(
  'a job of a process that ended is run by another one, and one that still runs is not',
  async () => {
    const portal = await startTestApp()
    const other = await startTestApp({ beside: portal })
    const [ended, alive] = [portal.services.jobs, other.services.jobs]
    const { pool } = portal.database
    const runs: string[] = []
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const jobOf = (name: string, work: Promise<void>) => ({
      queued: {
        'lists.check': {
          run: async () => {
            runs.push(name)
            await work
          },
        },
      },
      timed: {},
    })
    const agedBy = (seconds: number) =>
      pool.query(
        "update pgboss.job set started_on = now() - make_interval(secs => $1) where name = 'lists.check' and state = 'active'",
        [seconds],
      )
    await ended.start(jobOf('ended', finished))
    await portal.services.inTransaction(unaudited, (tx) => ended.send(tx, 'lists.check', {}))
    await expect.poll(() => runs, { timeout: 10_000 }).toEqual(['ended'])
    await alive.start(jobOf('alive', Promise.resolve()))

    await agedBy(21)
    await ended.tend()
    await alive.tend()
    const { rows } = await pool.query("select state from pgboss.job where name = 'lists.check'")
    expect(rows).toEqual([{ state: 'active' }])

    await agedBy(21)
    await alive.tend()
    await expect.poll(() => runs, { timeout: 10_000 }).toEqual(['ended', 'alive'])
    finish()
    await other.close()
    await portal.close()
  },
)

test.skipIf(inject('testEngine') === 'embedded')(
  'a process that only answers calls sends jobs, and another one works on them',
  async () => {
    const portal = await startTestApp({ env: { JOBS: 'off', DATABASE_URL: 'postgres://database.example/portale' } })
    const other = await startTestApp({ beside: portal })
    const runs: string[] = []
    const jobOf = (name: string) => ({
      queued: { 'lists.check': { every: '* * * * *', run: async () => void runs.push(name) } },
      timed: { 'test.often': { seconds: 1, run: async () => void (runs.includes('timed') || runs.push('timed')) } },
    })
    await portal.services.jobs.start(jobOf('calls'))
    await portal.services.inTransaction(unaudited, (tx) => portal.services.jobs.send(tx, 'lists.check', {}))
    await expect.poll(() => runs, { timeout: 10_000 }).toEqual(['timed'])
    const { rows } = await portal.database.pool.query("select state from pgboss.job where name = 'lists.check'")
    expect(rows).toEqual([{ state: 'created' }])
    await other.services.jobs.start(jobOf('jobs'))
    await expect.poll(() => runs, { timeout: 10_000 }).toContain('jobs')
    expect(runs).not.toContain('calls')
    await other.close()
    await portal.close()
  },
)

test.skipIf(inject('testEngine') === 'embedded')(
  'a scheduled job is sent once for each time, however many servers have its schedule',
  async () => {
    const portal = await startTestApp()
    const other = await startTestApp({ beside: portal })
    const servers = [portal.services.jobs, other.services.jobs]
    const { pool } = portal.database
    const sent = async () => {
      const { rows } = await pool.query("select count(*)::int as jobs from pgboss.job where name = 'lists.check'")
      return rows[0].jobs
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-26T10:20:30Z') })
    onTestFinished(() => void vi.useRealTimers())
    const queued = { 'lists.check': { every: '21,23 11 * * *', run: async () => {} } }
    for (const jobs of servers) await jobs.start({ queued, timed: {} })
    expect(await sent()).toBe(0)
    await pass(31, portal, other)
    await expect.poll(sent, { timeout: 10_000 }).toBe(1)
    await pass(60, portal, other)
    expect(await sent()).toBe(1)
    await pass(60, portal, other)
    await expect.poll(sent, { timeout: 10_000 }).toBe(2)
    for (const jobs of servers) {
      let isStopped = false
      const stopped = jobs.stop().then(() => {
        isStopped = true
      })
      await expect.poll(() => pass(1, portal, other).then(() => isStopped), { timeout: 10_000 }).toBe(true)
      await stopped
    }
    for (const { database } of [portal, other]) await allAnswered(database)
    await vi.advanceTimersByTimeAsync(24 * 3600_000)
    expect(await sent()).toBe(2)
    vi.useRealTimers()
    await other.close()
    await portal.close()
  },
)

test('the queues that a version adds are created, those that it drops are deleted, and changed retries are stored', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  const stored = async () => {
    const { rows } = await database.pool.query(
      "select name, retry_limit from pgboss.queue where name !~ '^__' order by 1",
    )
    return Object.fromEntries(rows.map(({ name, retry_limit: retries }) => [name, { retries }]))
  }
  expect(await stored()).toEqual(queues)
  const next = { ...queues, 'cases.digest': { retries: 7 }, 'test.added': { retries: 1 } }
  await prepareJobs(database.db, next)
  expect(await stored()).toEqual(next)
  await prepareJobs(database.db, queues)
  expect(await stored()).toEqual(queues)
})
