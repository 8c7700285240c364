import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCase } from '@portal/contract'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp, testMasterKey } from '../../test/build-app.ts'
import { reportOnWire } from '../../test/make.ts'
import { handleKeys } from './keys.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const keys = async (...args: string[]) => {
  const { code, lines } = await handleKeys(portal.services, testMasterKey, args)
  return { code, text: lines.join('\n') }
}
const newestEntry = async () =>
  (
    await portal.database.pool.query(
      'select action, record_kind, record_ids from audit_entries order by id desc limit 1',
    )
  ).rows[0]

test('lists the keys with their number of rows', async () => {
  const { code, text } = await keys('list')
  expect(code).toBe(0)
  expect(text).toMatch(/^key \d+, made 20.*: \d+ rows, seals what is new$/m)
  expect(text).toContain('plain: 0 rows')
})

test('makes a key, and refuses to retire one in use', async () => {
  const old = portal.services.vault.ring.newest().id
  expect((await keys('new')).text).toMatch(/^Key \d+ seals from now on/)
  const { id } = portal.services.vault.ring.newest()
  expect(await newestEntry()).toMatchObject({ action: 'key_made', record_ids: [String(id)] })
  expect(await keys('retire', String(old))).toMatchObject({ code: 1, text: expect.stringContaining('is needed') })
  expect(await keys('retire', String(id))).toMatchObject({ code: 1 })
  expect(await keys('retire', '4711')).toEqual({ code: 1, text: 'There is no key 4711.' })
})

test('seals the key ring under a new master key in a new file, and all data can be decrypted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portale-keys-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'next.key')
  const { body } = await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())
  expect((await keys('change-master', file)).code).toBe(0)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const next = Buffer.from(await readFile(file, 'utf8'), 'base64')
  await expect(startTestApp({ beside: portal })).rejects.toThrow(/master key does not open/)
  const after = await startTestApp({ beside: portal, masterKey: next })
  const { values } = await (await after.as('manager')).call(getCase, { params: { id: body.result.id_segnalazione } })
  expect(values.lastName).toBe("D'Angelo")
  await after.close()
  expect(await keys('change-master', file)).toMatchObject({ code: 1, text: expect.stringContaining('exists already') })
})

test.each([[], ['help'], ['change-master']])('prints its usage for invalid arguments (%s)', async (...args) => {
  expect(await keys(...args)).toMatchObject({ code: 1, text: expect.stringContaining('npm run keys -- list') })
})
