import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unaudited } from '#platform/database/transaction.ts'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'
import { createLogger } from '../logger.ts'
import { createCodeList } from './fixtures/code-list-run.ts'
import type { ActiveRun } from './run-definition.ts'
import { createRuns, type Runs } from './runs.ts'

let portal: TestApp
let userId: number
let runs: Runs
beforeAll(async () => {
  portal = await startTestApp()
  userId = await portal.idOf('manager')
  await query('create table run_items (number integer primary key)')
})
afterAll(() => portal.close())
beforeEach(async () => {
  runs = newRuns()
  await query('truncate run_items')
  await query("delete from pgboss.job where name = 'runs.work'")
})

const query = async (statement: string) => (await portal.database.pool.query(statement)).rows
/** The runs of a server; another call is a server that starts again on the same database. */
const newRuns = () => createRuns({ ...portal.services, log: createLogger('silent'), filesHours: 24 })
const jobsSent = async () =>
  (await query("select data from pgboss.job where name = 'runs.work' order by created_on, id")).map(({ data }) => data)

type Count = ActiveRun<number, string>

/** A run of ten steps that inserts a number in each; `watch` sees each step before it is committed. */
function defineCount(
  of: Runs,
  watch: (next: number) => unknown = () => {},
  changes: object = {},
  betweenSteps: (run: Count) => unknown = () => {},
) {
  return of.defineRun<number, string>({
    kind: 'count',
    audit: 'count_made',
    ...changes,
    async work(run) {
      while ((run.progress().position ?? 0) < 10) {
        await run.step(async (tx, { position = 0 }) => {
          if (position >= 10) return undefined
          await sql`insert into run_items values (${position})`.execute(tx)
          await watch(position)
          return { position: position + 1, done: 1 }
        })
        await betweenSteps(run)
      }
      await run.finish(async () => 'all of them')
    },
  })
}
const start = (kind: ReturnType<typeof defineCount>, subject = '') =>
  portal.services.inTransaction(unaudited, (tx) => kind.start(tx, { subject, startedBy: userId, total: 10 }))
const numbers = async () => (await query('select number from run_items order by 1')).map(({ number }) => number)
const tenNumbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

