import type { Connection } from './stored-tables.ts'

/** The schema in which the target notes a move in progress; its presence lets a killed move go on. */
const schema = 'portale_move'

/** What the target knows of a move. */
export interface TargetState {
  /** `foreign` has tables that no move made. */
  readonly kind: 'empty' | 'moving' | 'foreign'
  /** The identity of the office that is moved. */
  readonly source: string | undefined
}

export async function stateOf(target: Connection): Promise<TargetState> {
  const { rows } = await target.query(`
    select to_regclass('${schema}.move') is not null as moving,
      exists (select from pg_class where relnamespace in (select oid from pg_namespace
        where nspname = current_schema() or nspname = 'pgboss') and relkind in ('r', 'p', 'v', 'S')) as has_tables`)
  const [{ moving, has_tables: hasTables }] = rows
  if (!moving) return { kind: hasTables ? 'foreign' : 'empty', source: undefined }
  const [move] = (await target.query(`select source from ${schema}.move`)).rows
  return { kind: 'moving', source: move?.source }
}

/** Notes in an empty database that a move begins, so that what it makes is known as its own. */
export const beginMove = async (target: Connection, source: string): Promise<void> => {
  await target.query('begin')
  await target.query(`create schema ${schema}`)
  await target.query(`create table ${schema}.move (source text not null, is_ready boolean not null default false)`)
  await target.query(`create table ${schema}.foreign_keys (on_table text, name text, definition text)`)
  await target.query(`create table ${schema}.progress (name text primary key, after text[], is_done boolean not null)`)
  await target.query(`insert into ${schema}.move (source) values ($1)`, [source])
  await target.query('commit')
}

/** The tables of the portal and their partitions. */
const ownTables = `pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`

const setTriggers = async (target: Connection, action: 'enable' | 'disable') => {
  const { rows } = await target.query<{ name: string }>(`select quote_ident(relname) as name from ${ownTables}`)
  for (const { name } of rows) await target.query(`alter table ${name} ${action} trigger user`)
}

export const isReady = async (target: Connection): Promise<boolean> =>
  (await target.query(`select is_ready from ${schema}.move`)).rows[0].is_ready

/**
 * Makes a migrated database ready for the rows: none of its own, no trigger, no foreign key. In one transaction, with the notes of
 * what is put back at the end.
 */
export async function makeReady(target: Connection): Promise<void> {
  await target.query('begin')
  await target.query(`
    insert into ${schema}.foreign_keys
    select quote_ident(relname), quote_ident(conname), pg_get_constraintdef(pg_constraint.oid)
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and conparentid = 0 and relnamespace = current_schema()::regnamespace`)
  for (const { on_table: table, name } of (await target.query(`select on_table, name from ${schema}.foreign_keys`))
    .rows)
    await target.query(`alter table ${table} drop constraint ${name}`)
  await setTriggers(target, 'disable')
  const { rows: tables } = await target.query<{ name: string }>(
    `select quote_ident(relname) as name from ${ownTables} and relname <> 'schema_migrations' and not relispartition`,
  )
  const emptied = [...tables.map(({ name }) => name), 'pgboss.job', 'pgboss.archive']
  await target.query(`truncate ${emptied.join(', ')} restart identity`)
  await target.query(`update ${schema}.move set is_ready = true`)
  await target.query('commit')
}

/** Progress of a table: the key of the last row that is there, and whether all are. */
export interface Progress {
  readonly after: readonly string[] | undefined
  readonly isDone: boolean
}

export async function progressOf(target: Connection, table: string): Promise<Progress> {
  const { rows } = await target.query(`select after, is_done from ${schema}.progress where name = $1`, [table])
  return { after: rows[0]?.after ?? undefined, isDone: rows[0]?.is_done ?? false }
}

export const noteProgress = (target: Connection, table: string, { after, isDone }: Progress) =>
  target.query(
    `insert into ${schema}.progress values ($1, $2, $3)
     on conflict (name) do update set after = excluded.after, is_done = excluded.is_done`,
    [table, after, isDone],
  )

/** Puts foreign keys and triggers back; the keys are checked for every row. */
export async function finishMove(target: Connection): Promise<void> {
  await target.query('begin')
  const { rows } = await target.query(`select on_table, name, definition from ${schema}.foreign_keys`)
  for (const { on_table: table, name, definition } of rows)
    await target.query(`alter table ${table} add constraint ${name} ${definition}`)
  await setTriggers(target, 'enable')
  await target.query(`drop schema ${schema} cascade`)
  await target.query('commit')
}

/** Drops what a move has made. */
export async function dropMove(target: Connection): Promise<void> {
  const { rows } = await target.query('select quote_ident(current_schema()) as name')
  const { name } = rows[0]
  const dropped = [`drop schema ${name} cascade`, 'drop schema if exists pgboss cascade', `create schema ${name}`]
  for (const statement of [
    'begin',
    ...dropped,
    `grant usage on schema ${name} to public`,
    `drop schema ${schema} cascade`,
    'commit',
  ])
    await target.query(statement)
}
