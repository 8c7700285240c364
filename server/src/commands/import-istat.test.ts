import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { lockDataFolder } from '#platform/database/data-folder-lock.ts'
import type { Database } from '#platform/database/database.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { testDatabase } from '../../test/engines.ts'
import { officeDefaults } from '../wiring/office-defaults.ts'
import { importFile, importList } from './import-istat.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const titles = [
  'Codice Comune formato alfanumerico',
  'Denominazione in italiano',
  'Denominazione altra lingua',
  'Sigla automobilistica',
  'Codice Catastale del comune',
].join(';')

/** The lines of an official file equal to the database. */
async function currentLines(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(';', m.istat_code, m.name, coalesce(m.other_name, ''), p.abbreviation, m.belfiore) as line
    from municipalities m join provinces p on p.id = m.province_id where m.valid_until is null
    order by m.belfiore`.execute(database.db)
  return rows.map(({ line }) => line)
}

const fileOf = (lines: readonly string[]) => new TextEncoder().encode([titles, ...lines].join('\r\n'))
const importLines = (lines: readonly string[]) => importList(database, fileOf(lines), '2026-11-20')

test('a list with one renamed and one missing municipality is imported and counted, and its second run changes nothing', async () => {
  const [, ...rest] = await currentLines()
  const lines = rest.map((line) => (line.endsWith(';RM;H501') ? line.replace(';Roma;', ';Roma Capitale;') : line))
  const first = await importLines(lines)
  expect(first).toMatchObject({ isImported: true })
  expect(first.lines).toEqual(
    ['added: 0', 'renamed: 1', 'moved: 0', 'closed: 1', 'reopened: 0'].concat(`unchanged: ${lines.length - 1}`),
  )
  const { lines: counts } = await importLines(lines)
  expect(counts.at(-1)).toBe(`unchanged: ${lines.length}`)
})

test('an invalid list is refused with its line numbers, and nothing is imported', async () => {
  const before = await currentLines()
  const [first = '', second = '', ...rest] = before
  const bad = [first, second.replace(/;[A-Z]{2};/, ';XX;'), ...rest.slice(1), `${rest[0]};`]
  const { isImported, lines } = await importLines(bad)
  expect(isImported).toBe(false)
  expect(lines).toEqual([
    'Nothing was imported.',
    "Line 3: unknown province 'XX'",
    `Line ${bad.length + 1}: 6 columns instead of 5`,
  ])
  expect(await currentLines()).toEqual(before)
})

test('the command refuses a data folder that a server uses', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portale-import-'))
  const lock = await lockDataFolder(dataDir)
  onTestFinished(async () => {
    await lock.release()
    await rm(dataDir, { recursive: true })
  })
  const file = join(dataDir, 'list.csv')
  await writeFile(file, fileOf([]))
  const settings = readSettings({ DATA_DIR: dataDir }, officeDefaults)
  await expect(importFile(file, settings)).rejects.toThrow(
    /data folder .* is in use by another program \(process \d+\)/,
  )
})
