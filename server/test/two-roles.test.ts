import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#platform/settings/settings.ts'
import { archiveInDatabase, readArguments } from '../src/commands/audit-archive.ts'
import { officeDefaults } from '../src/wiring/office-defaults.ts'
import { addMonth } from './audit-months.ts'
import { findPostgresBinaries, type PostgresServer, startPostgres } from './postgres-server.ts'
import { clientOf, listedCodes } from './run-client.ts'
import { type ServerProcess, spawnServer, temporaryFolder } from './run-server.ts'

const isMissing = !process.env.CI && findPostgresBinaries() === undefined

const run = promisify(execFile)
/** Path of a PostgreSQL program: next to the server's, else on the PATH. */
const programOf = (name: string) =>
  [findPostgresBinaries() ?? '', ...(process.env.PATH ?? '').split(delimiter)]
    .map((folder) => join(folder, name))
    .find(existsSync) ?? ''
const [pgDump, pgRestore] = [programOf('pg_dump'), programOf('pg_restore')]
const hasDump = pgDump !== '' && pgRestore !== ''
if (!isMissing && !hasDump) process.stderr.write('\nSKIPPED: pg_dump is not installed; backups are not tested.\n\n')

describe.skipIf(isMissing)('a PostgreSQL database whose tables belong to another role', { timeout: 60_000 }, () => {
  let postgres: PostgresServer
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let as: (role: string, database?: string) => string
  let app: pg.Pool
  let owner: pg.Pool

  beforeAll(async () => {
    const started = await startPostgres()
    if (!started) throw new Error('PostgreSQL is not installed.')
    postgres = started
    folder = await temporaryFolder()
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query('create role portal_owner login; create role portal_app login')
    await admin.query('create database portal owner portal_owner')
    await admin.query('create database restored owner portal_owner')
    await admin.end()
    as = (role, database = 'portal') => started.urlOf(role, database)
    app = new pg.Pool({ connectionString: as('portal_app') })
    owner = new pg.Pool({ connectionString: as('portal_owner') })
    for (const pool of [app, owner]) pool.on('error', () => {})
  })
  afterAll(async () => {
    await Promise.all([app.end(), owner.end()])
    await postgres.stop()
    await folder.remove()
  })

  const masterKey = randomBytes(32).toString('base64')
  const both = () => ({
    DATABASE_URL: as('portal_app'),
    DATABASE_OWNER_URL: as('portal_owner'),
    MASTER_KEY: masterKey,
  })
  const production = () => ({
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://127.0.0.1:0',
    MASTER_KEY: masterKey,
  })

  test('is migrated by the owner; under the other role the server accepts and lists reports, sends mails and chains entries', async () => {
    const server = spawnServer({ dataDir: folder.path, env: { ...both(), AUTH_MOCK: 'on' } })
    const client = clientOf(await server.ready)
    const { status, body } = await client.submit()
    expect(status).toBe(200)
    expect(await listedCodes(client)).toEqual([body.result.codice])
    const headers = await client.asManager()
    const left = (table: string, where: string) => async () =>
      (await app.query(`select from ${table} where ${where}`)).rowCount
    await expect.poll(left('audit_pending', 'true'), { timeout: 10_000 }).toBe(0)
    await expect.poll(left('mails', 'sent_at is null'), { timeout: 10_000 }).toBe(0)
    const { body: found } = await client.call('GET', '/v1/audit/verifica', undefined, headers)
    expect(found.result).toMatchObject({ integro: 1, anelli: 5 })
    expect({ end: await server.stop(), stderr: server.stderr() }).toEqual({ end: 0, stderr: '' })
    const { rows } = await app.query(
      `select distinct tableowner from pg_tables where schemaname in ('public', 'pgboss')`,
    )
    expect(rows).toEqual([{ tableowner: 'portal_owner' }])
    expect(server.stdout()).not.toMatch(/job failed|permission denied/)
  })

  test.each([
    "update audit_entries set action = 'nothing'",
    'delete from audit_entries',
    'truncate audit_entries',
    'delete from audit_entries_default',
    'update audit_links set position = position + 1',
    'delete from audit_links',
    'delete from audit_seals',
    'truncate audit_links, audit_seals',
    'update audit_keys set public_key = private_key',
    'delete from audit_keys',
    'delete from audit_head',
    "select setval('audit_entries_id_seq', 1000)",
    "select nextval('audit_entries_id_seq')",
    'alter table audit_entries disable trigger all',
    'drop table audit_entries',
    'set session_replication_role = replica',
    'create table mine (id int)',
    "update open_data_years set numbers = '{}'",
    'delete from open_data_years',
    "insert into audit_archives values ('2024-01-01', 0, sha256('x'), now(), 1)",
    'delete from audit_archives',
    'alter table audit_entries detach partition audit_entries_default',
    'drop table audit_entries_default',
  ])('refuses the application: %s', async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    "update audit_entries set action = 'nothing'",
    'delete from audit_entries',
    'truncate audit_entries',
    'truncate audit_links',
    'update audit_seals set number = 0',
    'update audit_archives set entries = 0',
    'truncate audit_archives',
  ])('refuses even the owner: %s', async (statement) => {
    await expect(owner.query(statement)).rejects.toMatchObject({ code: '42501', message: /append-only/ })
  })

  test('lets the application create the log’s partitions in advance', async () => {
    const months = async () =>
      (await app.query(`select from pg_tables where tablename ~ '^audit_entries_[0-9]'`)).rowCount ?? 0
    const before = await months()
    await app.query('select make_audit_partitions(30)')
    expect(await months()).toBe(before + 6)
    await expect(app.query('delete from audit_entries_default')).rejects.toMatchObject({ code: '42501' })
  })

  describe('with a month to archive', () => {
    const archiveAs = (role: 'portal_app' | 'portal_owner') =>
      archiveInDatabase(
        readArguments(['2024-01', folder.path]),
        readSettings({ ...both(), DATABASE_OWNER_URL: as(role), DATA_DIR: folder.path }, officeDefaults),
      )
    let server: ServerProcess
    beforeAll(async () => {
      await addMonth(owner, '2024-01')
      // As after an interruption between detaching and dropping.
      await owner.query('create table audit_entries_2023_01 (like audit_entries)')
      server = spawnServer({ dataDir: folder.path, env: { ...both(), AUTH_MOCK: 'on' } })
      await server.ready
    })
    afterAll(async () => {
      await server.stop()
      await owner.query('drop table audit_entries_2023_01')
    })

    test('lets nobody archive it as the application', async () => {
      await app.query(`insert into audit_entries (at, action, outcome)
        select '2024-01-05Z'::timestamptz + i * interval '1 minute', 'case_read', 'done' from generate_series(1, 3000) as i`)
      const countPending = async () => (await app.query('select from audit_pending')).rowCount
      await expect.poll(countPending, { timeout: 20_000 }).toBe(0)
      await expect(archiveAs('portal_app')).rejects.toMatchObject({ code: '42501' })
      expect((await app.query('select from audit_archives')).rowCount).toBe(0)
    })

    test('has a detached month that the application cannot even read', async () => {
      await expect(app.query('select from audit_entries_2023_01')).rejects.toMatchObject({ code: '42501' })
    })

    test('has it archived by the owner while a server and others write, and the log stays whole', async () => {
      let isArchived = false
      const written: number[] = []
      const write = async () => {
        while (!isArchived) {
          const client = await app.connect()
          await client.query('begin')
          await client.query('select max(at) from audit_entries')
          await client.query(`insert into audit_entries (at, action, outcome) values (now(), 'case_read', 'done')`)
          await client.query('commit')
          client.release()
          written.push(1)
        }
      }
      const writers = [write(), write(), write()]
      const lines = await archiveAs('portal_owner').finally(() => {
        isArchived = true
      })
      await Promise.all(writers)
      expect(lines[0]).toMatch(/^2024-01 is archived in .*audit-2024-01.jsonl.gz: entries 3000, SHA-256 /)
      expect(written.length).toBeGreaterThan(0)
      const client = clientOf(await server.ready)
      const found = await client.call('GET', '/v1/audit/verifica', undefined, await client.asManager())
      expect(found.body.result).toMatchObject({ integro: 1, archivio: { mesi: 1, voci: 3000 } })
    })
  })

  test('has plain values cleared from its files by the owner', async () => {
    await owner.query('insert into plain_traces values (true)')
    const server = spawnServer({ dataDir: folder.path, env: { ...both(), AUTH_MOCK: 'on' } })
    await server.ready
    expect((await app.query('select from plain_traces')).rowCount).toBe(0)
    expect({ end: await server.stop(), stderr: server.stderr() }).toEqual({ end: 0, stderr: '' })
  })

  test('works in production under two roles; under one the server refuses to start with a sentence', async () => {
    const env = production()
    const server = spawnServer({ dataDir: folder.path, env: { ...env, ...both() } })
    // In production no captcha has a known answer.
    const answer = async () =>
      (await app.query('select answer from captcha_challenges order by id desc')).rows[0].answer
    expect((await clientOf(await server.ready, answer).submit()).status).toBe(200)
    const single = spawnServer({
      dataDir: folder.path,
      env: { ...env, DATABASE_URL: as('portal_owner'), DATABASE_OWNER_URL: as('portal_owner') },
    })
    expect(await single.ended).toBe(1)
    expect(single.stderr()).toMatch(/^The role "portal_owner" of DATABASE_URL could change or delete the audit log/m)
    await server.stop()
  })

  test.skipIf(!hasDump)('is dumped and restored by the owner; the server continues with an intact log', async () => {
    const dump = join(folder.path, 'portale.dump')
    const dumpAs = (role: string) => run(pgDump, ['--format=custom', `--file=${dump}`, as(role)])
    await expect(dumpAs('portal_app')).rejects.toThrow(/permission denied/)
    await dumpAs('portal_owner')
    await run(pgRestore, ['--no-owner', `--dbname=${as('portal_owner', 'restored')}`, dump])
    const elsewhere = await temporaryFolder()
    const env = {
      ...both(),
      DATABASE_URL: as('portal_app', 'restored'),
      DATABASE_OWNER_URL: as('portal_owner', 'restored'),
      AUTH_MOCK: 'on',
    }
    const server = spawnServer({ dataDir: elsewhere.path, env })
    const client = clientOf(await server.ready)
    expect((await client.submit()).status).toBe(200)
    const verified = await client.call('GET', '/v1/audit/verifica', undefined, await client.asManager())
    expect(verified.body.result).toMatchObject({ integro: 1 })
    expect(verified.body.result.anelli).toBeGreaterThan(4)
    const restored = new pg.Pool({ connectionString: as('portal_app', 'restored') })
    await expect(restored.query('delete from audit_entries')).rejects.toMatchObject({ code: '42501' })
    await restored.end()
    expect({ end: await server.stop(), stderr: server.stderr() }).toEqual({ end: 0, stderr: '' })
    await elsewhere.remove()
  })

  test('that DATABASE_OWNER_URL cannot reach stops the start with a sentence', async () => {
    const env = { ...both(), DATABASE_OWNER_URL: as('portal_nobody') }
    const server = spawnServer({ dataDir: folder.path, env })
    expect(await server.ended).toBe(1)
    expect(server.stderr()).toMatch(/DATABASE_OWNER_URL.*portal_nobody/)
  })
})
