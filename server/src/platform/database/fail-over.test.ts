import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type NetworkProxy, startNetworkProxy } from '../../../test/network-proxy.ts'
import { startPostgres } from '../../../test/postgres-server.ts'
import { type StoppablePostgres, startStoppablePostgres } from '../../../test/stoppable-postgres.ts'
import { type Database, openDatabase } from './database.ts'
import { OutcomeUnknownError } from './database-errors.ts'
import { createInTransaction, type Db, type InTransaction, unaudited } from './transaction.ts'

const isInstalled = (await startPostgres().then((server) => server?.stop().then(() => true))) ?? false

const insert = (db: Db, mark: string) => sql`insert into marks (mark) values (${mark})`.execute(db)
const insertOnce = (db: Db, mark: string) =>
  sql`insert into marks (mark) values (${mark}) on conflict do nothing`.execute(db)

describe.skipIf(!isInstalled)('a connection that is cut', () => {
  let postgres: StoppablePostgres
  let proxy: NetworkProxy
  let database: Database
  let inTransaction: InTransaction
  beforeAll(async () => {
    postgres = (await startStoppablePostgres()) as StoppablePostgres
    const folder = new URL(postgres.url).searchParams.get('host')
    proxy = await startNetworkProxy({ path: `${folder}/.s.PGSQL.5432` })
    const databaseUrl = `postgresql://postgres@127.0.0.1:${proxy.port}/postgres`
    database = await openDatabase({ dataDir: '', databaseUrl, poolSize: 2 })
    inTransaction = createInTransaction(database.db, database.patience)
    await sql`create table marks (mark text primary key)`.execute(database.db)
  })
  beforeEach(() => proxy.setWays({}))
  afterAll(async () => {
    await database.close()
    await proxy.stop()
    await postgres.remove()
  })

  async function isThere(mark: string): Promise<boolean> {
    proxy.setWays({})
    return (await sql`select from marks where mark = ${mark}`.execute(database.db)).rows.length === 1
  }
  const read = async () => (await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows[0]?.one

  test('before a read is answered, the read is sent again', async () => {
    proxy.cutAt('select 1 as one', { isPassed: false })
    expect(await read()).toBe(1)
  })

  test('before a write is acknowledged, what may be done twice is done again', async () => {
    let tries = 0
    await database.patience.repeatedly(async () => {
      tries += 1
      if (tries === 1) proxy.cutAt('insert into marks', { isPassed: true })
      await insertOnce(database.db, 'twice')
    })
    expect({ tries, isThere: await isThere('twice') }).toEqual({ tries: 2, isThere: true })
  })

  test('in the middle of a transaction, the transaction is done again', async () => {
    let tries = 0
    await inTransaction(unaudited, async (tx) => {
      tries += 1
      await insert(tx, 'middle')
      if (tries === 1) proxy.reset()
      await insert(tx, 'middle, later')
    })
    expect({ tries, isThere: await isThere('middle, later') }).toEqual({ tries: 2, isThere: true })
  })

  const cuts = [
    ['before its commit arrives', false],
    ['before its commit is acknowledged', true],
  ] as const

  test.each(cuts)('%s, a transaction says that its outcome is not known', async (when, isPassed) => {
    let tries = 0
    const work = inTransaction(unaudited, async (tx) => {
      tries += 1
      await insert(tx, when)
      proxy.cutAt('commit', { isPassed })
    })
    await expect(work).rejects.toBeInstanceOf(OutcomeUnknownError)
    expect({ tries, isThere: await isThere(when) }).toEqual({ tries: 1, isThere: isPassed })
  })

  test.each(cuts)('%s, a keyed transaction is done again', async (when, isPassed) => {
    let tries = 0
    await inTransaction(
      unaudited,
      async (tx) => {
        tries += 1
        await insertOnce(tx, `keyed, ${when}`)
        if (tries === 1) proxy.cutAt('commit', { isPassed })
      },
      { isKeyed: true },
    )
    expect({ tries, isThere: await isThere(`keyed, ${when}`) }).toEqual({ tries: 2, isThere: true })
  })

  test('while it writes outside of a transaction, the write says that its outcome is not known', async () => {
    proxy.cutAt('insert into marks', { isPassed: true })
    await expect(insert(database.db, 'alone')).rejects.toBeInstanceOf(OutcomeUnknownError)
    expect(await isThere('alone')).toBe(true)
  })

  test('is no connection of a server that is down for a moment: reads and transactions wait for it', async () => {
    await postgres.goAway()
    const reading = read()
    const writing = inTransaction(unaudited, (tx) => insert(tx, 'after the restart'))
    await postgres.comeBack()
    expect(await reading).toBe(1)
    await writing
    expect(await isThere('after the restart')).toBe(true)
  })

  test('is given back once where there is no other one for long', async () => {
    await read()
    proxy.cutAt('select 1 as one', { isPassed: false })
    const reading = read()
    await postgres.goAway()
    // Tries several times to connect in vain.
    await expect.poll(() => proxy.connections(), { timeout: 5000 }).toBeGreaterThan(3)
    await postgres.comeBack()
    expect(await reading).toBe(1)
  })

  test('leads to a server that became read-only: the connection is given up', async () => {
    await sql`alter database postgres set default_transaction_read_only = on`.execute(database.db)
    proxy.reset()
    const writing = inTransaction(unaudited, (tx) => insert(tx, 'read-only at first'))
    const admin = await openDatabase({ dataDir: '', databaseUrl: postgres.url, poolSize: 1 })
    await admin.pool.query('set default_transaction_read_only = off')
    await admin.pool.query('alter database postgres reset default_transaction_read_only')
    await admin.close()
    await writing
    expect(await isThere('read-only at first')).toBe(true)
  })
})
