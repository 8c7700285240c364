import { CompiledQuery, type Kysely } from 'kysely'
import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import type { Audit } from './audit/audit.ts'
import type { Tables } from './database/tables.ts'
import type { Db } from './database/transaction.ts'

/** A job by name: what runs, and when it runs by itself. */
export interface Job<T extends object = object> {
  readonly run: (data: T) => Promise<unknown>
  /**
   * Minute schedule in cron form, Europe/Rome; absent for jobs that are only sent. Seconds, as '2s', are a job that every
   * process runs by itself, beside the queue.
   */
  readonly every?: string
  readonly retries: number
}

/** Every job of the server, by name. */
type JobPage = Readonly<Record<string, Job<never>>>

export type Jobs = ReturnType<typeof createJobs>

// Run at once: few enough that a slow mail server keeps them well under the queue's 15 minutes.
const batchSize = 20

/** pg-boss over the server's own connections: rows come back under the names that it gave them. */
const executorOn = (db: Kysely<Tables> | Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const { rows } = await db.withoutPlugins().executeQuery(CompiledQuery.raw(text, values))
    return { rows: rows as never[], rowCount: rows.length }
  },
})

const bossOn = (db: Kysely<Tables>, keepHours = 24) =>
  new PgBoss({
    db: executorOn(db),
    schema: 'pgboss',
    archiveCompletedAfterSeconds: 3600,
    deleteAfterHours: keepHours,
  })

/** Creates the tables of the job queue: part of the migrated template. */
export async function prepareJobs(db: Kysely<Tables>): Promise<void> {
  const boss = bossOn(db)
  await boss.start()
  await boss.stop({ graceful: false, close: false })
}

const secondsOf = ({ every = '' }: Job<never>) => Number(/^([0-9]+)s$/.exec(every)?.[1] ?? 0)
const queuedJobs = (jobs: JobPage) => Object.entries(jobs).filter(([, job]) => secondsOf(job) === 0)
const timedJobs = (jobs: JobPage) => Object.entries(jobs).filter(([, job]) => secondsOf(job) > 0)

/** Runs `work`, which does not throw, with pauses; never twice at once. Gives what ends it, after the run under way. */
function repeat(work: () => Promise<unknown>, pauseSeconds: number): () => Promise<void> {
  let isStopped = false
  let running: Promise<unknown> | undefined
  let timer: NodeJS.Timeout
  const wait = () => {
    if (!isStopped) timer = setTimeout(turn, pauseSeconds * 1000)
  }
  const turn = () => {
    running = work().then(wait)
  }
  wait()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}

interface Options {
  readonly db: Kysely<Tables>
  readonly audit: Audit
  readonly log: Logger
  /** Hours after which a finished job goes. */
  readonly keepHours: number
}

/** Durable jobs in PostgreSQL. Payloads carry ids only, never a person's data. */
export function createJobs({ db, audit, log, keepHours }: Options) {
  const boss = bossOn(db, keepHours)
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  let endTimed: (() => Promise<void>)[] = []
  /** Runs a job; the fault that it ended with, if any. */
  const runJob = (name: string, job: Job<never>, data: object): Promise<Error | undefined> =>
    audit
      .job(name, () => job.run(data as never))
      .then(
        () => undefined,
        (error: Error) => {
          log.warn({ err: error, job: name }, 'job failed')
          return error
        },
      )
  return {
    /**
     * Makes the queues, as the owner of their tables: from then on jobs can be sent, whether anybody works on them yet or
     * not.
     */
    async open(jobs: JobPage, owner: Kysely<Tables> = db) {
      const maker = bossOn(owner)
      for (const [name, { retries }] of queuedJobs(jobs))
        await maker.createQueue(name, { name, retryLimit: retries, retryBackoff: true, retryDelay: 5 })
    },
    /** Begins to work: every job of the page gets its worker and its schedule. */
    async start(jobs: JobPage) {
      await boss.start()
      // What an earlier version ran by itself and nobody works on any more.
      for (const { name } of await boss.getSchedules()) if (!jobs[name]?.every) await boss.unschedule(name)
      endTimed = timedJobs(jobs).map(([name, job]) => repeat(() => runJob(name, job, {}), secondsOf(job)))
      for (const [name, job] of queuedJobs(jobs)) {
        await boss.work(name, { pollingIntervalSeconds: 1, batchSize }, async (batch) => {
          // One that fails is tried again by itself; the others of its batch are done.
          const runOne = async (id: string, data: object) => {
            const error = await runJob(name, job, data)
            if (error) await boss.fail(name, id, { name: error.name })
          }
          await Promise.all(batch.map(({ id, data }) => runOne(id, data as object)))
        })
        if (job.every) await boss.schedule(name, job.every, {}, { tz: 'Europe/Rome' })
      }
    },
    /** Sends a job within the caller's transaction: it exists exactly when the transaction commits. */
    async send(tx: Db, name: string, data: object) {
      const id = await boss.send(name, data, { db: executorOn(tx) })
      if (id === null) throw new Error(`There is no queue for the job ${name}.`)
    },
    async stop() {
      await Promise.all(endTimed.map((end) => end()))
      await boss.stop({ graceful: true, timeout: 5000, close: false, wait: true })
    },
  }
}
