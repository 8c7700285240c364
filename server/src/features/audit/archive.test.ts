import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isInLog, listArchives, type Month, parseMonth } from '#platform/audit/archive.store.ts'
import { archiveFileOf, archiveMonth, verifyArchive } from '#platform/audit/archive.ts'
import { insertEntries } from '#platform/audit/audit.store.ts'
import { verifyAudit } from '#platform/audit/verify.ts'
import type { Db } from '#platform/database/transaction.ts'
import { addMonth } from '../../../test/audit-months.ts'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'

const monthNamed = (text: string): Month => {
  const month = parseMonth(text)
  if (!month) throw new Error(`${text} is no month.`)
  return month
}
const january = monthNamed('2024-01')

let portal: TestApp
let folder: string
beforeAll(async () => {
  portal = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'portale-archive-'))
  for (const month of ['2024-01', '2024-02', '2026-09', '2026-11']) await addMonth(portal.database.pool, month)
  // The second entry of February is chained between those of January, as one that was committed late.
  await write('2024-01-05', '2024-01-31', '2024-02-01', '2024-01-31', '2024-02-10')
  await write('2024-02-11', '2026-09-01')
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

/** Adds an entry at noon of each day and chains them in one batch. */
async function write(...days: readonly string[]) {
  await addEntries(days)
  await portal.services.chainer.run()
}
const addEntries = (days: readonly string[]) =>
  insertEntries(
    portal.services.db,
    days.map((day, index) => ({
      at: new Date(`${day}T12:00:00Z`),
      userId: 1,
      role: 'manager' as const,
      action: 'case_read',
      outcome: 'done' as const,
      recordKind: 'case' as const,
      recordIds: [index + 1, 7],
      requestId: '00000000-0000-4000-8000-000000000000',
      network: '203.0.113.0/24',
      changedFields: ['groundId'],
    })),
  )

const archive = (month: string, isYoungAllowed = false) =>
  archiveMonth({
    database: portal.database,
    clock: portal.clock,
    month: monthNamed(month),
    folder,
    isYoungAllowed,
  })
const verify = () => verifyAudit(portal.services.db)
const rowsOf = async (statement: string) => (await portal.database.pool.query(statement)).rows

class Undone extends Error {}

/** What a verification finds after a change by the superuser, which is undone. */
async function foundAfter(statements: string, look: (tx: Db) => Promise<unknown> = verifyAudit) {
  let found: unknown
  const work = portal.services.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statements).execute(tx)
    found = await look(tx)
    throw new Undone()
  })
  await expect(work).rejects.toBeInstanceOf(Undone)
  return found
}

describe('a month is not archived', () => {
  test.each([
    ['2026-11', 'that is not over', /is not over/],
    ['2026-09', 'that is young', /younger than 24 months/],
    ['2023-05', 'without a partition', /no partition of 2023-05/],
  ])('%s, %s', async (month, _what, sentence) => {
    await expect(archive(month)).rejects.toThrow(sentence)
  })

  test('while its entries wait to be chained', async () => {
    await addEntries(['2024-02-12'])
    await expect(archive('2024-02')).rejects.toThrow(/wait to be chained/)
    await portal.services.chainer.run()
  })

  test('while its entries are in the default partition', async () => {
    await write('2022-03-01')
    await expect(archive('2022-03')).rejects.toThrow(/default partition.*never moved/)
  })

  test('while its partition has an entry that the chain lacks', async () => {
    const slipIn = `insert into audit_entries (at, action, outcome) values ('2024-02-20Z', 'case_read', 'done')`
    await portal.database.pool.query(slipIn)
    await portal.database.pool.query('delete from audit_pending')
    await expect(archive('2024-02')).rejects.toThrow(/The chain has 4 entries of 2024-02, and the partition 5/)
    expect(await rowsOf('select from audit_archives')).toEqual([])
    await portal.database.pool.query(
      `begin; set local session_replication_role = replica; delete from audit_entries where at = '2024-02-20Z'; commit`,
    )
  })
})

