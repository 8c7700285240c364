import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerJob } from '#features/associations/nightly.ts'
import { connectDatabase, type Database } from '#platform/database/database.ts'
import { createInTransaction } from '#platform/database/transaction.ts'
import { openVault } from '#platform/protection/vault.ts'
import { fillRegister } from './fill-register.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

const associations = 3000
const master = Buffer.alloc(32, 7)

let postgres: PostgresServer | undefined
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: Database
beforeAll(async () => {
  postgres = await startPostgres()
  folder = await temporaryFolder()
  if (!postgres) return
  const connection = { host: postgres.folder, user: 'postgres', database: 'postgres' }
  database = connectDatabase({ connection, engine: 'postgres', poolSize: 2 })
})
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
  await folder.remove()
})

const startServer = (url: string) =>
  spawnServer({ dataDir: folder.path, env: { DATABASE_URL: url, MASTER_KEY: master.toString('base64') } })

const fill = async () => {
  const inTransaction = createInTransaction(database.db)
  const log = pino({ level: 'silent' })
  await fillRegister(database, await openVault({ db: database.db, inTransaction, master, log }), associations)
}

/** Asks for a night; returns the id of its job. */
const askForNight = async (pool: pg.Pool): Promise<string> =>
  (await pool.query('insert into pgboss.job (name) values ($1) returning id', [registerJob])).rows[0].id

/** Counts the associations that the night has done, those it has yet to do, and those that it left half done or did twice. */
async function look(pool: pg.Pool) {
  const { rows } = await pool.query(`
    select count(*) filter (where done = 1)::int as done, count(*) filter (where done = 0)::int as due,
      count(*) filter (where done is null)::int as broken
    from (
      select case
          when status = 'expired' and letters = '{expiry}' and events = 1 and mails = 1 then 1
          when status = 'enrolled' and letters = '{renewal_reminder}' and events = 1 and mails = 1 then 1
          when status = 'enrolled' and letters = '{}' and events = 0 then 0
        end as done
      from associations a,
        lateral (select coalesce(array_agg(kind), '{}') as letters, count(mail_id) as mails
          from association_letters where association_id = a.id) l,
        lateral (select count(*) as events from association_events where association_id = a.id) e
      where a.id >= 1000000 and a.id % 5 < 3 and (a.id - 1000000) % 3 < 2) seen`)
  return rows[0] as { done: number; due: number; broken: number }
}

test('six kills during the night leave each association whole, and the next night does the rest once', async ({
  skip,
}) => {
  if (!postgres) return skip()
  const { pool } = database
  const first = startServer(postgres.url)
  await first.ready
  await fill()
  const { due } = await look(pool)
  expect(due).toBeGreaterThan(1000)
  await first.stop()
  const seen: number[] = []
  for (let round = 0; round < 6; round++) {
    const server = startServer(postgres.url)
    await server.ready
    const before = (await look(pool)).done
    await askForNight(pool)
    while ((await look(pool)).done === before) await delay(20)
    await delay(Math.random() * 150)
    server.signal('SIGKILL')
    await server.ended
    const { done, broken } = await look(pool)
    expect({ round, broken }).toEqual({ round, broken: 0 })
    seen.push(done)
  }
  // Every kill comes during the work, not after it.
  expect(seen.at(-1)).toBeLessThan(due)
  const server = startServer(postgres.url)
  await server.ready
  const job = await askForNight(pool)
  const isDone = async () =>
    (await pool.query('select state from pgboss.job where id = $1', [job])).rows[0]?.state === 'completed'
  while (!(await isDone())) await delay(100)
  expect(await look(pool)).toEqual({ done: due, due: 0, broken: 0 })
  await server.stop()
}, 300_000)
