import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeLargeOffice } from '../src/demo/large/write-office.ts'
import { demoPeople } from '../src/features/session/demo-people.ts'
import { findPostgresBinaries, type PostgresServer, startPostgres } from './postgres-server.ts'
import { clientOf } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const cartella = 'ufficio'
const path = '/v1/migrazione/importazione-ufficio'
const cases = 400

let postgres: PostgresServer | undefined
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder.path, 'import'))
  await writeLargeOffice(join(folder.path, 'import', cartella), {
    cases,
    years: 10,
    fileEvery: 3,
    today: new Date(),
  })
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  await folder.remove()
})

const env = () => ({ DATABASE_URL: postgres?.url ?? '', AUTH_MOCK: 'on', IMPORT_DIR: join(folder.path, 'import') })
const start = () => spawnServer({ dataDir: folder.path, env: env() })

async function query(text: string) {
  const client = new pg.Client({ connectionString: postgres?.url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
const countKeys = async (): Promise<number> =>
  (await query('select count(*)::int as count from transfer_keys'))[0].count

/** Resolves when more than `keys` records are there, or `isEnded`. */
async function isFurther(keys: number, isEnded: () => boolean): Promise<void> {
  while (!isEnded() && (await countKeys()) <= keys) await delay(20)
  await delay(Math.random() * 100)
}

/** The tables that an import fills, with what must be unique in them. */
async function expectNoDoubles(): Promise<void> {
  const [counts] = await query(`select
    (select count(*)::int from cases) as cases,
    (select count(distinct (protocol_year, protocol_number))::int from cases) as numbers,
    (select count(*)::int from reports) as reports,
    (select count(*)::int from transfer_keys where kind = 'case') as keys,
    (select count(*)::int from case_events) as events,
    (select count(*)::int from transfer_keys where kind = 'caseEvent') as event_keys,
    (select count(*)::int from case_messages) as messages,
    (select count(*)::int from transfer_keys where kind = 'message') as message_keys,
    (select count(*)::int from attachments) as attachments,
    (select count(*)::int from files where claimed_at is not null) as files,
    (select count(*)::int from transfer_keys where kind = 'attachment') as file_keys`)
  expect(counts).toMatchObject({ numbers: counts.cases, reports: counts.cases, keys: counts.cases })
  expect(counts).toMatchObject({ event_keys: counts.events, message_keys: counts.messages })
  expect(counts).toMatchObject({ files: counts.attachments, file_keys: counts.attachments })
}

/** Runs `npm run import` as a process. */
function importByCommand() {
  const manager = demoPeople.find(({ roles }) => roles.join() === 'manager')?.taxCode ?? ''
  const args = ['scripts/import.mjs', join(folder.path, 'import', cartella), '--by', manager]
  const { PATH = '', HOME = '' } = process.env
  const own = { PATH, HOME, DATA_DIR: folder.path, MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), ...env() }
  const child = spawn(process.execPath, args, { cwd: root, env: own, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  let hasEnded = false
  const ended = new Promise<number | null>((resolve) =>
    child.on('close', (code) => {
      hasEnded = true
      resolve(code)
    }),
  )
  return { child, ended, hasEnded: () => hasEnded, output: () => output }
}

test.skipIf(!process.env.CI && findPostgresBinaries() === undefined)(
  'kills of the server and of the command during an import leave no doubles, and the next attempt goes on',
  async () => {
    if (!postgres) return
    const first = start()
    const client = clientOf(await first.ready)
    const headers = await client.asManager()
    await client.call('POST', `${path}/controllo`, { cartella }, headers)
    const state = async (of: typeof client, own: Record<string, string>) =>
      (await of.call('GET', path, undefined, own)).body.result.cartelle[0]
    await expect.poll(async () => (await state(client, headers)).flag_importabile, { timeout: 300_000 }).toBe(1)
    await client.call('POST', path, { cartella }, headers)
    await isFurther(0, () => false)
    first.signal('SIGKILL')
    await first.ended
    const counts = [await countKeys()]
    await expectNoDoubles()
    for (let round = 0; round < 2; round++) {
      const server = start()
      await server.ready
      await isFurther(counts.at(-1) ?? 0, () => false)
      server.signal('SIGKILL')
      await server.ended
      counts.push(await countKeys())
      await expectNoDoubles()
    }
    const killed = importByCommand()
    await isFurther(counts.at(-1) ?? 0, killed.hasEnded)
    killed.child.kill('SIGKILL')
    await killed.ended
    counts.push(await countKeys())
    await expectNoDoubles()
    const last = importByCommand()
    expect(await last.ended, last.output()).toBe(0)
    await expectNoDoubles()
    expect((await query('select count(*)::int as count from cases'))[0].count).toBe(cases)
    // The kills were in the middle.
    const all = await countKeys()
    expect(counts.filter((count) => count > 0 && count < all).length).toBeGreaterThan(1)
    expect(counts).toEqual([...counts].sort((one, other) => one - other))
    const runs = await query("select state from runs where kind = 'transfer_import'")
    expect(runs).toEqual([{ state: 'done' }])
  },
  600_000,
)
