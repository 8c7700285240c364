import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealReport } from '#features/reports/reports.store.ts'
import { sealedReports } from '#features/reports/sealed-reports.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createInTransaction, unaudited } from '#platform/database/transaction.ts'
import { insertSealedRows } from '#platform/protection/sealed-rows.ts'
import { columnName } from '#platform/protection/sealed-table.ts'
import { openVault } from '#platform/protection/vault.ts'
import { prepareDatabase } from '../src/wiring/prepare-database.ts'
import { temporaryFolder } from './run-server.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const master = Buffer.alloc(32, 7)
const cases = 4000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

async function onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir: folder.path })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Inserts cases closed eleven years ago, with their reports. */
async function fill(database: Database) {
  await migrate(database.pool, `${root}server/migrations`)
  await prepareDatabase(database.db as never)
  const { rows } = await database.pool.query(
    `insert into cases (protocol_year, protocol_number, status, created_at, closed_at, reporter_type_id, language_id, channel_id)
     select 2014, n, 'closed', now() - interval '12 years', now() - interval '11 years', 1 + n % 3, 1, 2
     from generate_series(1, $1::int) as n returning id`,
    [cases],
  )
  const inTransaction = createInTransaction(database.db)
  const vault = await openVault({ db: database.db, inTransaction, master, log: pino({ level: 'silent' }) })
  const reports = rows.map(({ id: caseId }: { id: number }) =>
    sealReport(vault, {
      caseId,
      receivedAt: new Date('2014-05-06T07:08:09.000Z'),
      pinHash: 'salt.digest',
      profile: 1 + (caseId % 3),
      nation: 105,
      firstName: 'Zenobia',
      lastName: `Quattrocchi${caseId}`,
      birthDate: '1990-02-28',
      email: `z${caseId}@example.it`,
      eventDate: '2014-04-17',
      message: 'Un fatto di molti anni fa.',
    }),
  )
  await inTransaction(unaudited, (tx) => insertSealedRows(tx, ...reports))
}

const sealed = sealedReports.sealed.map(columnName)

/** Counts cases that are unchanged, pseudonymised, or neither. */
async function look({ pool }: Database) {
  const isWhole = `pseudonymised_at is null and ${['last_name', 'message', 'pin_hash'].map((name) => `r.${name} is not null`).join(' and ')} and t.id is not null`
  const isDone = `pseudonymised_at is not null and ${sealed.map((name) => `r.${name} is null`).join(' and ')} and t.id is null and r.age_band = '18-24' and r.event_date = '2014-04-01'`
  const { rows } = await pool.query(`
    select count(*) filter (where ${isWhole})::int as whole, count(*) filter (where ${isDone})::int as done,
      count(*)::int as "all" from cases join reports r on r.case_id = cases.id left join report_tokens t on t.id = r.case_id`)
  const { whole, done, all } = rows[0] as { whole: number; done: number; all: number }
  return { whole, done, half: all - whole - done }
}

/** The statistics that must not change. */
const count = async ({ pool }: Database) =>
  (
    await pool.query(
      'select status, profile, nation, count(*)::int from cases join reports on case_id = cases.id group by 1, 2, 3 order by 1, 2, 3',
    )
  ).rows

/** Starts retention in a process; `counts` are the pseudonymised cases after each batch, until it ends. */
function runRetention() {
  const env = { PATH: process.env.PATH, DATA_DIR: folder.path, MASTER_KEY: master.toString('base64') }
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/test/retain.ts'], {
    cwd: root,
    env,
    stdio: [...stdio],
  })
  return {
    child,
    counts: createInterface({ input: child.stdout as Readable })[Symbol.asyncIterator](),
    ended: once(child, 'exit') as Promise<[number | null]>,
  }
}

/** Resolves with milliseconds when another batch is done; undefined if the process ended before. */
async function nextBatch(counts: AsyncIterator<string>): Promise<number | undefined> {
  const start = performance.now()
  let first: string | undefined
  for (;;) {
    const { value, done } = await counts.next()
    if (done) return undefined
    first ??= value
    if (value !== first) return performance.now() - start
  }
}

test('twenty kills during retention leave every case unchanged or pseudonymised, and the next run finishes', async () => {
  await onDatabase(fill)
  const before = await onDatabase(count)
  const seen: number[] = []
  let killedAtWork = 0
  let batchMs = 0
  for (let round = 0; round < 20; round++) {
    const { child, counts, ended } = runRetention()
    await nextBatch(counts)
    // The first round measures how long a batch takes; the others are killed during one.
    if (round === 0) batchMs = (await nextBatch(counts)) ?? 0
    await delay(Math.random() * batchMs)
    if (child.exitCode === null) killedAtWork += 1
    child.kill('SIGKILL')
    await ended
    const { done, half } = await onDatabase(look)
    expect({ round, half }).toEqual({ round, half: 0 })
    seen.push(done)
  }
  // Most kills must happen during the work.
  expect(killedAtWork).toBeGreaterThan(10)
  expect(seen.filter((done) => done > 0 && done < cases).length).toBeGreaterThan(10)
  const [code] = await runRetention().ended
  expect(code).toBe(0)
  expect(await onDatabase(look)).toEqual({ whole: 0, done: cases, half: 0 })
  expect(await onDatabase(count)).toEqual(before)
}, 1_200_000)
