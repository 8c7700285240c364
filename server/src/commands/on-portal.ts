import { fileURLToPath } from 'node:url'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { listMissing } from '#platform/database/migrate.ts'
import { createLogger } from '#platform/logger.ts'
import { readMasterKey } from '#platform/protection/master-key.ts'
import { serverFolder } from '#platform/server-folder.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { createServices, type Services } from '../wiring/services.ts'
import { onDatabase } from './command.ts'

const migrations = fileURLToPath(new URL('migrations', serverFolder))

/** Refuses a database that lacks migrations: a command changes no schema, the start of the portal does. */
export async function refuseUnmigrated({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const missing = await listMissing(pool, migrations)
  if (missing.length === 0) return
  const reason = `The database lacks ${missing.length} migrations, from ${missing[0]} on`
  throw new Error(`${reason}: start the portal of this version once (npm start), then give the command again.`)
}

/**
 * Runs a command with the services of the portal, whose database must exist. `whileServed` is the advice to print if a server
 * holds the embedded database.
 */
export const onPortal = <T>(
  settings: Settings,
  whileServed: string,
  work: (services: Services, masterKey: Buffer) => Promise<T>,
): Promise<T> =>
  onDatabase(settings, whileServed, async (database) => {
    await refuseUnmigrated(database)
    const { key: masterKey } = readMasterKey(settings, { mayMake: false })
    const log = createLogger('warn', process.stderr)
    return work(await createServices({ settings, database, masterKey, clock: systemClock, log }), masterKey)
  })
