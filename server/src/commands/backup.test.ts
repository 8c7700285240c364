import { appendFile, cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockDataFolder } from '#platform/database/data-folder-lock.ts'
import { openDatabase } from '#platform/database/database.ts'
import { makeSmallOffice, type SmallOffice } from '../../test/small-office.ts'
import { handleBackup, handleCheck, handleRestore } from './backup.ts'

let office: SmallOffice
let backup: string
beforeAll(async () => {
  office = await makeSmallOffice()
  backup = join(office.folder, 'backup')
})
afterAll(() => office.remove())

const inFolder = (name: string) => ({ ...office.settings, dataDir: join(office.folder, name) })
const text = async (report: Promise<{ lines: readonly string[] }>) => (await report).lines.join('\n')

test('a backup is checked, states its content and has no master key', async () => {
  const { code, lines } = await handleBackup(office.settings, backup)
  expect({ code, text: lines.join('\n') }).toEqual({
    code: 0,
    text: expect.stringMatching(/3 files.*1 links of the audit log/),
  })
  expect((await readdir(backup)).sort()).toEqual(['audit-head.json', 'files', 'files.sha256', 'manifest.json', 'pg'])
  await expect(handleBackup(office.settings, backup)).rejects.toThrow('is not empty')
})

test('a restore refuses an office that is there, and moves it aside when it is asked to', {
  timeout: 120_000,
}, async () => {
  const settings = inFolder('restored')
  expect(await text(handleRestore(settings, backup, 'check'))).toContain('can be restored')
  expect(await handleRestore(settings, backup, 'fill')).toMatchObject({ code: 0 })
  await expect(handleRestore(settings, backup, 'fill')).rejects.toThrow('has content already')
  expect(await text(handleRestore(settings, backup, 'replace'))).toContain('What was there is in')
  expect((await readdir(settings.dataDir)).filter((name) => !name.startsWith('replaced-')).sort()).toEqual([
    'audit-head.json',
    'files',
    'pg',
  ])
})

test('a folder without a manifest is no backup', async () => {
  const partial = join(office.folder, 'partial')
  await cp(backup, partial, { recursive: true })
  await rm(join(partial, 'manifest.json'))
  await expect(handleRestore(inFolder('other'), partial, 'fill')).rejects.toThrow('is no complete backup')
})

test('a changed file of a backup is named, and nothing is restored', async () => {
  const changed = join(office.folder, 'changed')
  await cp(backup, changed, { recursive: true })
  await appendFile(join(changed, 'pg', 'PG_VERSION'), ' ')
  await writeFile(join(changed, 'audit-head.json'), '{}')
  const settings = inFolder('refused')
  const { code, lines } = await handleRestore(settings, changed, 'fill')
  expect({ code, lines: lines.slice(1) }).toEqual({
    code: 1,
    lines: ['audit-head.json differs from what the backup wrote.', 'pg/PG_VERSION differs from what the backup wrote.'],
  })
  expect(await readdir(settings.dataDir)).toEqual([])
})

test('a running server is left alone', async () => {
  const lock = await lockDataFolder(office.settings.dataDir)
  await expect(handleBackup(office.settings, join(office.folder, 'never'))).rejects.toThrow('in use by another program')
  await lock.release()
})

test('the check names each value that does not open, each file, and an audit log that is cut', async () => {
  const settings = inFolder('restored')
  const [missing = ''] = office.fileIds
  await damage(settings.dataDir, missing)
  const { code, lines } = await handleCheck(settings)
  expect(code).toBe(1)
  expect(lines).toEqual([
    expect.stringMatching(/^The audit log is broken .*chainCut/),
    expect.stringMatching(/^users 1: the column lastName does not open\.$/),
    expect.stringMatching(new RegExp(`^File ${missing}: The store has no object`)),
  ])
})

async function damage(dataDir: string, fileId: string) {
  const database = await openDatabase({ dataDir })
  await database.pool.query(
    'update users set last_name = set_byte(last_name, length(last_name) - 1, get_byte(last_name, length(last_name) - 1) # 1) where id = 1',
  )
  const { rows } = await database.pool.query('select stored_name from files where id = $1', [fileId])
  await database.close()
  const name: string = rows[0].stored_name
  await rm(join(dataDir, 'files', name.slice(0, 2), name))
  await writeFile(join(dataDir, 'audit-head.json'), JSON.stringify({ position: 99, digest: 'a'.repeat(64) }))
}
