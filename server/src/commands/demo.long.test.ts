import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { officeDefaults } from '../wiring/office-defaults.ts'
import { fillInstallation } from './demo.ts'

test('a demonstration is recreated with new keys; other installations are refused', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portale-demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [dataDir, keyFile] = [join(folder, 'data'), join(folder, 'secrets', 'master.key')]
  const settings = readSettings({ DATA_DIR: dataDir, MASTER_KEY_FILE: keyFile, LOG_LEVEL: 'silent' }, officeDefaults)
  const keys = () => readdirSync(join(folder, 'secrets'))
  await expect(fillInstallation(settings, { isReset: true })).rejects.toThrow('There is no installation')
  expect(await fillInstallation(settings, { isReset: false, size: { cases: 2, associations: 1 } })).toMatchObject({
    code: 0,
  })
  const former = readFileSync(keyFile, 'utf8')
  expect(await fillInstallation(settings, { isReset: true, size: { cases: 3, associations: 1 } })).toMatchObject({
    code: 0,
    lines: [
      expect.stringContaining('former master key'),
      expect.stringMatching(/^3 invented cases/),
      expect.anything(),
    ],
  })
  expect(readFileSync(keyFile, 'utf8')).not.toBe(former)
  expect(keys()).toHaveLength(2)
  await unmark(dataDir)
  await expect(fillInstallation(settings, { isReset: true })).rejects.toThrow('not marked as a demonstration')
  expect(keys()).toHaveLength(2)
  const refused = await fillInstallation(settings, { isReset: false })
  expect(refused).toEqual({ code: 1, lines: [expect.stringContaining('cases of its own')] })
})

async function unmark(dataDir: string) {
  const database = await openDatabase({ dataDir })
  await database.pool.query('delete from demo_marks')
  await database.close()
}
