import type { Pool } from 'pg'
import { withMigrationLock } from './migrate.ts'

const everything = 'select, insert, update, delete'

/** Privileges of the application on tables that it does not fully control. */
// biome-ignore format: a table
const rights: Readonly<Record<string, string>> = {
  audit_entries:     'select, insert',
  audit_links:       'select, insert',
  audit_seals:       'select, insert',
  audit_archives:    'select',
  audit_pending:     'select, insert, delete',
  audit_head:        'select, update',
  // A new data key seals the private key again; the public key stays.
  audit_keys:        'select, insert, update (key_id, private_key)',
  schema_migrations: 'select',
  present_facets:    'select',
  // Published numbers do not change.
  open_data_years:   'select, insert',
}

// Only inserts advance this sequence, so that nobody can leave a gap on purpose.
const ownerOnlySequences = ['audit_entries_id_seq']

interface SchemaNames {
  readonly schema: string
  readonly role: string
  readonly tables: readonly string[]
  readonly partitions: readonly string[]
  readonly sequences: readonly string[]
}

// The names come quoted from the database.
const findSql = `
  with found as (
    -- A month of the audit log that was detached and not yet dropped remains one.
    select relname, relkind, relispartition or relname ~ '^audit_entries_[0-9]' as is_partition, quote_ident(relname) as name
      from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'S')
  )
  select quote_ident(current_schema()) as schema, quote_ident($1) as role,
    array(select name from found where relkind <> 'S' and not is_partition) as tables,
    array(select name from found where relkind <> 'S' and is_partition) as partitions,
    array(select name from found where relkind = 'S' and relname <> all ($2)) as sequences`

function statementsOf({ schema, role, tables, partitions, sequences }: SchemaNames): string[] {
  const all = [...tables, ...partitions]
  return [
    `revoke all on ${all.join(', ')} from ${role}`,
    ...tables.map((table) => `grant ${rights[table] ?? everything} on ${table} to ${role}`),
    ...sequences.map((sequence) => `grant usage on sequence ${sequence} to ${role}`),
    `grant execute on function make_audit_partitions(integer) to ${role}`,
    `grant usage on schema ${schema}, pgboss to ${role}`,
    `grant ${everything} on all tables in schema pgboss to ${role}`,
  ]
}

/** Grants the application's role what it needs, without any privilege to change or delete the audit log. */
export const grantToApplication = (owner: Pool, role: string): Promise<void> =>
  withMigrationLock(owner, async (client) => {
    const { rows } = await client.query<SchemaNames>(findSql, [role, ownerOnlySequences])
    const [found] = rows
    if (!found) throw new Error('The database returned no row.')
    // In one transaction, so that a running server loses no privilege in between.
    await client.query(['begin', ...statementsOf(found), 'commit'].join(';\n'))
  })

/** The role of a pool's connections. */
export const roleOf = async (pool: Pool): Promise<string> =>
  (await pool.query<{ role: string }>('select current_user as role')).rows[0]?.role ?? ''

/** Throws a sentence when the role of the pool could change or delete the audit log. */
export async function refuseAuditOwner(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ table: string; role: string }>(`
    select relname as table, current_user as role from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and relname ~ '^audit_(entries|links|seals|archives)'
       and (has_any_column_privilege(oid, 'update') or has_table_privilege(oid, 'delete')
         or has_table_privilege(oid, 'truncate') or pg_has_role(relowner, 'member'))
     order by relname limit 1`)
  const [found] = rows
  if (found)
    throw new Error(
      `The role "${found.role}" of DATABASE_URL could change or delete the audit log (${found.table}). In production it must not: let DATABASE_OWNER_URL name the owner of the tables, and DATABASE_URL another role without rights of its own. Nothing was started.`,
    )
}
