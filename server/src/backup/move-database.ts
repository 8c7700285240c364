import type { PoolClient } from 'pg'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { prepareJobs } from '#platform/job-queues.ts'
import { queues } from '../wiring/queues.ts'
import { compareRows, copyRows } from './move-rows.ts'
import {
  beginMove,
  dropMove,
  finishMove,
  isReady,
  makeReady,
  noteProgress,
  progressOf,
  stateOf,
} from './move-target.ts'
import { type Connection, countOf, listMigrations, listTables, type StoredTable } from './stored-tables.ts'

interface MoveOptions {
  readonly source: Database
  /** PostgreSQL as the owner of the tables. */
  readonly targetUrl: string
  readonly migrations: string
  /** Drops what an earlier move has made, and begins from the start. */
  readonly isAgain: boolean
}

export interface MoveResult {
  /** Sentences for rows that differ; the move is finished only without them. */
  readonly failures: readonly string[]
  readonly tables: number
  readonly rows: number
}

const maxListed = 100
const ownNotes = 'schema_migrations'

/**
 * Moves an office into an empty database of PostgreSQL: makes the tables by the migrations, copies every row in the order of its key
 * while triggers and foreign keys are off, compares every row by its digest, and puts them back. Each batch is a transaction with its
 * place, so that a move that was killed goes on where it was.
 */
export async function moveDatabase({ source, targetUrl, migrations, isAgain }: MoveOptions): Promise<MoveResult> {
  const target = await openDatabase({ databaseUrl: targetUrl, dataDir: '', poolSize: 2 })
  try {
    return await onSessions(source, target, async (from, to) => {
      const state = await stateOf(to)
      if (state.kind === 'foreign')
        throw new Error('The database has tables already: it is not empty, or a move has ended. Nothing was changed.')
      if (isAgain && state.kind === 'moving') await dropMove(to)
      const office = await identityOf(from)
      if (isAgain || state.kind === 'empty') await beginMove(to, office)
      else if (state.source !== office)
        throw new Error('The database has a part of another office: name an empty one, or add --again.')
      if (!(await isReady(to))) await prepareTarget({ from, to, target, migrations })
      return moveAll(from, to)
    })
  } finally {
    await target.close()
  }
}

// Values are compared as text, so both sides must write them alike.
const sessionSettings = [
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
  "timezone = 'UTC'",
  "datestyle = 'ISO'",
  "intervalstyle = 'postgres'",
  "bytea_output = 'hex'",
  'extra_float_digits = 1',
]

async function onSessions<T>(
  source: Database,
  target: Database,
  work: (from: PoolClient, to: PoolClient) => Promise<T>,
): Promise<T> {
  const clients: PoolClient[] = []
  try {
    for (const { pool } of [source, target]) {
      const client = await pool.connect()
      clients.push(client)
      for (const setting of sessionSettings) await client.query(`set ${setting}`)
    }
    const [from, to] = clients as [PoolClient, PoolClient]
    return await work(from, to)
  } finally {
    for (const client of clients) client.release(true)
  }
}

/** What stays the same as long as an office exists: the birth of its first data key. */
async function identityOf(source: Connection): Promise<string> {
  const { rows } = await source.query(
    `select encode(sha256(convert_to(id || ' ' || created_at, 'UTF8')), 'hex') as identity from data_keys order by id limit 1`,
  )
  if (!rows[0]) throw new Error('The database has no data key: it is no office to move.')
  return rows[0].identity
}

interface Sides {
  readonly from: Connection
  readonly to: Connection
  readonly target: Database
  readonly migrations: string
}

/** Makes the tables, the queues and the partitions of the target; may be repeated until it is ready. */
async function prepareTarget({ from, to, target, migrations }: Sides): Promise<void> {
  await migrate(target.pool, migrations)
  await prepareJobs(target.db, queues)
  const [before, after] = await Promise.all([from, to].map(listMigrations))
  if (JSON.stringify(before) !== JSON.stringify(after))
    throw new Error('The office is of another version: start this program on it once, and then move it.')
  await makeMissingPartitions(from, to)
  await makeReady(to)
}

/** The months of the audit log that the source has. */
async function makeMissingPartitions(from: Connection, to: Connection): Promise<void> {
  const { rows } = await from.query(`
    select relname as name, inhparent::regclass::text as parent, pg_get_expr(relpartbound, pg_class.oid) as bound,
      array(select pg_get_triggerdef(pg_trigger.oid, true) from pg_trigger
        where tgrelid = pg_class.oid and tgparentid = 0 and not tgisinternal) as triggers
    from pg_class join pg_inherits on inhrelid = pg_class.oid
    where relispartition and relkind = 'r' and relnamespace = current_schema()::regnamespace`)
  for (const { name, parent, bound, triggers } of rows) {
    const { rows: found } = await to.query('select to_regclass($1) is not null as exists', [name])
    if (found[0].exists) continue
    await to.query(['begin', `create table ${name} partition of ${parent} ${bound}`, ...triggers, 'commit'].join(';\n'))
  }
}

async function moveAll(from: Connection, to: Connection): Promise<MoveResult> {
  const tables = (await listTables(from)).filter(({ name }) => name !== ownNotes)
  for (const table of tables) await copyTable(from, to, table)
  await setSequences(from, to)
  const failures: string[] = []
  for (const table of tables) failures.push(...(await compareRows(from, to, table, maxListed)))
  if (failures.length > 0) return { failures: failures.slice(0, maxListed), tables: tables.length, rows: 0 }
  await finishMove(to)
  await to.query('analyze')
  let rows = 0
  for (const { name } of tables) rows += await countOf(to, name)
  return { failures, tables: tables.length, rows }
}

async function copyTable(from: Connection, to: Connection, table: StoredTable): Promise<void> {
  const { after, isDone } = await progressOf(to, table.name)
  if (isDone) return
  await copyRows(from, to, table, after, (last) => noteProgress(to, table.name, { after: last, isDone: false }))
  await noteProgress(to, table.name, { after: undefined, isDone: true })
  // So that the comparison finds the rows by their keys.
  await to.query(`analyze ${table.name}`)
}

async function setSequences(from: Connection, to: Connection): Promise<void> {
  const { rows } = await from.query(
    `select quote_ident(sequencename) as name, last_value from pg_sequences where schemaname = current_schema() and last_value is not null`,
  )
  for (const { name, last_value: value } of rows) await to.query('select setval($1, $2)', [name, value])
}
