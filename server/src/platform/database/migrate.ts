import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

interface Migration {
  name: string
  sql: string
  checksum: string
}

const lockKey = 5_042_026

/**
 * Applies the SQL files of `folder` that the database lacks, in the order of their names, each in its own transaction; a file that builds
 * indexes `concurrently` runs without one. Other processes may serve calls at the same time: none waits long for a lock of a migration. Throws when an applied file was changed, or when the database is newer than the program.
 */
export async function migrate(target: pg.Pool | pg.PoolConfig, folder: string): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder)
  const pool = target instanceof pg.Pool ? target : new pg.Pool({ ...target, max: 1 })
  // An idle connection that breaks is noticed by the next query.
  if (pool !== target) pool.on('error', () => {})
  try {
    return { applied: await withMigrationLock(pool, (client) => applyMissing(client, migrations)) }
  } finally {
    if (pool !== target) await pool.end()
  }
}

/** The names of the SQL files of `folder` that the database lacks: all of them in one that no start has migrated. */
export async function listMissing(pool: pg.Pool, folder: string): Promise<string[]> {
  const names = (await readMigrations(folder)).map(({ name }) => name)
  const { rows } = await pool.query(`select to_regclass('schema_migrations') is not null as "isMigrated"`)
  if (!rows[0].isMigrated) return names
  const applied = await pool.query<{ name: string }>('select name from schema_migrations')
  const known = new Set(applied.rows.map(({ name }) => name))
  return names.filter((name) => !known.has(name))
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) throw new Error(`The migration ${name} is not named NNNN-name.sql.`)
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

// Several nodes may start at once on one PostgreSQL. On the embedded engine all connections share one session and hold the
// lock together; there the lock of the data folder admits only one process.
async function withLock<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  while (!(await tryLock(client))) await delay(200)
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey])
  }
}

/** Runs a change of the schema while no other process runs one. */
export async function withMigrationLock<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await withLock(client, () => work(client))
  } finally {
    client.release()
  }
}

const tryLock = async (client: pg.PoolClient) =>
  (await client.query('select pg_try_advisory_lock($1) as held', [lockKey])).rows[0].held as boolean

async function applyMissing(client: pg.PoolClient, migrations: Migration[]): Promise<string[]> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const migrationsByName = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const row of rows) refuseDifference(row, migrationsByName.get(row.name))
  const appliedNames = new Set(rows.map((row) => row.name))
  const missing = migrations.filter((migration) => !appliedNames.has(migration.name))
  for (const migration of missing) await apply(client, migration)
  return missing.map((migration) => migration.name)
}

function refuseDifference(row: { name: string; checksum: string }, file: Migration | undefined): void {
  if (!file) {
    throw new Error(
      `The database is newer than this program: it has the migration ${row.name}, which this program lacks.`,
    )
  }
  if (file.checksum !== row.checksum) {
    throw new Error(`The migration ${row.name} was changed after it was applied. Restore it and add a new one.`)
  }
}

const [lockTimeout, lockTries, lockPauseMs] = ['2s', 60, 1000]
const isLockTimeout = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  const { name, sql } = migration
  if (/^\s*(begin|start transaction|commit|rollback)\b[^;]*;/im.test(withoutBodies(sql))) {
    throw new Error(`The migration ${name} begins or ends a transaction: it runs in one already.`)
  }
  try {
    const indexes = concurrentIndexes(sql)
    if (indexes) await buildIndexes(client, migration, indexes)
    else await applyInTransaction(client, migration)
  } catch (error) {
    const where = error instanceof pg.DatabaseError ? positionText(sql, error.position) : ''
    throw new Error(`The migration ${name} failed${where}: ${(error as Error).message}`, { cause: error })
  }
}

const applyInTransaction = (client: pg.PoolClient, migration: Migration): Promise<void> =>
  inShortTransaction(client, async () => {
    await client.query(migration.sql)
    await noteApplied(client, migration)
  })

/**
 * Runs a change of the schema in a transaction that waits at most two seconds for a lock, because every call that comes after it
 * waits behind it; then rolls back and tries again, for about two minutes.
 */
export async function inShortTransaction(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    await client.query('begin')
    try {
      await client.query(`set local statement_timeout = 0; set local lock_timeout = '${lockTimeout}'`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      // A lost connection has rolled back already.
      await client.query('rollback').catch(() => {})
      if (!isLockTimeout(error) || tries === lockTries) throw error
      await delay(lockPauseMs * Math.random())
    }
  }
}

const noteApplied = (client: pg.PoolClient, { name, checksum }: Migration) =>
  client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])

interface ConcurrentIndex {
  readonly name: string
  readonly statement: string
}

/** The indexes that a file builds `concurrently`, of which it then consists; undefined for any other file. */
function concurrentIndexes(sql: string): ConcurrentIndex[] | undefined {
  const statements = withoutBodies(sql)
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  if (!statements.some((statement) => /\bconcurrently\b/i.test(statement))) return undefined
  return statements.map((statement) => {
    const [, name] = /^create (?:unique )?index concurrently (\w+)\s/i.exec(statement) ?? []
    if (!name) throw new Error('beside "create index concurrently" it has another statement')
    return { name, statement }
  })
}

/** Builds indexes while others write. One that an earlier start did not finish is built again. */
async function buildIndexes(client: pg.PoolClient, migration: Migration, indexes: readonly ConcurrentIndex[]) {
  await client.query('set statement_timeout = 0')
  try {
    for (const { name, statement } of indexes) {
      await client.query(`drop index concurrently if exists ${name}`)
      await client.query(statement)
    }
    await noteApplied(client, migration)
  } finally {
    await client.query('reset statement_timeout').catch(() => {})
  }
}

// The body of a function may contain `begin … end`.
const withoutBodies = (sql: string) => sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')

function positionText(sql: string, position: string | undefined): string {
  if (!position) return ''
  const before = sql.slice(0, Number(position) - 1).split('\n')
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
