import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { prepareJobs } from '#platform/job-queues.ts'
import { readOutbox } from '#platform/mail/transport.ts'
import { leakFinder, type PlantedPerson, plantPeople } from './planted.ts'
import { clientOf } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

const people = plantPeople(20)
const migrations = fileURLToPath(new URL('../migrations', import.meta.url))

/** A data folder of the version before sealing, with reports and an unsent mail. */
async function makeOldFolder(dataDir: string, scratch: string) {
  const old = join(scratch, 'migrations')
  await mkdir(old, { recursive: true })
  for (const name of (await readdir(migrations)).filter((file) => file < '0004'))
    await cp(join(migrations, name), join(old, name))
  const database = await openDatabase({ dataDir })
  await migrate(database.pool, old)
  await prepareJobs(database.db, {})
  for (const [index, person] of people.entries()) await insertPlain(database.pool, index + 1, person)
  // PostgreSQL does this by itself: its statistics contain samples of the values.
  await database.pool.query('analyze')
  await database.close()
  const outbox = join(dataDir, 'outbox')
  await mkdir(outbox)
  for (const [index, { mail, phrase }] of people.entries())
    await writeFile(
      join(outbox, `${String(index).padStart(6, '0')}.eml${index === 0 ? '.part' : ''}`),
      `To: ${mail}\n\n${phrase}\n`,
    )
}

/** What the next start would have to clear; queried while a server runs. */
async function tracesIn(dataDir: string) {
  const client = new pg.Client({ host: dataDir, user: 'postgres', database: 'postgres' })
  await client.connect()
  const { rowCount } = await client.query('select from plain_traces')
  await client.end()
  return rowCount
}

/** Planted values that files of the folder still contain. */
async function leaksIn(folder: string): Promise<string[]> {
  const finder = leakFinder(
    people.flatMap(({ name, taxCode, mail, phone, phrase }) => [name, taxCode, mail, phone, phrase]),
  )
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  // The write-ahead log still contains earlier values, which it overwrites in time (docs/security.md).
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('pg_wal'))
  const leaks: string[] = []
  for (const { parentPath, name } of files)
    leaks.push(...finder.find(await readFile(join(parentPath, name))).map((value) => `${name}: ${value}`))
  return leaks
}

type Pool = Awaited<ReturnType<typeof openDatabase>>['pool']

async function insertPlain(pool: Pool, number: number, { name, mail, phone, phrase, taxCode }: PlantedPerson) {
  const { rows } = await pool.query(
    `insert into cases (protocol_year, protocol_number, created_at, reporter_type_id, language_id, channel_id)
     values (2026, $1, now(), 1, 1, 2) returning id`,
    [number],
  )
  await pool.query(
    `insert into reports (case_id, received_at, pin_hash, profile, last_name, birth_date, city, email, phone, message)
     values ($1, now(), 'salt.digest', 1, $2, '1990-02-28', 8501, $3, $4, $5)`,
    [rows[0].id, name, mail, phone, phrase],
  )
  await pool.query('insert into mails (recipient, subject, body, queued_at) values ($1, $2, $3, now())', [
    mail,
    'x',
    phrase,
  ])
  await pool.query(`insert into users (tax_code, first_name, last_name) values ($1, $2, $2)`, [taxCode, name])
}

let made: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  made = await temporaryFolder()
  await makeOldFolder(join(made.path, 'data'), made.path)
}, 120_000)
afterAll(() => made.remove())

/** Copies the old folder, since filling one takes as long as two starts. */
async function copyOldFolder() {
  const folder = await temporaryFolder()
  await cp(join(made.path, 'data'), folder.path, { recursive: true })
  return folder
}

test('a folder of the previous version is sealed at the first start, before any request, and nothing is lost', async () => {
  const folder = await copyOldFolder()
  const server = spawnServer({ dataDir: folder.path })
  const client = clientOf(await server.ready)
  const manager = await client.asManager()
  const state = await client.call('GET', '/v1/migrazione/dati-sensibili', undefined, manager)
  expect(state.body.result.righe_in_chiaro).toBe(0)
  for (const [index, person] of people.entries()) {
    const { body } = await client.call('GET', `/v1/segnalazioni/dettaglio/${index + 1}`, undefined, manager)
    expect(body.result).toMatchObject({
      resoconto_fatti: person.phrase,
      personaFisica: {
        cognome: person.name,
        data_nascita: '1990-02-28T00:00:00.000Z',
        anagrafica: { email: person.mail, recapito_pri: person.phone, id_citta: 8501 },
      },
    })
    const found = await client.call(
      'POST',
      '/v1/segnalazioni/integrazione-segnalazione-view-pag',
      { filtri: { nominativo: person.name, resoconto_fatti: person.phrase } },
      manager,
    )
    expect(found.body.result.listaView.map((row: { id_segnalazione: number }) => row.id_segnalazione)).toContain(
      index + 1,
    )
  }
  await server.stop()
  expect(await leaksIn(folder.path)).toEqual([])
  const letters = await readOutbox(join(folder.path, 'outbox'), Buffer.alloc(32, 7))
  for (const [index, { phrase }] of people.entries())
    if (index > 0)
      expect(letters).toContainEqual({
        name: `${String(index).padStart(6, '0')}.eml`,
        source: expect.stringContaining(phrase),
      })
  await folder.remove()
}, 120_000)

test('the next start finishes a first start that was killed between sealing and clearing the files', async () => {
  const folder = await copyOldFolder()
  const killed = spawnServer({ dataDir: folder.path })
  await expect.poll(killed.stdout, { interval: 1, timeout: 60_000 }).toContain('sealed what was plain')
  killed.signal('SIGKILL')
  expect(await killed.ended).toBe('SIGKILL')
  expect(killed.stdout()).not.toContain('the files hold nothing plain')
  const server = spawnServer({ dataDir: folder.path })
  await server.ready
  expect(server.stdout()).toContain('the files hold nothing plain')
  expect(await tracesIn(folder.path)).toBe(0)
  await server.stop()
  expect(await leaksIn(folder.path)).toEqual([])
  await folder.remove()
}, 120_000)
