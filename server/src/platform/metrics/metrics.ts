import { setTimeout as delay } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { freeMegabytes } from '../disk.ts'
import type { ParserCounts } from '../parsing/parser-pool.ts'
import { type Backlog, readBacklog } from './backlog.store.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** What is measured. */
export interface Measured {
  readonly version: string
  readonly database: Database
  readonly parsers: { counts(): Readonly<Record<string, ParserCounts>> }
  /** Its disk. */
  readonly dataDir: string
}

/** A finished call of the API or of a page. */
export interface MeasuredCall {
  readonly method: string
  /** The path as it is declared, without values; undefined where no path matched. */
  readonly route: string | undefined
  readonly status: number
  readonly milliseconds: number
}

// From a reply out of memory to the limit of a call.
const callBuckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const jobBuckets = [0.01, 0.05, 0.25, 1, 5, 30, 120, 600]
/** A database that is away must not keep the metrics from being read. */
const answerWithinMs = 2000
const megabyte = 2 ** 20

/**
 * The metrics of this process, in the format of Prometheus. Names and labels are those of declarations (routes, queues, parsers), never a
 * value of a call.
 */
export function createMetrics(measured: Measured) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `portale_${name}`, help, labelNames, registers })
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `portale_${name}`, help, labelNames, registers })
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name: `portale_${name}`, help, labelNames, buckets, registers })

  gauge('info', 'Version of the portal and of Node.', ['version', 'node']).set(
    { version: measured.version, node: process.version },
    1,
  )
  const calls = histogram('call_seconds', 'Duration of calls.', ['method', 'route', 'status'], callBuckets)
  const jobs = histogram('job_seconds', 'Duration of jobs.', ['queue', 'outcome'], jobBuckets)
  const beforeScrape = [
    measureDatabase(measured.database, gauge),
    measureParsers(measured.parsers, gauge),
    measureDisk(measured.dataDir, gauge),
  ]
  const readingReads = measureReplica(measured.database, gauge, counter)
  if (readingReads) beforeScrape.push(readingReads)

  return {
    noteCall({ method, route = 'none', status, milliseconds }: MeasuredCall): void {
      calls.observe({ method, route, status }, milliseconds / 1000)
    },
    noteJob(queue: string, outcome: 'done' | 'failed', milliseconds: number): void {
      jobs.observe({ queue, outcome }, milliseconds / 1000)
    },
    contentType: registry.contentType,
    /** The text that Prometheus reads. */
    async text(): Promise<string> {
      await Promise.all(beforeScrape.map((measure) => measure()))
      return registry.metrics()
    },
  }
}

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge
type MakeCounter = (name: string, help: string, labelNames: string[]) => Counter
type Measure = () => Promise<void>

/** The pool, and what waits in the database. */
function measureDatabase({ pool, db }: Database, gauge: MakeGauge): Measure {
  const connections = gauge('database_connections', 'Connections to the database, and calls that wait for one.', [
    'state',
  ])
  const isUp = gauge('database_up', 'Whether the database answers within two seconds.')
  const waiting = {
    mails: gauge('mails_waiting', 'Mails that were not sent yet.'),
    mailsAge: gauge('mails_oldest_seconds', 'Age of the oldest mail that was not sent yet.'),
    audit: gauge('audit_unchained', 'Entries of the audit log that are not in the chain yet.'),
    auditAge: gauge('audit_oldest_seconds', 'Age of the oldest of them.'),
    jobs: gauge('jobs_waiting', 'Jobs whose time has come.', ['queue']),
    mailboxAge: gauge('mailbox_read_seconds', 'Seconds since a mailbox was last read to its end.', ['mailbox']),
    jobsAge: gauge('jobs_oldest_seconds', 'For how long the oldest of them waits.', ['queue']),
  }
  const backlog = (): Promise<Backlog | undefined> =>
    Promise.race([readBacklog(db).catch(() => undefined), delay(answerWithinMs, undefined, { ref: false })])
  return async () => {
    connections.set({ state: 'idle' }, pool.idleCount)
    connections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    connections.set({ state: 'awaited' }, pool.waitingCount)
    const found = await backlog()
    isUp.set(found ? 1 : 0)
    // What was true before is not shown as if it were now.
    for (const one of Object.values(waiting)) one.reset()
    if (!found) return
    waiting.mails.set(found.mails.count)
    waiting.mailsAge.set(found.mails.seconds)
    waiting.audit.set(found.auditEntries.count)
    waiting.auditAge.set(found.auditEntries.seconds)
    for (const { queue: mailbox, seconds } of found.mailboxes) waiting.mailboxAge.set({ mailbox }, seconds)
    for (const { queue, count, seconds } of found.jobs) {
      waiting.jobs.set({ queue }, count)
      waiting.jobsAge.set({ queue }, seconds)
    }
  }
}

/** How far the replica is behind, and how many reads went there; nothing without a replica. */
function measureReplica({ reads }: Database, gauge: MakeGauge, counter: MakeCounter): Measure | undefined {
  const { replica } = reads
  if (!replica) return undefined
  const isUsed = gauge('replica_up', 'Whether reads go to the replica.')
  const lag = gauge('replica_lag_seconds', 'Seconds by which the replica is behind, where it can be reached.')
  const count = counter('reads_total', 'Reads that may go to the replica, by where they went.', ['server'])
  let before = { replica: 0, leader: 0 }
  return async () => {
    const milliseconds = replica.lag()
    isUsed.set(replica.isUsable() ? 1 : 0)
    if (milliseconds === undefined) lag.reset()
    else lag.set(milliseconds / 1000)
    const now = replica.reads()
    count.inc({ server: 'replica' }, now.replica - before.replica)
    count.inc({ server: 'leader' }, now.leader - before.leader)
    before = now
  }
}

/** The processes that read what comes from outside. */
function measureParsers({ counts }: Measured['parsers'], gauge: MakeGauge): Measure {
  const inputs = gauge('parser_inputs', 'Inputs that are parsed or wait for a process.', ['parser', 'state'])
  const outcomes = gauge('parser_outcomes', 'Inputs since the start, by outcome.', ['parser', 'outcome'])
  return async () => {
    for (const [parser, { running, waiting, done, late, overBudget }] of Object.entries(counts())) {
      inputs.set({ parser, state: 'running' }, running)
      inputs.set({ parser, state: 'waiting' }, waiting)
      outcomes.set({ parser, outcome: 'done' }, done)
      outcomes.set({ parser, outcome: 'late' }, late)
      const tooLarge = Object.values(overBudget).reduce((sum, count) => sum + count, 0)
      outcomes.set({ parser, outcome: 'over_budget' }, tooLarge)
    }
  }
}

function measureDisk(dataDir: string, gauge: MakeGauge): Measure {
  const free = gauge('disk_free_bytes', 'Free bytes on the disk of DATA_DIR.')
  return async () => {
    free.set((await freeMegabytes(dataDir).catch(() => 0)) * megabyte)
  }
}
