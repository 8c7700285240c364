import { expect, test } from 'vitest'
import { testDatabase } from './engines.ts'

const state = `
  select (select count(*) from schema_migrations)::int as migrations,
         to_regclass('left_behind') is null and to_regnamespace('left_behind') is null as is_clean,
         (select sum(coalesce(last_value, 0))::text from pg_sequences) as sequences,
         (select sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', schemaname, tablename),
           false, true, '')))[1]::text::int)::int from pg_tables
           where schemaname not in ('pg_catalog', 'information_schema', 'test_snapshot')) as rows`

const emptyAll = `
  do $$ declare item record; begin
    perform set_config('session_replication_role', 'replica', true);
    for item in select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' loop
      execute 'truncate ' || item.name || ' restart identity cascade';
    end loop;
  end $$;
  create table left_behind (id int); create schema left_behind; create table left_behind.more (id int)`

test('a test file starts with the template database, whatever the previous file did', async () => {
  const first = await testDatabase()
  const { rows: before } = await first.pool.query(state)
  await first.pool.query(emptyAll)
  await first.close()
  const second = await testDatabase()
  const { rows: after } = await second.pool.query(state)
  expect(after).toEqual(before)
  expect(after[0]).toMatchObject({ is_clean: true, migrations: expect.any(Number) })
  await second.close()
})
