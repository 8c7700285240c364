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
 * Applies the SQL files of `folder` that the database lacks, in the order of their names, each in its own transaction.
 * Throws when an applied file was changed, or when the database is newer than the program.
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

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  if (/^\s*(begin|start transaction|commit|rollback)\b[^;]*;/im.test(withoutBodies(sql))) {
    throw new Error(`The migration ${name} begins or ends a transaction: it runs in one already.`)
  }
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    // A lost connection has rolled back already.
    await client.query('rollback').catch(() => {})
    const where = error instanceof pg.DatabaseError ? positionText(sql, error.position) : ''
    throw new Error(`The migration ${name} failed${where}: ${(error as Error).message}`, { cause: error })
  }
}

// The body of a function may contain `begin … end`.
const withoutBodies = (sql: string) => sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')

function positionText(sql: string, position: string | undefined): string {
  if (!position) return ''
  const before = sql.slice(0, Number(position) - 1).split('\n')
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
