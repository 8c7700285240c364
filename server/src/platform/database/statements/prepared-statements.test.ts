import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { emptyDatabase } from '../../../../test/engines.ts'
import { connectDatabase, type Database } from '../database.ts'
import { createInTransaction, unaudited } from '../transaction.ts'
import { createStatementNames, ownPlan } from './prepared-statements.ts'

describe('the names of statements', () => {
  test('begin with the second call, and are the same from then on', () => {
    const { nameOf } = createStatementNames()
    const [first, second, third] = [nameOf('select $1'), nameOf('select $1'), nameOf('select $1')]
    expect(first).toBeUndefined()
    expect(second).toBeDefined()
    expect(third).toBe(second)
    nameOf('select $2')
    expect(nameOf('select $2')).not.toBe(second)
  })

  test('are for no more than 400 statements, nor for those without a plan or with one of their own', () => {
    const { nameOf } = createStatementNames()
    const named = Array.from({ length: 3000 }, (_, index) => {
      nameOf(`select $${index}`)
      return nameOf(`select $${index}`)
    }).filter((name) => name !== undefined)
    expect(new Set(named).size).toBe(400)
    const own = createStatementNames()
    for (const text of ['/* own plan */ select $1', 'commit', 'savepoint part', 'delete from one; delete from other'])
      for (let call = 0; call < 3; call++) expect(own.nameOf(text)).toBeUndefined()
  })

  test('are new ones once they are forgotten', () => {
    const { nameOf, forget } = createStatementNames()
    nameOf('select $1')
    const before = nameOf('select $1')
    forget()
    nameOf('select $1')
    expect(nameOf('select $1')).not.toBe(before)
  })
})

describe.skipIf(inject('testEngine') === 'embedded')('a database with prepared statements', () => {
  let database: Database
  beforeAll(async () => {
    const { engine, connection, stop } = await emptyDatabase()
    database = connectDatabase({ engine, connection, stop, preparesStatements: true, poolSize: 1 })
    await database.pool.query('create table things (id int primary key, own_name text)')
    await database.pool.query("insert into things values (1, 'one')")
  }, 60_000)
  afterAll(() => database.close(), 20_000)

  const all = (id: number) => sql`select * from things where id = ${id}`
  const named = async () =>
    (await database.pool.query("select statement from pg_prepared_statements where statement like '%things%'")).rows

  test('keeps a statement from its second call on, unless it has a plan of its own', async () => {
    await all(1).execute(database.db)
    expect(await named()).toEqual([])
    for (let call = 0; call < 2; call++)
      expect((await all(1).execute(database.db)).rows).toEqual([{ id: 1, ownName: 'one' }])
    for (let call = 0; call < 3; call++)
      await sql`${ownPlan} select from things where id = ${call}`.execute(database.db)
    expect(await named()).toEqual([{ statement: 'select * from things where id = $1' }])
    for (let call = 0; call < 2; call++) await sql`select count(*) from things`.execute(database.db)
    expect(await named()).toContainEqual({ statement: 'select count(*) from things' })
  })

  test('answers after a migration that changes what a statement returns, also in a transaction', async () => {
    for (let call = 0; call < 3; call++) await all(1).execute(database.db)
    await database.pool.query('alter table things add column colour text')
    const row = { id: 1, ownName: 'one', colour: null }
    expect((await all(1).execute(database.db)).rows).toEqual([row])
    for (let call = 0; call < 3; call++) await all(1).execute(database.db)
    await database.pool.query('alter table things drop column colour')
    const inTransaction = createInTransaction(database.db)
    expect((await inTransaction(unaudited, (tx) => all(1).execute(tx))).rows).toEqual([{ id: 1, ownName: 'one' }])
  })
})
