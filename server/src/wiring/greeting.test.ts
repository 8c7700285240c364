import { expect, test } from 'vitest'
import { readSettings } from '#platform/settings/settings.ts'
import type { RunningServer } from '../server.ts'
import { greeting } from './greeting.ts'
import { officeDefaults } from './office-defaults.ts'

const said = (env: Readonly<Record<string, string>>, content: RunningServer['content'] = 'inUse') =>
  greeting(readSettings(env, officeDefaults), {
    address: 'http://127.0.0.1:3000/x/',
    engine: 'embedded',
    madeMasterKey: undefined,
    content,
    stop: async () => {},
  })

test('the greeting says that no antivirus is set, and nothing of one that is', () => {
  expect(said({})).toContain('Not configured: CLAMD_URL: no antivirus is set')
  expect(said({ CLAMD_URL: 'tcp://127.0.0.1:3310' })).not.toContain('antivirus')
})

test('the greeting names the demonstration where the office is empty, and how to begin again where it is filled', () => {
  expect(said({}, 'empty')).toContain('npm run demo\n')
  expect(said({}, 'demo')).toContain('npm run demo -- --reset')
  expect(said({}, 'inUse')).not.toContain('npm run demo')
  expect(said({ AUTH_MOCK: 'off' }, 'empty')).not.toContain('npm run demo')
})
