import { setTimeout as delay } from 'node:timers/promises'
import { officeZone } from '@portal/contract'
import { Cron } from 'croner'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import type { Audit } from './audit/audit.ts'
import type { AuditRecorder } from './audit/audit-recorder.ts'
import type { Tables } from './database/tables.ts'
import { answersOf } from './database/together.ts'
import type { Db } from './database/transaction.ts'
import { bossOn, countWaiting, executorOn } from './job-queues.ts'
import type { Tracing } from './tracing/tracing.ts'

/** Handler and schedule of the jobs of one queue. */
export interface QueuedJob<T extends object = object> {
  readonly run: (data: T, audit: AuditRecorder) => Promise<unknown>
  /** Cron schedule in the office's time zone; absent for jobs that are only sent. */
  readonly every?: string
  /**
   * For jobs that take long: how many run at the same time in one process, each by itself. Without it jobs run in batches, and the
   * longest job of a batch delays the next batch.
   */
  readonly atOnce?: number
}

/** A job that each process runs at an interval, without a queue. */
export interface TimedJob {
  readonly seconds: number
  readonly run: () => Promise<unknown>
}

/** The jobs of the server, by name. */
export interface JobTable {
  readonly queued: Readonly<Record<string, QueuedJob<never>>>
  readonly timed: Readonly<Record<string, TimedJob>>
}

export type Jobs = ReturnType<typeof createJobs>

// Few enough that even with a slow mail server a batch stays well under the queue's limit of 15 minutes.
const batchSize = 20

/**
 * Runs `work`, which must not throw, with pauses and never twice at once. Returns a function that stops it after the
 * current run.
 */
function repeat(work: () => Promise<unknown>, pauseSeconds: number): () => Promise<void> {
  let isStopped = false
  let running: Promise<unknown> | undefined
  let timer: NodeJS.Timeout
  const wait = () => {
    if (!isStopped) timer = setTimeout(run, pauseSeconds * 1000)
  }
  const run = () => {
    running = work().then(wait)
  }
  wait()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}

interface Workers {
  /** Jobs that run by themselves at the same time; undefined for batches. */
  readonly atOnce: number | undefined
  /** Returns the error of a job, if any. */
  readonly run: (data: object) => Promise<Error | undefined>
  /** Ids of the jobs that this process runs. */
  readonly active: Set<string>
}

/** How often a worker looks for jobs by itself: those that wait are found by `startBell`. */
const pollingIntervalSeconds = 30

/** Starts as many workers as jobs run by themselves at the same time, else one for batches; returns their ids. */
async function startWorkers(boss: PgBoss, name: string, { atOnce, run, active }: Workers): Promise<readonly string[]> {
  // One that fails is tried again by itself; the others of its batch are done.
  const runOne = async (id: string, data: object) => {
    const error = await run(data)
    if (error) await boss.fail(name, id, { name: error.name })
  }
  const options = { pollingIntervalSeconds, batchSize: atOnce ? 1 : batchSize }
  const ids: string[] = []
  for (let worker = 0; worker < (atOnce ?? 1); worker++) {
    const id = await boss.work(name, options, async (batch) => {
      for (const { id } of batch) active.add(id)
      try {
        await Promise.all(batch.map(({ id, data }) => runOne(id, data as object)))
      } finally {
        // A job stays active until its whole batch has ended.
        for (const { id } of batch) active.delete(id)
      }
    })
    ids.push(id)
  }
  return ids
}

