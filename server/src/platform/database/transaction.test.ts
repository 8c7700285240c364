import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase } from '../../../test/engines.ts'
import { connectDatabase, type Database } from './database.ts'
import { createInTransaction, type Db, type InTransaction } from './transaction.ts'

describe('a transaction', () => {
  let database: Database
  let inTransaction: InTransaction

  beforeAll(async () => {
    const { engine, connection, stop } = await emptyDatabase()
    database = connectDatabase({ engine, connection, stop })
    inTransaction = createInTransaction(database.db)
    await database.pool.query('create table notes (id int primary key, note_text text not null)')
  }, 60_000)

  afterAll(() => database.close(), 20_000)

  beforeEach(async () => {
    await database.pool.query('truncate notes')
  })

  const insert = (db: Db, id: number) => sql`insert into notes values (${id}, 'x')`.execute(db)
  const ids = async () => {
    const { rows } = await database.pool.query<{ id: number }>('select id from notes order by id')
    return rows.map((row) => row.id)
  }

  test('commits when its work ends and rolls back when it throws', async () => {
    const result = await inTransaction(async (tx) => {
      await insert(tx, 1)
      return 'done'
    })
    const failed = inTransaction(async (tx) => {
      await insert(tx, 2)
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect([result, await ids()]).toEqual(['done', [1]])
  })

  test('refuses a query outside of it, through Kysely and through the pool', async () => {
    const attempt = (query: () => Promise<unknown>) =>
      inTransaction(async (tx) => {
        await insert(tx, 1)
        await query()
      })
    const denial = /pass (?:the transaction|it on)/
    await expect(attempt(() => insert(database.db, 2))).rejects.toThrow(denial)
    await expect(attempt(() => database.pool.query('select 1'))).rejects.toThrow(denial)
    await expect(attempt(() => database.pool.connect())).rejects.toThrow(denial)
    await expect(attempt(() => inTransaction(async () => {}))).rejects.toThrow(denial)
    await expect(attempt(() => database.db.transaction().execute(async () => {}))).rejects.toThrow(denial)
    expect(await ids()).toEqual([])
  })

  test('lets other transactions work, and code that it leaves running after its end', async () => {
    let later: Promise<unknown> | undefined
    let tell = () => {}
    const committed = new Promise<void>((resolve) => {
      tell = resolve
    })
    await Promise.all([
      inTransaction(async (tx) => {
        await insert(tx, 1)
        later = committed.then(() => insert(database.db, 3))
      }),
      insert(database.db, 2),
    ])
    tell()
    await later
    expect(await ids()).toEqual([1, 2, 3])
  })

  test.each(['40001', '40P01'])('is run again after %s, three times at most', async (code) => {
    let runs = 0
    const fail = (times: number) =>
      inTransaction(async (tx) => {
        runs += 1
        await insert(tx, 10 + runs)
        if (runs <= times)
          await sql`do ${sql.raw(`$$ begin raise 'again' using errcode = '${code}'; end $$`)}`.execute(tx)
      })
    await fail(3)
    expect([runs, await ids()]).toEqual([4, [14]])
    runs = 100
    await expect(fail(199)).rejects.toMatchObject({ code })
    expect(runs).toBe(104)
  })

  test('is not repeated after another kind of error', async () => {
    let runs = 0
    const twice = inTransaction(async (tx) => {
      runs += 1
      await insert(tx, 1)
      await insert(tx, 1)
    })
    await expect(twice).rejects.toMatchObject({ code: '23505' })
    expect(runs).toBe(1)
  })
})
