import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase } from '../../../test/engines.ts'
import { connectDatabase, type Database } from './database.ts'
import { together } from './together.ts'
import { createInTransaction, type Db, type InTransaction, inPart, unaudited, writeAtEnd } from './transaction.ts'

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
    const result = await inTransaction(unaudited, async (tx) => {
      await insert(tx, 1)
      return 'done'
    })
    const failed = inTransaction(unaudited, async (tx) => {
      await insert(tx, 2)
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect([result, await ids()]).toEqual(['done', [1]])
  })

  test('sends statements together in their order, and returns the rows of each', async () => {
    const rows = await inTransaction(unaudited, (tx) =>
      together(
        tx,
        sql`insert into notes values (1, 'x')`.compile(tx),
        sql<{ noteText: string }>`update notes set note_text = 'y' returning note_text`.compile(tx),
        sql<{ count: number }>`select count(*)::int as count from notes`.compile(tx),
      ),
    )
    expect(rows).toEqual([[], [{ noteText: 'y' }], [{ count: 1 }]])
  })

  test('throws the first of several errors of statements sent together, and keeps nothing', async () => {
    const failed = inTransaction(unaudited, (tx) =>
      together(
        tx,
        sql`insert into notes values (1, 'x')`.compile(tx),
        sql`insert into notes values (1, 'twice')`.compile(tx),
        sql`insert into missing values (1)`.compile(tx),
      ),
    )
    await expect(failed).rejects.toMatchObject({ code: '23505' })
    expect(await ids()).toEqual([])
  })

  test('sends the writes at its end with the commit', async () => {
    await inTransaction(unaudited, async (tx) => {
      await writeAtEnd(tx, { statement: sql`insert into notes values (2, 'last')`.compile(tx) })
      await insert(tx, 1)
      const { rows } = await sql`select id from notes`.execute(tx)
      expect(rows).toEqual([{ id: 1 }])
    })
    expect(await ids()).toEqual([1, 2])
    await writeAtEnd(database.db, { statement: sql`insert into notes values (3, 'at once')`.compile(database.db) })
    expect(await ids()).toEqual([1, 2, 3])
    const again = {
      statement: sql`insert into notes values (3, 'twice')`.compile(database.db),
      errorOf: () => new Error('no entry'),
    }
    await expect(writeAtEnd(database.db, again)).rejects.toThrow('no entry')
  })

  test('goes on after a part of it that failed, without what that part wrote or left to its end', async () => {
    const insertLater = (tx: Db, id: number) =>
      writeAtEnd(tx, { statement: sql`insert into notes values (${id}, 'x')`.compile(tx) })
    await inTransaction(unaudited, async (tx) => {
      await inPart(tx, () => insertLater(tx, 1))
      const failed = inPart(tx, async () => {
        await insertLater(tx, 2)
        await insert(tx, 3)
        await insert(tx, 3)
      })
      await expect(failed).rejects.toThrow('duplicate key')
      await inPart(tx, () => insert(tx, 4))
    })
    expect(await ids()).toEqual([1, 4])
    await expect(inPart(database.db, () => insert(database.db, 5))).rejects.toThrow('No transaction is open')
  })

  test('keeps nothing where a write at its end fails, and throws the error that the write names', async () => {
    const failing = (errorOf?: (cause: unknown) => unknown) =>
      inTransaction(unaudited, async (tx) => {
        await insert(tx, 1)
        const statement = sql`insert into notes values (1, 'twice')`.compile(tx)
        await writeAtEnd(tx, { statement, ...(errorOf && { errorOf }) })
      })
    await expect(failing()).rejects.toMatchObject({ code: '23505' })
    await expect(failing(() => new Error('no entry'))).rejects.toThrow('no entry')
    expect(await ids()).toEqual([])
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  })

  test('throws where the commit itself fails', async () => {
    await database.pool.query(
      'create table pairs (id int primary key, other int references pairs deferrable initially deferred)',
    )
    const alone = () => sql`insert into pairs values (1, 2)`
    const failing = inTransaction(unaudited, (tx) => writeAtEnd(tx, { statement: alone().compile(tx) }))
    await expect(failing).rejects.toMatchObject({ code: '23503' })
    await expect(inTransaction(unaudited, (tx) => alone().execute(tx))).rejects.toMatchObject({ code: '23503' })
    expect((await database.pool.query('select from pairs')).rowCount).toBe(0)
  })

  test('without a statement costs nothing and ends', async () => {
    expect(await inTransaction(unaudited, async () => 'done')).toBe('done')
    expect(await inTransaction(unaudited, (tx) => insert(tx, 1))).toBeDefined()
  })

  test('begins by `begin` alone: another start would keep its connection in the transaction', async () => {
    const isolated = database.db.transaction().setIsolationLevel('repeatable read')
    await expect(isolated.execute((tx) => sql`select 1`.execute(tx))).rejects.toThrow(/begins by `begin`/)
  })

  test('refuses a query outside of it, through Kysely and through the pool', async () => {
    const attempt = (query: () => Promise<unknown>) =>
      inTransaction(unaudited, async (tx) => {
        await insert(tx, 1)
        await query()
      })
    const denial = /pass (?:the transaction|it on)/
    await expect(attempt(() => insert(database.db, 2))).rejects.toThrow(denial)
    await expect(attempt(() => database.pool.query('select 1'))).rejects.toThrow(denial)
    await expect(attempt(() => database.pool.connect())).rejects.toThrow(denial)
    await expect(attempt(() => inTransaction(unaudited, async () => {}))).rejects.toThrow(denial)
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
      inTransaction(unaudited, async (tx) => {
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
      inTransaction(unaudited, async (tx) => {
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
    const twice = inTransaction(unaudited, async (tx) => {
      runs += 1
      await insert(tx, 1)
      await insert(tx, 1)
    })
    await expect(twice).rejects.toMatchObject({ code: '23505' })
    expect(runs).toBe(1)
  })
})
