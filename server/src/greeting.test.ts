import { expect, test } from 'vitest'
import { readSettings } from '#platform/settings.ts'
import { greeting } from './greeting.ts'
import { officeDefaults } from './office-defaults.ts'

const said = (env: Readonly<Record<string, string>>) =>
  greeting(readSettings(env, officeDefaults), {
    address: 'http://127.0.0.1:3000/x/',
    engine: 'embedded',
    madeMasterKey: undefined,
    stop: async () => {},
  })

test('the greeting says that no antivirus is set, and nothing of one that is', () => {
  expect(said({})).toContain('Not configured: CLAMD_URL: no antivirus is set')
  expect(said({ CLAMD_URL: 'tcp://127.0.0.1:3310' })).not.toContain('antivirus')
})
