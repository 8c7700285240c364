import { access, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverDatabase } from './engines.ts'
import { clientOf } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

test('a lost master key is reported and not replaced, and its copy decrypts everything again', async () => {
  const folder = await temporaryFolder()
  const database = await serverDatabase()
  const [dataDir, file] = [join(folder.path, 'data'), join(folder.path, 'secrets', 'master.key')]
  await mkdir(dataDir)
  const start = () => spawnServer({ dataDir, env: { ...database.env, MASTER_KEY: '', MASTER_KEY_FILE: file } })
  const first = start()
  const { body } = await clientOf(await first.ready).submit()
  expect(first.stdout()).toContain(`A master key was made: ${file}`)
  await first.stop()

  await rename(file, `${file}.copy`)
  const without = start()
  await expect(without.ready).rejects.toThrow(/The master key is missing: put its copy back as .*master\.key/)
  await expect(access(file)).rejects.toThrow()

  await rename(`${file}.copy`, file)
  const again = start()
  const client = clientOf(await again.ready)
  const path = `/v1/segnalazioni/dettaglio/${body.result.id_segnalazione}`
  const read = await client.call('GET', path, undefined, await client.asManager())
  expect(read.body.result.personaFisica.cognome).toBe("D'Angelo")
  await again.stop()
  await database.remove()
  await rm(folder.path, { recursive: true, force: true })
}, 60_000)
