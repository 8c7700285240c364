import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { lockDataFolder } from '#platform/database/data-folder-lock.ts'
import { startTestApp, type TestApp } from '../../test/build-app.ts'
import { reportOnWire } from '../../test/make.ts'
import { handleRetention, runRetention } from './retention.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

/** Every row of every table, as text. */
async function everything(): Promise<Record<string, string[]>> {
  const { pool } = portal.database
  const tables = await pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1`)
  const dump: Record<string, string[]> = {}
  for (const { name } of tables.rows)
    dump[name] = (await pool.query(`select t::text as row from ${name} as t order by 1`)).rows.map(({ row }) => row)
  return dump
}

async function makeDue(): Promise<void> {
  for (const closedAt of ['2010-05-05', '2014-03-03']) {
    const { body } = await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())
    await portal.database.pool.query("update cases set status = 'closed', closed_at = $1 where id = $2", [
      closedAt,
      body.result.id_segnalazione,
    ])
  }
  await portal.database.pool.query("insert into request_counts values ('report', 'n', '2026-01-01', 1)")
}

test('a dry run tells by rule how many would go and the oldest, and changes nothing', async () => {
  await makeDue()
  const before = await everything()
  const lines = await handleRetention(portal.services.retention, true)
  expect(lines).toContain('closedCases (pseudonymise after 10 years): 2, the oldest of 2010-05-05')
  expect(lines).toContain('requestCounts (delete after 1 hour): 1, the oldest of 2026-01-01')
  expect(lines).toContain('endedSessions (delete at once): 0')
  expect(await everything()).toEqual(before)
})

test('without it the same records are removed, and their numbers printed', async () => {
  const lines = await handleRetention(portal.services.retention, false)
  expect(lines).toContain('closedCases: 2')
  expect(lines).toContain('requestCounts: 1')
  expect(await handleRetention(portal.services.retention, true)).toContain(
    'closedCases (pseudonymise after 10 years): 0',
  )
})

/** What the command says on the standard error, and its exit code. */
async function runIn(dataDir: string, ...args: string[]) {
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('DATABASE_URL', '')
  const said: string[] = []
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  onTestFinished(() => {
    spy.mockRestore()
    vi.unstubAllEnvs()
  })
  return { code: await runRetention(args), said: said.join('') }
}

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'portale-retention-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

test('a folder without a database is reported, and stays without one', async () => {
  const dataDir = await folder()
  expect(await runIn(join(dataDir, 'none'), '--dry-run')).toEqual({
    code: 1,
    said: expect.stringContaining('There is no database in'),
  })
})

test('a database that a server uses is reported, with the hint that the server removes the data itself', async () => {
  const dataDir = await folder()
  await mkdir(join(dataDir, 'pg'))
  const lock = await lockDataFolder(dataDir)
  onTestFinished(() => lock.release())
  const { code, said } = await runIn(dataDir)
  expect(code).toBe(1)
  expect(said).toMatch(/in use by another program[\s\S]*does this by itself every night/)
})

test('a word that the command does not know is refused', async () => {
  expect(await runIn(await folder(), '--dryrun')).toMatchObject({ code: 1, said: expect.stringContaining('--dryrun') })
})