/** Wakes the workers of the queues that have jobs, each second, by one statement: pg-boss would ask for each queue. Returns its end. */
function startBell(
  { db, log }: Pick<Options, 'db' | 'log'>,
  boss: PgBoss,
  workers: ReadonlyMap<string, readonly string[]>,
) {
  const ring = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from pgboss.job where state < 'active' and start_after < now() group by name`.execute(db)
    for (const id of rows.flatMap(({ name }) => workers.get(name) ?? [])) boss.notifyWorker(id)
  }
  return repeat(() => ring().catch((error) => log.error({ err: error }, 'job queue')), 1)
}

/**
 * Seconds after which a job whose process no longer says that it runs is given to another one: `tend` says it every five seconds, and
 * an active job has no other mark of its process than the time at which it was last started.
 */
const lostSeconds = 20

/** Says that these jobs still run. */
const prolongJobs = (db: Kysely<Tables>, ids: readonly string[]) =>
  sql`update pgboss.job set started_on = now() where state = 'active' and id = any(${ids}::uuid[])`.execute(db)

/** Gives the jobs of processes that ended to the others, at once, as one of their tries; returns the queues of these jobs. */
async function recoverJobs(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now()
    where state = 'active' and started_on < now() - make_interval(secs => ${lostSeconds}) and retry_count < retry_limit
    returning name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * How long a key is unique: at most the hour after which pg-boss archives a job, and no whole minutes, so that no time of a schedule is at
 * the edge of such a span.
 */
const uniqueSeconds = 3599

/**
 * Sends a job at each time of its schedule, once however many processes do so. One scheduler runs: that of pg-boss is off, since its
 * `cron-parser` reads every schedule twice a minute on the main thread, in 40 to 90 ms each with a time zone on a busy machine, where
 * croner takes 1 ms once for each time. A time that passes while no server runs is left out.
 */
const startSchedule = (boss: PgBoss, name: string, every: string, log: Logger) =>
  new Cron(
    every,
    {
      timezone: officeZone,
      unref: true,
      catch: (error) => log.error({ err: error, job: name }, 'a scheduled job could not be sent'),
    },
    async (cron: Cron) => {
      const minute = cron.currentRun()?.toISOString().slice(0, 16) ?? ''
      await boss.send(name, {}, { singletonKey: minute, singletonSeconds: uniqueSeconds })
    },
  )

interface Options {
  readonly db: Kysely<Tables>
  readonly audit: Audit
  readonly log: Logger
  /** Hours after which a finished job is deleted. */
  readonly keepHours: number
  /** False in a process that only sends jobs. */
  readonly worksOnJobs?: boolean
  /** Traces the work of a queued job; nothing by default. */
  readonly traceJob?: Tracing['traceJob'] | undefined
  /** Called when a job has ended. */
  readonly noteJob?: ((name: string, outcome: 'done' | 'failed', milliseconds: number) => void) | undefined
}

/** Durable jobs in PostgreSQL. Payloads carry ids only, never a person's data. */
export function createJobs({
  db,
  audit,
  log,
  keepHours,
  worksOnJobs = true,
  noteJob,
  traceJob = (_name, work) => work(),
}: Options) {
  const { executor, waiting } = countWaiting(executorOn(db))
  const boss = bossOn(executor, keepHours)
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  let stopTimed: (() => Promise<void>)[] = []
  const active = new Set<string>()
  /** Milliseconds of the process clock at which `tend` last reached the database. */
  let tendedAt = performance.now()
  const schedules: Cron[] = []
  /** Ids of the workers of each queue. */
  const workers = new Map<string, readonly string[]>()
  /** Runs a job; returns its error, if any. */
  async function runJob(
    name: string,
    job: { run: (data: never, audit: AuditRecorder) => Promise<unknown> },
    data: object,
  ): Promise<Error | undefined> {
    const startedAt = performance.now()
    const end = (error?: Error) => {
      noteJob?.(name, error ? 'failed' : 'done', performance.now() - startedAt)
      if (error) log.warn({ err: error, job: name }, 'job failed')
      return error
    }
    // The queue of a job has the data that its `send` took.
    return audit.job(name, (recorder) => job.run(data as never, recorder)).then(() => end(), end)
  }

  /** Sends jobs, of which there may be none, together with other statements of the transaction, which run before. */
  async function sendAfter(tx: Db, before: readonly CompiledQuery[], name: string, ...data: readonly object[]) {
    if (data.length === 0) {
      await answersOf(tx, before)
      return
    }
    let inserted = 0
    const executeSql = async (text: string, values: unknown[] = []) => {
      const answers = await answersOf(tx, [...before, CompiledQuery.raw(text, values)])
      inserted = Number(answers.at(-1)?.numAffectedRows ?? 0)
      return { rows: [] }
    }
    const jobs = data.map((each) => ({ name, data: each }))
    await boss.insert(jobs, { db: { executeSql } })
    // pg-boss ignores jobs without a queue.
    if (inserted < data.length) throw new Error(`There is no queue for the job ${name}.`)
  }

  /** Prolongs the jobs of this process, and gives those of processes that ended to others. */
  async function tend(): Promise<void> {
    const wasAway = performance.now() - tendedAt > (lostSeconds * 1000) / 2
    if (active.size > 0) await prolongJobs(db, [...active])
    tendedAt = performance.now()
    // After a pause of the database the other processes prolong their jobs first.
    if (wasAway) return
    const recovered = await recoverJobs(db)
    if (recovered.length > 0) log.warn({ jobs: recovered }, 'jobs of a process that ended are run again')
  }

  return {
    tend,
    /** Starts the timed jobs, and a worker and the schedule of each queue where this process works on queues. */
    async start({ queued, timed }: JobTable) {
      await boss.start()
      stopTimed = Object.entries(timed).map(([name, job]) => repeat(() => runJob(name, job, {}), job.seconds))
      if (!worksOnJobs) return
      for (const [name, job] of Object.entries(queued)) {
        const run = (data: object) => traceJob(name, () => runJob(name, job, data))
        workers.set(name, await startWorkers(boss, name, { atOnce: job.atOnce, run, active }))
        if (job.every) schedules.push(startSchedule(boss, name, job.every, log))
      }
      stopTimed.push(startBell({ db, log }, boss, workers))
    },
    /** Sends a job for each of `data` in the caller's transaction: they exist only if the transaction commits. */
    send: (tx: Db, name: string, ...data: readonly object[]) => sendAfter(tx, [], name, ...data),
    sendAfter,
    /** Sends a job that runs after some seconds; several of one key within these seconds are one job. */
    async sendLater(tx: Db, name: string, data: object, { seconds, key }: { seconds: number; key: string }) {
      const once = { startAfter: seconds, singletonKey: key, singletonSeconds: seconds }
      await boss.send(name, data, { db: executorOn(tx), ...once })
    },
    /** Waits for the jobs that run, at most five seconds: those that take longer are tried again by another process. */
    async stop() {
      for (const schedule of schedules) schedule.stop()
      await Promise.all(stopTimed.map((end) => end()))
      for (const id of [...workers.values()].flat()) await boss.offWork({ id })
      // A graceful stop of pg-boss looks every half second, and not before the first second, whether its workers have ended.
      const end = performance.now() + 5000
      do await delay(20)
      while (performance.now() < end && (active.size > 0 || waiting.count > 0))
      await boss.stop({ graceful: false, close: false })
    },
  }
}
