import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { addDemoPeople } from '#features/session/demo-people.ts'
import { systemClock } from '#platform/clock.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { createLogger } from '#platform/logger.ts'
import { readSettings, type Settings } from '#platform/settings/settings.ts'
import { officeDefaults } from '../src/wiring/office-defaults.ts'
import { readyDatabase } from '../src/wiring/ready-database.ts'
import { createServices } from '../src/wiring/services.ts'
import { builtTemplate } from './built-template.ts'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

/** An installation on the embedded engine in a temporary folder, which nothing has open. */
export interface SmallOffice {
  /** A folder for what the test makes. */
  readonly folder: string
  readonly settings: Settings
  /** The ids of its three files. */
  readonly fileIds: readonly string[]
  onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

/** Makes an office with sealed accounts, three files, and a chained audit log. */
export async function makeSmallOffice(): Promise<SmallOffice> {
  const folder = await mkdtemp(join(tmpdir(), 'portale-office-'))
  const dataDir = join(folder, 'data')
  const masterKey = Buffer.alloc(32, 7)
  const env = { DATA_DIR: dataDir, MASTER_KEY: masterKey.toString('base64') }
  const settings = readSettings(env, officeDefaults)
  async function onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase({ dataDir, templateFile: builtTemplate() })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  const fileIds = await onDatabase(async (database) => {
    await readyDatabase(database, settings, migrationsFolder)
    const log = createLogger('silent')
    const services = await createServices({ settings, database, masterKey, clock: systemClock, log })
    await addDemoPeople(services.inTransaction, services.vault)
    const ids: string[] = []
    for (const text of ['uno', 'due', 'tre'])
      ids.push((await services.files.keep(fileNamed(`${text}.txt`), Readable.from([Buffer.from(text)]))).id)
    await services.audit.job('key_made', async (recorder) => recorder.record('key', [1]))
    await services.chainer.run()
    await services.parsers.close()
    return ids
  })
  return { folder, settings, fileIds, onDatabase, remove: () => rm(folder, { recursive: true }) }
}

const fileNamed = (name: string) => ({ name, mediaType: 'text/plain', purpose: 'upload', madeBy: null }) as const
