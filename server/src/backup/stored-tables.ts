import type { Pool, PoolClient } from 'pg'

export type Connection = Pick<Pool | PoolClient, 'query'>

export interface StoredColumn {
  /** Quoted, as SQL takes it. */
  readonly name: string
  readonly type: string
  /** Computed by the database, so that nothing is written into it. */
  readonly isGenerated: boolean
}

export interface StoredTable {
  /** Quoted, as SQL takes it; with its schema where that is not the default one. */
  readonly name: string
  /** The columns of the primary key, in its order; empty where the table has none. */
  readonly key: readonly string[]
  readonly columns: readonly StoredColumn[]
}

const tablesSql = `
  select pg_class.oid::regclass::text as name,
    array(
      select quote_ident(attname) from pg_index, unnest(indkey::smallint[]) with ordinality as part (number, place), pg_attribute
       where pg_index.indrelid = pg_class.oid and indisprimary and attrelid = pg_class.oid and attnum = number order by place
    ) as key,
    (select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod),
        'isGenerated', attgenerated <> '') order by attname)
       from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
  from pg_class
  where relkind in ('r', 'p') and not relispartition
    and (relnamespace = current_schema()::regnamespace or pg_class.oid in (to_regclass('pgboss.job'), to_regclass('pgboss.archive')))
  order by 1`

/** The tables of the portal with their columns, and the jobs of its queue, by name. */
export const listTables = async (connection: Connection): Promise<StoredTable[]> =>
  (await connection.query<StoredTable>(tablesSql)).rows

/** The number of rows of each table of the portal. Counting a large one takes longer than a statement of the server may. */
export async function countRows(pool: Pool): Promise<Record<string, number>> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const counts: Record<string, number> = {}
    for (const { name } of await listTables(client)) counts[name] = await countOf(client, name)
    return counts
  } finally {
    client.release(true)
  }
}

export const countOf = async (connection: Connection, table: string): Promise<number> =>
  Number((await connection.query(`select count(*) as count from ${table}`)).rows[0].count)

/** A migration that the database has. */
export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
}

export const listMigrations = async (connection: Connection): Promise<AppliedMigration[]> =>
  (await connection.query<AppliedMigration>('select name, checksum from schema_migrations order by name')).rows