describe('a run in steps', () => {
  test('is started once for a subject; a second start joins it', async () => {
    const kind = defineCount(runs)
    const [first, second] = await Promise.all([start(kind, 'a'), start(kind, 'a')])
    expect(second.run.id).toBe(first.run.id)
    expect([first.isNew, second.isNew].sort()).toEqual([false, true])
    const other = await start(kind, 'b')
    expect(other).toMatchObject({ isNew: true, run: { state: 'running', startedBy: userId, total: 10, done: 0 } })
    expect(await jobsSent()).toEqual([{ runId: first.run.id }, { runId: other.run.id }])
    await runs.work({ runId: first.run.id })
    expect((await start(kind, 'a')).isNew).toBe(true)
    await query('delete from runs')
  })

  test('shows how far it is and when it will have ended', async () => {
    const { clock } = portal
    const kind = defineCount(runs, async (next) => {
      clock.advance(60)
      if (next === 4) throw new Error('killed')
    })
    const { run } = await start(kind)
    const startedAt = clock.now()
    await expect(runs.work({ runId: run.id })).rejects.toThrow('killed')
    expect(await kind.get(run.id)).toMatchObject({ state: 'running', done: 4, total: 10, startedAt })
    // Five minutes for four items: six more take seven and a half.
    expect((await kind.findNewest())?.estimatedEnd).toEqual(new Date(startedAt.getTime() + 12.5 * 60_000))
    await query('delete from runs')
  })

  test('goes on where it was after a crash in the middle, when the next server resumes it', async () => {
    const dying = defineCount(runs, (next) => {
      if (next === 4) throw new Error('killed')
    })
    const { run } = await start(dying)
    await expect(runs.work({ runId: run.id })).rejects.toThrow('killed')
    expect(await numbers()).toEqual([0, 1, 2, 3])
    await query("delete from pgboss.job where name = 'runs.work'")
    const next = newRuns()
    const kind = defineCount(next)
    await next.resume()
    expect(await jobsSent()).toEqual([{ runId: run.id }])
    await next.work({ runId: run.id })
    expect(await numbers()).toEqual(tenNumbers)
    const finishedAt = portal.clock.now()
    expect(await kind.get(run.id)).toMatchObject({ state: 'done', done: 10, outcome: 'all of them', finishedAt })
    await next.resume()
    expect(await jobsSent()).toHaveLength(1)
  })

  test('is carried out once by two attempts at the same time, and not again', async () => {
    const kind = defineCount(runs)
    const { run } = await start(kind)
    await Promise.all([runs.work({ runId: run.id }), runs.work({ runId: run.id })])
    await runs.work({ runId: run.id })
    expect(await numbers()).toEqual(tenNumbers)
    expect(await kind.get(run.id)).toMatchObject({ state: 'done', done: 10 })
  })

  test('pauses when the server stops, and goes on by the job that it sends', async () => {
    const kind = defineCount(runs, (next) => {
      if (next === 2) runs.stop()
    })
    const { run } = await start(kind)
    await runs.work({ runId: run.id })
    expect(await kind.get(run.id)).toMatchObject({ state: 'running', done: 3 })
    expect(await jobsSent()).toEqual([{ runId: run.id }, { runId: run.id }])
    const next = newRuns()
    defineCount(next)
    await next.work({ runId: run.id })
    expect(await numbers()).toEqual(tenNumbers)
  })

  test('ends at its next step once it is cancelled; a kind that cannot be cancelled is refused', async () => {
    const kind = defineCount(runs)
    const { run } = await start(kind)
    await expect(kind.cancel(run.id, unaudited)).rejects.toMatchObject({ code: 'conflict' })
    await runs.work({ runId: run.id })
    const other = newRuns()
    const betweenSteps = async (run: Count) => {
      if (run.progress().done === 5) await cancellable.cancel(run.id, unaudited)
    }
    const cancellable = defineCount(other, () => {}, { isCancellable: true }, betweenSteps)
    const second = (await start(cancellable)).run
    await query('truncate run_items')
    await other.work({ runId: second.id })
    expect(await cancellable.get(second.id)).toMatchObject({ state: 'cancelled', done: 5, outcome: undefined })
    expect(await numbers()).toEqual([0, 1, 2, 3, 4])
    await expect(cancellable.cancel(second.id, unaudited)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('waits, says for what, and goes on from its position; a step ends the wait', async () => {
    let isAway = true
    const seenWaits: number[] = []
    const kind = runs.defineRun<number>({
      kind: 'waiting',
      audit: 'waiting_made',
      async work(run) {
        seenWaits.push(run.waits())
        if (run.progress().position === undefined)
          await run.step(async () => ({ position: 1, done: 1, doneBytes: 100 }))
        if (isAway) await run.wait('file_store', 30)
        await run.step(async () => ({ position: 2, done: 1, doneBytes: 300 }))
        if (seenWaits.length < 4) await run.wait('file_store', 30)
      },
    })
    const { run } = await portal.services.inTransaction(unaudited, (tx) =>
      kind.start(tx, { startedBy: null, total: 2, totalBytes: 400 }),
    )
    await runs.work({ runId: run.id })
    const waiting = { state: 'running', waitingFor: 'file_store', total: 2, totalBytes: 400 }
    expect(await kind.get(run.id)).toMatchObject({ ...waiting, done: 1, doneBytes: 100 })
    await runs.work({ runId: run.id })
    isAway = false
    await runs.work({ runId: run.id })
    expect(await kind.get(run.id)).toMatchObject({ ...waiting, done: 2, doneBytes: 400 })
    await runs.work({ runId: run.id })
    // The third attempt waited for the first time after its step.
    expect(seenWaits).toEqual([0, 1, 2, 1])
    expect(await kind.get(run.id)).toMatchObject({ state: 'done', waitingFor: undefined })
    // Waits within the same half minute are one job that begins later; the three may fall into two.
    const later = await query("select data from pgboss.job where name = 'runs.work' and start_after > now()")
    expect(later.length).toBeLessThanOrEqual(2)
    expect(later[0]).toEqual({ data: { runId: run.id } })
    await query('delete from runs')
  })

  test('waits for a process until one works on it, and again when none says that it still does', async () => {
    let during: unknown
    let again: unknown
    const kind = runs.defineRun<number>({
      kind: 'working',
      audit: 'waiting_made',
      async work(run) {
        during = (await kind.get(run.id)).waitingFor
        const since = new Date(clock.now().getTime() - 24 * 60 * 60 * 1000)
        const places = async () => (await kind.countOf(db, await portal.idOf('manager'), since)).running
        clock.advance(21)
        again = [(await kind.get(run.id)).waitingFor, await places()]
        await runs.tend()
        again = [again, (await kind.get(run.id)).waitingFor, await places()]
      },
    })
    const { clock } = portal
    const { db } = portal.services
    const startedBy = await portal.idOf('manager')
    const { run } = await portal.services.inTransaction(unaudited, (tx) => kind.start(tx, { startedBy }))
    expect(await kind.get(run.id)).toMatchObject({ state: 'running', waitingFor: 'process' })
    await runs.work({ runId: run.id })
    expect(during).toBeUndefined()
    expect(again).toEqual([['process', 0], undefined, 1])
    expect(await kind.get(run.id)).toMatchObject({ state: 'done', waitingFor: undefined })
    await query('delete from runs')
  })

  test('estimates its end by bytes where it counts them', async () => {
    const kind = runs.defineRun<number>({
      kind: 'weighed',
      audit: 'weighed_made',
      async work(run) {
        portal.clock.advance(60)
        await run.step(async () => ({ position: 1, done: 9, doneBytes: 100 }))
        throw new Error('killed')
      },
    })
    const startedAt = portal.clock.now()
    const { run } = await portal.services.inTransaction(unaudited, (tx) =>
      kind.start(tx, { startedBy: null, total: 10, totalBytes: 400 }),
    )
    await expect(runs.work({ runId: run.id })).rejects.toThrow('killed')
    expect((await kind.get(run.id)).estimatedEnd).toEqual(new Date(startedAt.getTime() + 4 * 60_000))
    await query('delete from runs')
  })

  test('fails after its faults, tells the audit log, and goes on when it is tried again', async () => {
    let isBroken = true
    const failed: string[] = []
    const fails = {
      after: 2,
      audit: 'count_failed',
      write: async (_tx: unknown, { subject }: Count) => failed.push(subject),
    }
    const kind = defineCount(
      runs,
      (next) => {
        if (next === 4 && isBroken) throw new Error('broken')
      },
      { fails },
    )
    const { run } = await start(kind, 'a')
    await expect(runs.work({ runId: run.id })).rejects.toThrow('broken')
    await expect(portal.services.inTransaction(unaudited, (tx) => kind.retry(tx, run.id))).rejects.toMatchObject({
      code: 'conflict',
    })
    await runs.work({ runId: run.id })
    expect(await kind.get(run.id)).toMatchObject({ state: 'failed', done: 4 })
    expect(failed).toEqual(['a'])
    isBroken = false
    await portal.services.inTransaction(unaudited, (tx) => kind.retry(tx, run.id))
    await runs.work({ runId: run.id })
    expect(await kind.get(run.id)).toMatchObject({ state: 'done', done: 10 })
    expect(await numbers()).toEqual(tenNumbers)
  })
})

describe('a run with a result file', () => {
  beforeAll(async () => {
    for (let count = 0; count < 3; count++) await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())
  })

  test('gives its owner the file until it expires, and the run goes with the finished ones after that', async () => {
    const list = createCodeList({ ...portal.services, runs })
    const { id } = await list.start(userId)
    expect((await list.start(userId)).id).toBe(id)
    await runs.work({ runId: id })
    const done = await list.get(id, userId)
    const until = new Date(portal.clock.now().getTime() + 24 * 60 * 60 * 1000)
    expect(done).toMatchObject({ state: 'done', done: 3, total: 3, outcome: { rows: 3 }, file: { until } })
    const { name, stream } = await list.open(id, userId)
    expect([name, await text(stream)]).toEqual(['numbers.csv', 'number\n1\n2\n3\n'])
    await expect(list.open(id, userId + 1)).rejects.toMatchObject({ code: 'not_found' })
    portal.clock.set(until)
    await expect(list.open(id, userId)).rejects.toMatchObject({ code: 'not_found' })
    expect((await list.get(id, userId)).file).toBeUndefined()
    portal.clock.advance(1)
    const { retention } = portal.services
    await retention.run('nightly')
    expect(await list.get(id, userId)).toMatchObject({ state: 'done' })
    await retention.run('hourly')
    expect(await query('select from files')).toEqual([])
    await retention.run('nightly')
    await expect(list.get(id, userId)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('begins the file again after a crash, counts it once, and leaves no other file', async () => {
    const list = createCodeList({ ...portal.services, runs })
    const { id } = await list.start(userId)
    const refuse = `create function refuse_file() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`
    const { pool } = portal.database
    await pool.query(refuse)
    await pool.query('create trigger refuse_file before insert on files for each row execute function refuse_file()')
    await expect(runs.work({ runId: id })).rejects.toThrow('killed')
    await pool.query('drop function refuse_file() cascade')
    const before = await query('select from files')
    await Promise.all([runs.work({ runId: id }), runs.work({ runId: id })])
    expect(await list.get(id, userId)).toMatchObject({ state: 'done', done: 3 })
    expect(await query('select from files')).toHaveLength(before.length + 1)
  })

  test('cancelled while its file is made leaves none, and another one can be started', async () => {
    const list = createCodeList({ ...portal.services, runs })
    const { id } = await list.start(userId)
    await list.cancel(id, userId)
    const before = await query('select from files')
    await runs.work({ runId: id })
    expect(await list.get(id, userId)).toMatchObject({ state: 'cancelled', file: undefined })
    expect(await query('select from files')).toHaveLength(before.length)
    expect((await list.start(userId)).id).not.toBe(id)
  })
})
