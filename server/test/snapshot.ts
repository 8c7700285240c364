import pg from 'pg'

// The embedded engine cannot clone a database, and a new engine per test file costs a second and 200 MB. So the rows of the
// template are copied to a second schema, and each test file begins by restoring them.
const takeSql = `
  create schema test_snapshot;
  create table test_snapshot.relations as
    select format('%I.%I', n.nspname, c.relname) as name, n.nspname as schema, c.relkind as kind,
           'rows_' || c.oid as copy, false as has_rows,
           (select format('create table %I.%I partition of %s %s', n.nspname, c.relname, i.inhparent::regclass,
                          pg_get_expr(c.relpartbound, c.oid))
              from pg_inherits i where i.inhrelid = c.oid and c.relispartition) as partition,
           (select string_agg(pg_get_triggerdef(t.oid), '; ') from pg_trigger t
             where t.tgrelid = c.oid and t.tgparentid = 0 and not t.tgisinternal) as triggers,
           (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and c.relpersistence = 'p'
       and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'test_snapshot');
  create table test_snapshot.sequences as
    select format('%I.%I', schemaname, sequencename) as name, start_value, last_value from pg_sequences;
  do $$
  declare
    relation record;
    found_rows boolean;
  begin
    for relation in select * from test_snapshot.relations where kind = 'r' loop
      execute format('select exists (select from %s)', relation.name) into found_rows;
      if found_rows then
        execute format('create table test_snapshot.%I as select %s from %s', relation.copy, relation.columns, relation.name);
        update test_snapshot.relations set has_rows = true where name = relation.name;
      end if;
    end loop;
  end $$;`

// Rows of a partitioned table are copied and restored by partition.
// session_replication_role = replica disables foreign keys, and triggers such as those of append-only tables.
const restoreSql = `
  rollback;
  begin;
  set local session_replication_role = replica;
  do $$
  declare
    item record;
    everything text;
  begin
    for item in select nspname from pg_namespace
        where nspname !~ '^pg_' and nspname not in ('information_schema', 'test_snapshot', 'public')
          and nspname not in (select schema from test_snapshot.relations) loop
      execute format('drop schema %I cascade', item.nspname);
    end loop;
    for item in select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema', 'test_snapshot')
          and format('%I.%I', schemaname, tablename) not in (select name from test_snapshot.relations) loop
      execute format('drop table if exists %s cascade', item.name);
    end loop;
    select string_agg(name, ', ') into everything from test_snapshot.relations where to_regclass(name) is not null;
    if everything is not null then execute 'truncate ' || everything; end if;
    -- A test has archived a month of the audit log.
    for item in select * from test_snapshot.relations where partition is not null and to_regclass(name) is null loop
      execute item.partition;
      if item.triggers is not null then execute item.triggers; end if;
    end loop;
    for item in select * from test_snapshot.relations where has_rows loop
      execute format('insert into %s (%s) overriding system value select %s from test_snapshot.%I',
        item.name, item.columns, item.columns, item.copy);
    end loop;
    for item in select * from test_snapshot.sequences loop
      perform setval(item.name::regclass, coalesce(item.last_value, item.start_value), item.last_value is not null);
    end loop;
  end $$;
  commit;`

/** Copies the rows of a freshly started engine for `restoreSnapshot`. */
export const takeSnapshot = (connection: pg.PoolConfig): Promise<void> => execute(connection, takeSql)

/** Restores rows, tables and sequences to their state at `takeSnapshot`. */
export const restoreSnapshot = (connection: pg.PoolConfig): Promise<void> => execute(connection, restoreSql)

async function execute(connection: pg.PoolConfig, sql: string): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
