import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyDatabase } from '../../../test/engines.ts'
import { listMissing, migrate } from './migrate.ts'

describe('migrate', () => {
  let pool: pg.Pool
  let connection: pg.PoolConfig
  let engine: string
  let stop: () => Promise<void>
  let folder: string

  beforeAll(async () => {
    ;({ engine, connection, stop } = await emptyDatabase())
    pool = new pg.Pool(connection)
    pool.on('error', () => {})
  }, 60_000)

  afterAll(async () => {
    await pool.end()
    await stop()
  }, 20_000)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portale-migrate-'))
    await write('0001-people.sql', 'create table people (id int);\ninsert into people values (1);')
    await write('0002-more-people.sql', 'insert into people values (2);')
  })

  afterEach(async () => {
    await rm(folder, { recursive: true })
    await pool.query('drop schema public cascade; create schema public')
  })

  const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
  const people = async () => (await pool.query('select id from people order by id')).rows.map((row) => row.id)
  const applied = async () =>
    (await pool.query('select name from schema_migrations order by 1')).rows.map((row) => row.name)

  test('lists what a database lacks: all of it before its first migration', async () => {
    expect(await listMissing(pool, folder)).toEqual(['0001-people.sql', '0002-more-people.sql'])
    await migrate(pool, folder)
    expect(await listMissing(pool, folder)).toEqual([])
    await write('0003-cities.sql', 'create table cities (id int)')
    expect(await listMissing(pool, folder)).toEqual(['0003-cities.sql'])
  })

  test('applies each file once, in the order of the names', async () => {
    expect(await migrate(pool, folder)).toEqual({ applied: ['0001-people.sql', '0002-more-people.sql'] })
    await write(
      '0010-function.sql',
      `create function f() returns int language plpgsql as $$\nbegin\n return 3;\nend $$;`,
    )
    await write('0009-third.sql', 'insert into people values (3)')
    expect(await migrate(connection, folder)).toEqual({ applied: ['0009-third.sql', '0010-function.sql'] })
    expect(await migrate(pool, folder)).toEqual({ applied: [] })
    expect(await people()).toEqual([1, 2, 3])
  })

  test('rolls back a file that fails, and says where it failed', async () => {
    await write('0002-more-people.sql', 'insert into people values (2);\n\n  insert into peeple values (3);')
    await write('0003-after.sql', 'insert into people values (4);')
    await expect(migrate(pool, folder)).rejects.toThrow(
      'The migration 0002-more-people.sql failed at line 3, column 15: relation "peeple" does not exist',
    )
    expect([await people(), await applied()]).toEqual([[1], ['0001-people.sql']])
  })

  test('builds an index without a transaction, and again one that failed', async () => {
    await write('0003-index.sql', '-- Once.\ncreate unique index concurrently people_by_id on people (id);')
    await write('0002-more-people.sql', 'insert into people values (1);')
    await expect(migrate(pool, folder)).rejects.toThrow('The migration 0003-index.sql failed: could not create unique')
    const isValid = async () =>
      (await pool.query(`select indisvalid from pg_index where indexrelid = 'people_by_id'::regclass`)).rows[0]
        ?.indisvalid
    expect([await isValid(), await applied()]).toEqual([false, ['0001-people.sql', '0002-more-people.sql']])
    await pool.query('truncate people')
    expect(await migrate(pool, folder)).toEqual({ applied: ['0003-index.sql'] })
    expect(await isValid()).toBe(true)
  })

  test('refuses another statement beside such an index', async () => {
    await write(
      '0003-index.sql',
      'create index concurrently people_by_id on people (id); insert into people values (3);',
    )
    await expect(migrate(pool, folder)).rejects.toThrow('0003-index.sql failed: beside "create index concurrently"')
  })

  test('does not keep readers waiting behind it while it waits for a lock', async () => {
    // The embedded engine has one session, which no lock stops.
    if (engine === 'embedded') return
    await migrate(pool, folder)
    await write('0003-column.sql', 'alter table people add column name text;')
    const reader = await pool.connect()
    await reader.query('begin; select from people')
    const migrating = migrate(connection, folder)
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        'select from pg_locks join pg_database on pg_database.oid = database where not granted and datname = current_database()',
      )
      expect(rows).toHaveLength(1)
    })
    // Behind the migration, until it gives up its place.
    expect(await people()).toEqual([1, 2])
    expect(await applied()).not.toContain('0003-column.sql')
    await reader.query('commit')
    reader.release()
    expect(await migrating).toEqual({ applied: ['0003-column.sql'] })
  })

  test('refuses a file that was changed after it was applied', async () => {
    await migrate(pool, folder)
    await write('0001-people.sql', 'create table people (id bigint);')
    await write('0003-new.sql', 'insert into people values (3);')
    await expect(migrate(pool, folder)).rejects.toThrow(/0001-people\.sql was changed after it was applied/)
    expect(await people()).toEqual([1, 2])
  })

  test('ignores differences in line ends', async () => {
    await migrate(pool, folder)
    await write('0001-people.sql', 'create table people (id int);\r\ninsert into people values (1);')
    expect(await migrate(pool, folder)).toEqual({ applied: [] })
  })

  test('refuses a database that is newer than the program', async () => {
    await migrate(pool, folder)
    await rm(join(folder, '0002-more-people.sql'))
    await expect(migrate(pool, folder)).rejects.toThrow(/newer than this program.*0002-more-people\.sql/)
  })

  test('refuses a file with a wrong name, and one that ends its transaction', async () => {
    await write('3-people.sql', 'select 1')
    await expect(migrate(pool, folder)).rejects.toThrow('3-people.sql is not named NNNN-name.sql')
    await rm(join(folder, '3-people.sql'))
    await write('0003-commits.sql', 'insert into people values (3);\ncommit;\nselect 1 / 0;')
    await expect(migrate(pool, folder)).rejects.toThrow(/0003-commits\.sql begins or ends a transaction/)
    expect(await people()).toEqual([1, 2])
  })
})

describe('concurrent migrations', () => {
  test('apply every file once', async () => {
    const { engine, connection, stop } = await emptyDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'portale-migrate-'))
    await writeFile(join(folder, '0001-people.sql'), 'create table people (id int); select pg_sleep(0.2);')
    // The embedded folder has one process, which migrates once.
    const count = engine === 'postgres' ? 4 : 1
    const results = await Promise.all(Array.from({ length: count }, () => migrate(connection, folder)))
    expect(results.flatMap((result) => result.applied)).toEqual(['0001-people.sql'])
    await rm(folder, { recursive: true })
    await stop()
  }, 60_000)
})
