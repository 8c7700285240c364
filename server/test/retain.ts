import pino from 'pino'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/database.ts'
import { readMasterKey } from '#platform/protection/master-key.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { officeDefaults } from '../src/wiring/office-defaults.ts'
import { createServices } from '../src/wiring/services.ts'

// Runs retention as a process that prints how many cases are pseudonymised, so that a test can kill it midway: the embedded engine,
// which has one session, counts between two transactions.
const settings = readSettings(process.env, officeDefaults)
const database = await openDatabase({ dataDir: settings.dataDir })
const { key: masterKey } = readMasterKey(settings)
const log = pino({ level: 'silent' })
const { retention } = await createServices({ settings, database, masterKey, clock: systemClock, log })
let isEnded = false
const counts = (async () => {
  for (let last = ''; !isEnded; ) {
    const { rows } = await database.pool.query('select count(*) from cases where pseudonymised_at is not null')
    if (rows[0].count !== last) process.stdout.write(`${rows[0].count}\n`)
    last = rows[0].count
  }
})()
await retention.run()
isEnded = true
await counts
await database.close()
