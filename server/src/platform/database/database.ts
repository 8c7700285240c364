import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Tracing } from '../tracing/tracing.ts'
import { type EmbeddedOptions, startEmbedded } from './embedded-engine.ts'
import { createPatience, type Patience } from './patience.ts'
import { type Connections, pipelinedPool } from './pipelined-pool.ts'
import { type Replica, watchReplica } from './replica/replica.ts'
import { codeNames } from './statements/code-names.ts'
import { createPreparedSending, sendingOn } from './statements/prepared-statements.ts'
import type { Tables } from './tables.ts'
import { createInTransaction, type InTransaction, refuseInsideTransaction } from './transaction.ts'

export interface Database {
  /** For code with its own SQL (jobs, migrations); it refuses queries inside an open transaction. */
  pool: pg.Pool
  db: Kysely<Tables>
  engine: 'postgres' | 'embedded'
  /** For what only reads and may take long: on a replica that is near enough, where there is one. */
  reads: Reads
  /** How long its callers wait while it is away. */
  patience: Patience
  /** Vacuums and analyzes the tables, which a PostgreSQL server does by itself. */
  tidy(): Promise<void>
  close(): Promise<void>
}

/** A database for reads alone. */
export interface Reads {
  readonly db: Kysely<Tables>
  /** Transactions of reads. */
  readonly inTransaction: InTransaction
  /** Makes the reads that follow see all that was committed before, wherever they go. */
  catchUp(): Promise<void>
  /** The replica; undefined where there is none, and `db` is that of the leader. */
  readonly replica?: Pick<Replica, 'isUsable' | 'lag' | 'reads'> | undefined
}

/** A copy of the database, for reads. */
interface ReplicaOptions {
  readonly url: string
  /** Seconds by which it may be behind. */
  readonly lagSeconds: number
  readonly log?: Pick<Logger, 'info' | 'warn'> | undefined
}

export interface DatabaseOptions extends EmbeddedOptions {
  /** Address of a PostgreSQL server; without it the embedded engine starts in `dataDir`. */
  databaseUrl?: string | undefined
  /** A replica of that server; without one every read goes there. */
  replica?: ReplicaOptions | undefined
  poolSize?: number | undefined
  /** Seconds that a call waits while it is away. */
  patienceSeconds?: number | undefined
  /** Whether PostgreSQL keeps statements parsed and planned; never on the embedded engine, whose connections share one session. */
  preparesStatements?: boolean | undefined
  /** Whether a pooler stands before PostgreSQL, so that a connection may have another server for each transaction. */
  isPooled?: boolean | undefined
  /** Traces the statements of calls; nothing by default. */
  traceStatement?: Tracing['traceStatement'] | undefined
}

interface Connected {
  connection: pg.PoolConfig
  engine: Database['engine']
  replica?: ReplicaOptions | undefined
  poolSize?: number | undefined
  patienceSeconds?: number | undefined
  preparesStatements?: boolean | undefined
  /** Whether a pooler stands before PostgreSQL, so that a connection may have another server for each transaction. */
  isPooled?: boolean | undefined
  traceStatement?: Tracing['traceStatement'] | undefined
  /** Called after the database is closed. */
  stop?: (() => Promise<void>) | undefined
}

const closeTimeoutMillis = 3000

/**
 * How long a connection may be idle before the pool closes it, and after how long it is probed, so that no firewall between takes it
 * for dead. A new connection knows no table and no statement yet: the first call on it takes several times as long.
 */
const idleTimeoutMillis = 5 * 60_000
const keepAliveMillis = 60_000

// The embedded engine ignores these two: it reads no start-up options and has no timers.
const sessionSettings = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 }

/** After how long a statement without an answer ends its connection: PostgreSQL itself ends it before, unless it is frozen or cut off. */
const silenceMs = 35_000

