import { systemClock } from '#platform/clock.ts'
import { createLogger } from '#platform/logger.ts'
import { readMasterKey } from '#platform/protection/master-key.ts'
import type { Settings } from '#platform/settings.ts'
import { onDatabase } from '../command.ts'
import { createServices, type Services } from '../services.ts'

/**
 * Opens the portal of the settings for a command: its database, which must be there, and its services. `whileServed` says
 * what to do while a server holds the embedded database.
 */
export const onPortal = <T>(
  settings: Settings,
  whileServed: string,
  work: (services: Services, masterKey: Buffer) => Promise<T>,
): Promise<T> =>
  onDatabase(settings, whileServed, async (database) => {
    const { key: masterKey } = readMasterKey(settings, { mayMake: false })
    const log = createLogger('warn', process.stderr)
    return work(await createServices({ settings, database, masterKey, clock: systemClock, log }), masterKey)
  })
