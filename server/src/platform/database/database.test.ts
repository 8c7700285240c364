import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtTemplate } from '../../../test/built-template.ts'
import { emptyDatabase } from '../../../test/engines.ts'
import { connectDatabase, type Database, openDatabase } from './database.ts'

describe('a database', () => {
  let database: Database

  beforeAll(async () => {
    const { engine, connection, stop } = await emptyDatabase()
    database = connectDatabase({ engine, connection, stop })
  }, 60_000)

  afterAll(() => database.close(), 20_000)

  test('returns dates as text, exact integers as numbers, and the rest without loss', async () => {
    const { rows } = await database.pool.query(`
      select date '2026-02-28' as day, array[date '2026-02-28'] as days, 9007199254740991::int8 as safe,
             9007199254740993::int8 as unsafe, count(*) as counted, 1.10::numeric as exact,
             timestamptz '2026-02-28T12:00:00Z' as moment from generate_series(1, 3)`)
    expect(rows).toEqual([
      {
        day: '2026-02-28',
        days: ['2026-02-28'],
        safe: 9007199254740991,
        unsafe: '9007199254740993',
        counted: 3,
        exact: '1.10',
        moment: new Date('2026-02-28T12:00:00Z'),
      },
    ])
  })

  test('analyzes its tables by itself or by `tidy`', async () => {
    const { pool, engine } = database
    await pool.query('create table spread as select n % 3 as value from generate_series(1, 900) as n')
    if (engine === 'postgres') await pool.query('analyze spread')
    await database.tidy()
    const { rows } = await pool.query("select n_distinct from pg_stats where tablename = 'spread'")
    expect(rows).toEqual([{ n_distinct: 3 }])
  })

  test('throws errors whose stack leads to who asked', async () => {
    const error = await sql`select nothing_of_the_kind`.execute(database.db).catch((reason: Error) => reason)
    expect(error).toMatchObject({ code: '42703', stack: expect.stringContaining('database.test.ts') })
  })

  test('has camelCase columns, and leaves the keys of JSON values unchanged', async () => {
    const { rows } = await sql`select 1 as received_at, '{"a_b": 1}'::jsonb as some_json`.execute(database.db)
    expect(rows).toEqual([{ receivedAt: 1, someJson: { a_b: 1 } }])
  })
})

describe('a database whose connections break', () => {
  test('opens new ones', async () => {
    const { engine, connection, stop } = await emptyDatabase()
    const database = connectDatabase({ engine, connection, stop, poolSize: 2 })
    const client = await database.pool.connect()
    client.connection.stream.destroy()
    await expect(client.query('select 1')).rejects.toThrow()
    client.release(true)
    const { rows } = await database.pool.query('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
    await database.close()
  }, 60_000)
})

test('without an address the embedded engine starts, and closing twice is harmless', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portale-database-'))
  const database = await openDatabase({ dataDir, templateFile: builtTemplate() })
  await database.pool.query('create table stored (id int)')
  expect(database.engine).toBe('embedded')
  await Promise.all([database.close(), database.close()])
  const again = await openDatabase({ dataDir })
  expect((await again.pool.query('select * from stored')).rowCount).toBe(0)
  await again.close()
  await rm(dataDir, { recursive: true })
}, 60_000)

test('an unreachable address fails at the first query and does not end the process', async () => {
  const database = await openDatabase({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/none', dataDir: '' })
  await expect(database.pool.query('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await database.close()
})
