import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createInTransaction } from '#platform/database/transaction.ts'
import { openVault } from '#platform/protection/vault.ts'
import { prepareDatabase } from '../src/wiring/prepare-database.ts'
import { fillRegister } from './fill-register.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { clientOf } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

const migrations = fileURLToPath(new URL('../migrations', import.meta.url))
const master = Buffer.alloc(32, 7)
const associations = 20_000
/** Three of five, and that of the demonstration. */
const enrolled = 12_001

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let postgres: PostgresServer
beforeAll(async () => {
  const started = await startPostgres()
  if (!started) throw new Error('PostgreSQL is not installed.')
  postgres = started
  folder = await temporaryFolder()
  const database = await openDatabase({ dataDir: folder.path, databaseUrl: postgres.url })
  await migrate(database.pool, migrations)
  await prepareDatabase(database.db as never)
  const log = pino({ level: 'silent' })
  const vault = await openVault({ db: database.db, inTransaction: createInTransaction(database.db), master, log })
  await fillRegister(database, vault, associations)
  await database.close()
}, 300_000)
afterAll(async () => {
  await postgres.stop()
  await folder.remove()
})

test('an export of a node that is killed goes on at another one', { timeout: 300_000 }, async () => {
  const spawn = () =>
    spawnServer({
      dataDir: folder.path,
      env: { DATABASE_URL: postgres.url, AUTH_MOCK: 'on', MASTER_KEY: master.toString('base64') },
    })
  const [doomed, other] = [spawn(), spawn()]
  const client = clientOf(await doomed.ready)
  const survivor = clientOf(await other.ready)
  const headers = await client.asManager()
  // Stopped, it cannot take the export.
  other.signal('SIGSTOP')
  const { body } = await client.call('POST', '/v1/report/start-pg', {}, headers)
  const path = `/v1/report/stato/${body.result.numero_univoco}`
  const stateOf = async (from: typeof client) => (await from.call('GET', path, undefined, headers)).body.result
  let state = await stateOf(client)
  while (state.percentuale < 10) state = await stateOf(client)
  expect(state).toMatchObject({ stato: 'in_corso' })
  doomed.signal('SIGKILL')
  await doomed.ended
  other.signal('SIGCONT')
  const killedAt = performance.now()
  const seconds = () => ((performance.now() - killedAt) / 1000).toFixed(1)
  const events: string[] = []
  let last = ''
  for (
    state = await stateOf(survivor);
    state.stato === 'in_corso' || state.stato === 'in_coda';
    state = await stateOf(survivor)
  ) {
    const now = `${state.stato} ${state.percentuale} ${state.in_attesa_di ?? ''}`
    if (now !== last) events.push(`${seconds()} s: ${now}`)
    last = now
    await delay(200)
  }
  process.stderr.write(`\nAfter the kill: ${events.join('; ')}; ended after ${seconds()} s\n`)
  expect(state).toMatchObject({ stato: 'pronta', righe: enrolled })
  expect(events.length).toBeGreaterThan(1)
  await other.stop()
})
