import { setTimeout as delay } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type EmbeddedOptions, startEmbedded } from './embedded-engine.ts'
import { createPatience, type Patience } from './patience.ts'
import { pipelinedPool } from './pipelined-pool.ts'
import { createPreparedSending, sendingOn } from './prepared-statements.ts'
import type { Tables } from './tables.ts'
import { refuseInsideTransaction } from './transaction.ts'

export interface Database {
  /** For code with its own SQL (jobs, migrations); it refuses queries inside an open transaction. */
  pool: pg.Pool
  db: Kysely<Tables>
  engine: 'postgres' | 'embedded'
  /** How long its callers wait while it is away. */
  patience: Patience
  /** Vacuums and analyzes the tables, which a PostgreSQL server does by itself. */
  tidy(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions extends EmbeddedOptions {
  /** Address of a PostgreSQL server; without it the embedded engine starts in `dataDir`. */
  databaseUrl?: string | undefined
  poolSize?: number | undefined
  /** Seconds that a call waits while it is away. */
  patienceSeconds?: number | undefined
  /** Whether PostgreSQL keeps statements parsed and planned; never on the embedded engine, whose connections share one session. */
  preparesStatements?: boolean | undefined
}

interface Connected {
  connection: pg.PoolConfig
  engine: Database['engine']
  poolSize?: number | undefined
  patienceSeconds?: number | undefined
  preparesStatements?: boolean | undefined
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
  poolSize,
  patienceSeconds,
  preparesStatements,
  ...embedded
}: DatabaseOptions): Promise<Database> {
  if (databaseUrl) {
    const connection = postgresConnection(databaseUrl)
    return connectDatabase({ connection, engine: 'postgres', poolSize, patienceSeconds, preparesStatements })
  }
  const engine = await startEmbedded(embedded)
  return connectDatabase({ connection: engine.connection, engine: 'embedded', poolSize, stop: engine.stop })
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

/** Connects to a running server. */
export function connectDatabase({
  connection,
  engine,
  poolSize = 10,
  patienceSeconds,
  preparesStatements = false,
  stop,
}: Connected): Database {
  const pool = refuseInsideTransaction(
    new pg.Pool({
      max: poolSize,
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis,
      types: columnTypes,
      pipeline: true,
      ...connection,
    }),
  )
  // The pool removes a broken idle connection by itself; without a listener its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const patience = createPatience(patienceSeconds)
  const limit = engine === 'postgres' ? silenceMs : undefined
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: pipelinedPool(pool, {
        sendOn: preparesStatements ? createPreparedSending(limit) : sendingOn(limit),
        patience,
      }),
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const close = async () => {
    patience.end()
    // A query that never returns must not keep the process running.
    await Promise.race([pool.end(), delay(closeTimeoutMillis, undefined, { ref: false })])
    await stop?.()
  }
  let closed: Promise<void> | undefined
  return {
    pool,
    db,
    engine,
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
