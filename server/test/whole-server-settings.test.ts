import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spawnServer, temporaryFolder } from './run-server.ts'

test.each([
  [
    'cannot be written',
    '/dev/null/data',
    {},
    /^Nothing can be written into \/dev\/null\/data \(DATA_DIR\): ENOTDIR.*$/m,
  ],
  [
    'is on a full disk',
    undefined,
    { DISK_RESERVE_MB: '1000000000' },
    /^The disk of .* \(DATA_DIR\) is full: \d+ MB are free/m,
  ],
])('a data folder that %s stops the start with a sentence', async (_error, path, env, sentence) => {
  const folder = await temporaryFolder()
  const server = spawnServer({ dataDir: path ?? join(folder.path, 'data'), env: env as Record<string, string> })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toMatch(sentence)
  await folder.remove()
})

// settings.test.ts tests each sentence; this tests the process.
test.each([
  [
    'signing in without SPID in production',
    { NODE_ENV: 'production', AUTH_MOCK: 'on', PUBLIC_URL: 'https://portale.example' },
    /^AUTH_MOCK is "on", but production .* SPID\.$/m,
  ],
  ['two faults at once', { PORT: '-1', LOG_LEVEL: 'loud' }, /^PORT is "-1".*\nLOG_LEVEL is "loud"/m],
])('%s stops the start with a sentence and leaves nothing behind', async (_error, env, sentence) => {
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
