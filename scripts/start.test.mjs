import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tsImport } from 'tsx/esm/api'
import { expect, onTestFinished, test } from 'vitest'
import { defaultAddress, errorOfPort, findFreePort } from './free-port.mjs'
import { errorOfNode, neededNode } from './node-version.mjs'
import { root } from './stamp.mjs'

test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('Node %s is supported', (version) => {
  expect(errorOfNode(version, neededNode)).toBeUndefined()
})

test.each(['20.18.3', '18.20.4', '9.11.2'])('Node %s is refused with a message that names both versions', (version) => {
  expect(errorOfNode(version, neededNode)).toMatch(`needs Node 20.19 or newer, and this is Node ${version}`)
})

test('package.json has the same oldest version of Node', () => {
  expect(JSON.parse(readFileSync(`${root}package.json`, 'utf8')).engines.node).toBe(neededNode)
})

test('a port in use is refused with a message, and a free one is not', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => holder.close())
  await once(holder, 'listening')
  const denial = await errorOfPort({ PORT: String(holder.address().port) })
  expect(denial).toMatch(/^Port \d+ on 127\.0\.0\.1 is taken by another program\. .+PORT=3001 npm start$/)
  expect(await errorOfPort({ PORT: String(await findFreePort()) })).toBeUndefined()
})

test('the server itself reports an invalid port, like every wrong setting', async () => {
  expect(await errorOfPort({ PORT: 'many' })).toBeUndefined()
})

test('the default address is the one that the server listens on', async () => {
  const { settingsTable } = await tsImport('../server/src/platform/settings/settings.ts', import.meta.url)
  const { officeDefaults } = await tsImport('../server/src/wiring/office-defaults.ts', import.meta.url)
  const { HOST, PORT } = settingsTable(officeDefaults)
  expect(defaultAddress).toEqual({ HOST: HOST.fallback, PORT: PORT.fallback })
})
