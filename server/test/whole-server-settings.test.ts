import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spawnServer, temporaryFolder } from './run-server.ts'

test.each([
  ['a port that is no number', { PORT: 'abc' }, /^PORT is "abc", but must be a whole number from 0 to 65535\.$/m],
  ['a port too high', { PORT: '65536' }, /^PORT is "65536", but must be a whole number/m],
  ['a base path with a space', { OFFICE_SLUG: 'a b' }, /^OFFICE_SLUG is "a b", but must be \w.+$/m],
  ['links that are no JSON', { OFFICE_LINKS: '[{' }, /^OFFICE_LINKS is "\[\{", but must be JSON\.$/m],
  [
    'a database that is no address',
    { DATABASE_URL: 'mysql://db' },
    /^DATABASE_URL is "mysql:\/\/db", but must be .*postgres/m,
  ],
  [
    'signing in without SPID in production',
    { NODE_ENV: 'production', AUTH_MOCK: 'on', PUBLIC_URL: 'https://portale.example' },
    /^AUTH_MOCK is "on", but production .* SPID\.$/m,
  ],
  ['production without its address', { NODE_ENV: 'production' }, /^PUBLIC_URL is missing: production must .+$/m],
  ['two faults at once', { PORT: '-1', LOG_LEVEL: 'loud' }, /^PORT is "-1".*\nLOG_LEVEL is "loud"/m],
])('%s stops the start with a sentence and leaves nothing behind', async (_fault, env, sentence) => {
  const folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const server = spawnServer({ dataDir, env })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toMatch(/^The settings are wrong; nothing was started\.$/m)
  expect(server.stderr()).toMatch(sentence)
  expect(server.stdout()).toBe('')
  expect(existsSync(dataDir)).toBe(false)
  await folder.remove()
})
