import { setTimeout as delay } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type EmbeddedOptions, startEmbedded } from './embedded-engine.ts'
import type { Tables } from './tables.ts'
import { refuseInsideTransaction } from './transaction.ts'

export interface Database {
  /** For code that brings its own SQL (jobs, migrations); it refuses to work inside an open transaction. */
  pool: pg.Pool
  db: Kysely<Tables>
  engine: 'postgres' | 'embedded'
  /** Clears away old versions of rows and learns how values are spread, which a PostgreSQL server does by itself. */
  tidy(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions extends EmbeddedOptions {
  /** A PostgreSQL to use; without one the embedded engine is started in `dataDir`. */
  databaseUrl?: string | undefined
  poolSize?: number | undefined
}

interface Connected {
  connection: pg.PoolConfig
  engine: Database['engine']
  poolSize?: number | undefined
  /** What else ends when the database is closed. */
  stop?: (() => Promise<void>) | undefined
}

const closeTimeoutMillis = 3000

// On the embedded engine these two are not applied: it reads no start-up options and has no timers.
const sessionSettings = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 }

/** Opens the database; nothing is migrated yet. A PostgreSQL that is away shows at the first query. */
export async function openDatabase({ databaseUrl, poolSize, ...embedded }: DatabaseOptions): Promise<Database> {
  if (databaseUrl) return connectDatabase({ connection: postgresConnection(databaseUrl), engine: 'postgres', poolSize })
  const engine = await startEmbedded(embedded)
  return connectDatabase({ connection: engine.connection, engine: 'embedded', poolSize, stop: engine.stop })
}

export const postgresConnection = (databaseUrl: string): pg.PoolConfig => ({
  connectionString: databaseUrl,
  application_name: 'portale',
  keepAlive: true,
  ...sessionSettings,
  // Compiling a statement takes longer than any of ours does; and many ask at once, each of whom one processor serves.
  options: '-c jit=off -c max_parallel_workers_per_gather=0',
})

/** A database over a server that runs already. */
export function connectDatabase({ connection, engine, poolSize = 10, stop }: Connected): Database {
  const pool = refuseInsideTransaction(
    new pg.Pool({ max: poolSize, connectionTimeoutMillis: 5000, types: columnTypes, ...connection }),
  )
  // An idle connection that breaks leaves the pool by itself; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const close = async () => {
    // A query that does not come back must not keep the process from ending.
    await Promise.race([pool.end(), delay(closeTimeoutMillis, undefined, { ref: false })])
    await stop?.()
  }
  let closed: Promise<void> | undefined
  return {
    pool,
    db,
    engine,
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

/** How columns arrive: a date as 'YYYY-MM-DD', an int8 as a number while it is exact, the rest as `pg` has it. */
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
