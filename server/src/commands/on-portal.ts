import { systemClock } from '#platform/clock.ts'
import { createLogger } from '#platform/logger.ts'
import { readMasterKey } from '#platform/protection/master-key.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { createServices, type Services } from '../wiring/services.ts'
import { onDatabase } from './command.ts'

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
    const { key: masterKey } = readMasterKey(settings, { mayMake: false })
    const log = createLogger('warn', process.stderr)
    return work(await createServices({ settings, database, masterKey, clock: systemClock, log }), masterKey)
  })
