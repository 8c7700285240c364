import pino from 'pino'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/database.ts'
import { readMasterKey } from '#platform/protection/master-key.ts'
import { readSettings } from '#platform/settings.ts'
import { officeDefaults } from '../src/office-defaults.ts'
import { createServices } from '../src/services.ts'

// Runs retention as a process that prints a line when it begins, so that a test can kill it midway.
const settings = readSettings(process.env, officeDefaults)
const database = await openDatabase({ dataDir: settings.dataDir })
const { key: masterKey } = readMasterKey(settings)
const log = pino({ level: 'silent' })
const { retention } = await createServices({ settings, database, masterKey, clock: systemClock, log })
process.stdout.write('begins\n')
await retention.run()
await database.close()
