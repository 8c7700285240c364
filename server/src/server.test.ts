import { expect, test } from 'vitest'
import { readSettings } from '#platform/settings/settings.ts'
import { addressOf } from './server.ts'
import { officeDefaults } from './wiring/office-defaults.ts'

test.each([
  [{}, 'http://127.0.0.1:3000/unar/'],
  [{ HOST: '192.0.2.7', OFFICE_SLUG: 'parita' }, 'http://192.0.2.7:3000/parita/'],
  [{ HOST: '0.0.0.0' }, 'http://localhost:3000/unar/'],
  [{ PUBLIC_URL: 'https://portale.example' }, 'https://portale.example/unar/'],
])('with %j the portal is reached at %s', (env, address) => {
  expect(addressOf(3000, readSettings(env, officeDefaults))).toBe(address)
})
