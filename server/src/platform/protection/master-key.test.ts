import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { officeDefaults } from '../../wiring/office-defaults.ts'
import { readSettings, SettingsError } from '../settings/settings.ts'
import { readMasterKey } from './master-key.ts'

const key = randomBytes(32)
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portale.example.org',
  DATABASE_URL: 'postgres://app@db/portale',
  DATABASE_OWNER_URL: 'postgres://owner@db/portale',
}

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'portale-key-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}
const read = (env: Record<string, string>) => readMasterKey(readSettings(env, officeDefaults))

test('the setting MASTER_KEY is the key, in either alphabet of base64', () => {
  expect(read({ MASTER_KEY: key.toString('base64') }).key).toEqual(key)
  expect(read({ MASTER_KEY: key.toString('base64url') }).key).toEqual(key)
})

test.each(['short', randomBytes(31).toString('base64'), randomBytes(33).toString('base64'), `${key.toString('hex')}`])(
  'a MASTER_KEY that is none is refused without being repeated',
  (wrong) => {
    expect(() => read({ MASTER_KEY: wrong })).toThrow(/^MASTER_KEY is wrong, but must be 32 bytes in base64\.$/)
  },
)

test('the demonstration creates its key at the first start, readable by its owner alone, and keeps it', async () => {
  const file = join(await folder(), 'secrets', 'master.key')
  const made = read({ MASTER_KEY_FILE: file })
  expect(made.madeIn).toBe(file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readFile(file, 'utf8')).trim()).toBe(made.key.toString('base64'))
  expect(read({ MASTER_KEY_FILE: file })).toEqual({ key: made.key })
})

test('the default file is outside the data folder', () => {
  const { masterKeyFile, dataDir } = readSettings({}, officeDefaults)
  expect(masterKeyFile).toMatch(/[/\\]secrets[/\\]master\.key$/)
  expect(masterKeyFile.startsWith(dataDir)).toBe(false)
})

test('production without a key refuses to start, and creates none', async () => {
  const file = join(await folder(), 'master.key')
  expect(() => read({ ...production, MASTER_KEY_FILE: file })).toThrow(SettingsError)
  expect(() => read({ ...production, MASTER_KEY_FILE: file })).toThrow(/There is no master key: set MASTER_KEY/)
  await expect(stat(file)).rejects.toThrow()
})

test('production refuses a key file that others can read', async () => {
  const file = join(await folder(), 'master.key')
  await writeFile(file, key.toString('base64'), { mode: 0o600 })
  expect(read({ ...production, MASTER_KEY_FILE: file }).key).toEqual(key)
  await chmod(file, 0o640)
  expect(() => read({ ...production, MASTER_KEY_FILE: file })).toThrow(/can be read by others/)
})

test('a key file with other content is named in the error', async () => {
  const file = join(await folder(), 'master.key')
  await writeFile(file, 'not a key')
  expect(() => read({ MASTER_KEY_FILE: file })).toThrow(`${file} (MASTER_KEY_FILE) must hold 32 bytes in base64`)
})