/** Opens the database without migrating it. An unreachable PostgreSQL is noticed at the first query. */
export async function openDatabase({
  databaseUrl,
  replica,
  poolSize,
  patienceSeconds,
  preparesStatements,
  isPooled,
  traceStatement,
  ...embedded
}: DatabaseOptions): Promise<Database> {
  if (databaseUrl) {
    const connection = postgresConnection(databaseUrl)
    const options = { replica, poolSize, patienceSeconds, preparesStatements, isPooled, traceStatement }
    return connectDatabase({ connection, engine: 'postgres', ...options })
  }
  const { connection, stop } = await startEmbedded(embedded)
  return connectDatabase({ connection, engine: 'embedded', poolSize, traceStatement, stop })
}

export const postgresConnection = (databaseUrl: string): pg.PoolConfig => ({
  connectionString: databaseUrl,
  application_name: 'portale',
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveMillis,
  ...sessionSettings,
  // JIT compilation takes longer than any of our statements, and with many clients each needs only one processor.
  options: '-c jit=off -c max_parallel_workers_per_gather=0',
})

/** Connections to a server; inside a transaction it gives none. */
function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = refuseInsideTransaction(
    new pg.Pool({ connectionTimeoutMillis: 5000, idleTimeoutMillis, types: columnTypes, pipeline: true, ...config }),
  )
  // The pool removes a broken idle connection by itself; without a listener its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Opens the replica of a server. What cannot connect to it within a second reads from the leader. */
function openReplica(leader: pg.Pool, { url, lagSeconds, log }: ReplicaOptions, poolSize: number): Replica {
  const { options, ...connection } = postgresConnection(url)
  const replica = createPool({
    ...connection,
    options: `${options} -c default_transaction_read_only=on`,
    connectionTimeoutMillis: 1000,
    max: poolSize,
  })
  return watchReplica({ leader, replica, lagSeconds, log })
}

/** Connects to a running server. */
export function connectDatabase({
  connection,
  engine,
  replica: replicaOptions,
  poolSize = 10,
  patienceSeconds,
  preparesStatements = false,
  isPooled,
  traceStatement,
  stop,
}: Connected): Database {
  const pool = createPool({ max: poolSize, ...connection })
  const patience = createPatience(patienceSeconds)
  const limit = engine === 'postgres' ? silenceMs : undefined
  // A name of a statement means the same on every connection.
  const sendOn = preparesStatements ? createPreparedSending(limit, isPooled) : sendingOn(limit)
  const kyselyOn = (connections: Connections) =>
    new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: pipelinedPool(connections, { sendOn, patience, traceStatement }) }),
      plugins: [codeNames],
    })
  const db = kyselyOn(pool)
  const replica = replicaOptions && openReplica(pool, replicaOptions, poolSize)
  const readsDb = replica ? kyselyOn(replica) : db
  const close = async () => {
    patience.end()
    // A query that never returns must not keep the process running.
    const ended = Promise.all([replica?.end(), pool.end()])
    await Promise.race([ended, delay(closeTimeoutMillis, undefined, { ref: false })])
    await stop?.()
  }
  let closed: Promise<void> | undefined
  return {
    pool,
    db,
    engine,
    reads: {
      db: readsDb,
      inTransaction: createInTransaction(readsDb, patience),
      catchUp: async () => replica?.catchUp(),
      replica,
    },
    patience,
    tidy: async () => {
      if (engine === 'embedded') await pool.query('vacuum (analyze)')
    },
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

const { builtins, getTypeParser } = pg.types
const dateArray = 1182
const textArray = 1009

/** How columns are read: a date as 'YYYY-MM-DD', an int8 as a number while it is exact, the others as by `pg`. */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (format === 'binary') return getTypeParser(oid, 'binary')
    const type: number = oid
    if (type === builtins.DATE) return (text: string) => text
    if (type === builtins.INT8) return exactNumber
    if (type === dateArray) return getTypeParser(textArray as typeof oid, 'text')
    return getTypeParser(oid, 'text')
  },
}

function exactNumber(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}
