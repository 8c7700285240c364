import pino from 'pino'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/database.ts'
import { readMasterKey } from '#platform/protection/master-key.ts'
import { readSettings } from '#platform/settings.ts'
import { officeDefaults } from '../src/office-defaults.ts'
import { createServices } from '../src/services.ts'

// A process of its own that lets go what is over, and says when it begins: so that it can be killed in the middle.
const settings = readSettings(process.env, officeDefaults)
const database = await openDatabase({ dataDir: settings.dataDir })
const { key: masterKey } = readMasterKey(settings)
const log = pino({ level: 'silent' })
const { retention } = await createServices({ settings, database, masterKey, clock: systemClock, log })
process.stdout.write('begins\n')
await retention.run()
await database.close()
