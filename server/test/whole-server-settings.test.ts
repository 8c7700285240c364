import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spawnServer, temporaryFolder } from './run-server.ts'

// Each sentence is in settings.test.ts; this is what a process does with them.
test.each([
  [
    'signing in without SPID in production',
    { NODE_ENV: 'production', AUTH_MOCK: 'on', PUBLIC_URL: 'https://portale.example' },
    /^AUTH_MOCK is "on", but production .* SPID\.$/m,
  ],
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