describe('an archived month', () => {
  let links: number
  beforeAll(async () => {
    links = (await verify()).links
    await archive('2024-01')
  })

  test('stays confirmed while its entry of the log is being chained', async () => {
    const { db, chainer } = portal.services
    const [found] = await listArchives(db)
    if (!found) throw new Error('There is no archive.')
    const chainsAfterEach: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await chainer.run()
        return result
      },
    }
    expect(await isInLog(db.withPlugin(chainsAfterEach), found)).toBe(true)
    expect(await rowsOf('select from audit_pending')).toEqual([])
  })

  test('is in the file alone; its links and an entry of the log stay, and the log is whole', async () => {
    expect(await rowsOf(`select to_regclass('audit_entries_2024_01') as partition`)).toEqual([{ partition: null }])
    expect(await rowsOf(`select from audit_entries where at < '2024-02-01Z' and at >= '2024-01-01Z'`)).toEqual([])
    expect(await verify()).toMatchObject({
      isWhole: true,
      links: links + 1,
      archived: { months: 1, entries: 3, until: '2024-01-31' },
    })
    const [row] = await rowsOf(`select encode(sha256, 'hex') as digest from audit_archives`)
    expect(
      await rowsOf(`select record_kind, record_ids, changed_fields from audit_entries where action = 'audit_archived'`),
    ).toEqual([{ record_kind: 'retention', record_ids: ['202401'], changed_fields: [`sha256:${row.digest}`] }])
  })

  test('has its entries in the order of the chain in the file', () => {
    const lines = gunzipSync(readFileSync(archiveFileOf(folder, january)))
      .toString()
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line).position)).toEqual([1, 2, 4])
    const [first, second] = lines.map((line) => JSON.parse(line))
    expect(second.before).toBe(first.digest)
    expect(first.entry).toMatchObject({ at: '2024-01-05T12:00:00.000Z', action: 'case_read', recordIds: [1, 7] })
  })

  test('is not archived again', async () => {
    await expect(archive('2024-01')).rejects.toThrow(/archived already/)
  })

  // biome-ignore format: a table
  test.each([
    ['a link deleted',                  { kind: 'linkMissing', position: 2 },       'delete from audit_links where position = 2'],
    ['the digest of its last link changed', { kind: 'entryChanged', position: 5 }, `update audit_links set digest = sha256('x') where position = 4`],
    ['an entry of another month deleted', { kind: 'entryMissing', position: 3 },    'delete from audit_entries where id = (select entry_id from audit_links where position = 3)'],
    ['the row of the archive deleted',  { kind: 'entryMissing', position: 1 },      'delete from audit_archives'],
    ['the number of its entries changed', { kind: 'archiveIncomplete' },            'update audit_archives set entries = 2'],
    ['its digest changed',              { kind: 'archiveForged' },                  `update audit_archives set sha256 = sha256('x')`],
    ['its month changed',               { kind: 'entryMissing', position: 1 },      `update audit_archives set month = '2024-03-01'`],
    ['a month that was never archived', { kind: 'archiveForged' },
      `delete from audit_entries where at >= '2024-02-01Z' and at < '2024-03-01Z';
       insert into audit_archives select '2024-02-01', 4, sha256, archived_at, entry_id + 1 from audit_archives`],
    ['a link with an entry of the month added', { kind: 'archiveIncomplete' },
      `update audit_links set entry_at = '2024-01-31T12:00:00Z' where position = 3;
       update audit_entries set at = '2024-01-31T12:00:00Z' where id = (select entry_id from audit_links where position = 3);
       delete from audit_entries where id = (select entry_id from audit_links where position = 3)`],
  ] as const)('%s is found', async (_what, found, statements) => {
    expect(await foundAfter(statements)).toMatchObject({ isWhole: false, found })
  })

  test('is verified from its file; a changed, missing, added or damaged line is named', async () => {
    const file = archiveFileOf(folder, january)
    const whole = readFileSync(file)
    const check = () => verifyArchive(portal.services.db, file, january)
    expect(await check()).toMatchObject({ month: '2024-01-01', entries: 3 })
    const lines = gunzipSync(whole).toString().trimEnd().split('\n')
    const writeLines = (changed: readonly string[]) => writeFileSync(file, gzipSync(`${changed.join('\n')}\n`))
    const [first = '', second = '', third = ''] = lines
    for (const [changed, sentence] of [
      [[first, second.replace('case_read', 'case_sent'), third], /line 2: the entry does not give its digest/],
      [[first, third], /line 2: the chain has entry \d+ at position 2 here/],
      [[first, second], /lacks the entry at position 4/],
      [[...lines, third], /line 4: the chain has no entry of this month/],
      [[first, '{}', third], /line 2: it is no entry of an archive/],
      [[`${first} `, second, third], /its SHA-256 is another/],
    ] as const) {
      writeLines(changed)
      await expect(check()).rejects.toThrow(sentence)
    }
    writeFileSync(file, whole.subarray(0, 200))
    await expect(check()).rejects.toThrow(/cannot be read/)
    writeFileSync(file, whole)
    await check()
  })

  test('has its digests in the file too, where nothing after them in the chain depends on one alone', async () => {
    const change = `update audit_links set digest = sha256('x') where position = 1`
    expect(await foundAfter(change)).toMatchObject({ isWhole: true })
    const check = (tx: Db) =>
      verifyArchive(tx, archiveFileOf(folder, january), january).catch((error: Error) => error.message)
    expect(await foundAfter(change, check)).toMatch(/line 1: its digest is not that of the chain/)
  })

  test('on its days only its links are counted', async () => {
    const { isWhole, links } = await verifyAudit(portal.services.db, { day: '2024-01-31' })
    expect({ isWhole, links }).toEqual({ isWhole: true, links: 2 })
  })

  test('whose partition was detached and not dropped is finished by the next call, with the file that it was', async () => {
    const archived = await archive('2024-02')
    await portal.database.pool.query('create table audit_entries_2024_02 (like audit_entries)')
    const file = archiveFileOf(folder, monthNamed('2024-02'))
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, 100))
    await expect(archive('2024-02')).rejects.toThrow(/cannot be read/)
    expect(await rowsOf(`select to_regclass('audit_entries_2024_02') is null as missing`)).toEqual([{ missing: false }])
    writeFileSync(file, whole)
    expect(await archive('2024-02')).toEqual(archived)
    expect(await rowsOf(`select to_regclass('audit_entries_2024_02') is null as missing`)).toEqual([{ missing: true }])
  })

  test('whose entry of the log waits or is archived itself stays confirmed', async () => {
    expect(await verify()).toMatchObject({ isWhole: true, waiting: 1 })
    expect(await foundAfter(`update audit_archives set sha256 = sha256('x') where month = '2024-02-01'`)).toMatchObject(
      { found: { kind: 'archiveForged' } },
    )
    await portal.services.chainer.run()
    portal.clock.set(new Date('2027-01-10T10:00:00Z'))
    await archive('2026-11', true)
    await portal.services.chainer.run()
    expect(await rowsOf(`select from audit_entries where action = 'audit_archived'`)).toHaveLength(1)
    expect(await verify()).toMatchObject({ isWhole: true, archived: { months: 3, until: '2026-11-30' } })
    expect(await foundAfter(`update audit_archives set sha256 = sha256('x') where month = '2024-01-01'`)).toMatchObject(
      { found: { kind: 'archiveForged' } },
    )
  })
})
