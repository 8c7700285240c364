import { parseArgs } from 'node:util'
import type { RetentionRule } from '@portal/contract'
import type { Retention } from '#features/retention/retention.service.ts'
import { systemClock } from '#platform/clock.ts'
import { createLogger } from '#platform/logger.ts'
import { readMasterKey } from '#platform/protection/master-key.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { createServices } from '../wiring/services.ts'
import { onDatabase, runCommand } from './command.ts'
import { refuseUnmigrated } from './on-portal.ts'

const isDryRun = (args: readonly string[]): boolean =>
  parseArgs({ args: [...args], options: { 'dry-run': { type: 'boolean', default: false } } }).values['dry-run']

const day = (instant: Date) => instant.toISOString().slice(0, 10)

function planOf({ name, action, amount, unit, due, oldest }: RetentionRule): string {
  const term = amount === 0 ? 'at once' : `after ${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`
  return `${name} (${action} ${term}): ${due}${oldest ? `, the oldest of ${day(oldest)}` : ''}`
}

/** Prints the number of records due for each rule; without the dry run, removes them and prints the numbers. */
export async function handleRetention(retention: Retention, isDry: boolean): Promise<string[]> {
  if (isDry) return ['Nothing was changed. What is due:', ...(await retention.overview()).map(planOf)]
  return Object.entries(await retention.run()).map(([rule, count]) => `${rule}: ${count}`)
}

const whileServed = 'A server that runs does this by itself every night, and RUP sees there what is due.'

const handleOnDatabase = (settings: Settings, isDry: boolean): Promise<string[]> =>
  onDatabase(settings, whileServed, async (database) => {
    // A dry run must not migrate the database, so no run does.
    await refuseUnmigrated(database)
    const { key: masterKey } = readMasterKey(settings, { mayMake: false })
    const log = createLogger('warn', process.stderr)
    const services = await createServices({ settings, database, masterKey, clock: systemClock, log })
    return handleRetention(services.retention, isDry)
  })

/** The command `npm run retention`; returns the exit code. */
export const runRetention = (args: readonly string[]): Promise<0 | 1> =>
  runCommand(async (settings) => ({ code: 0, lines: await handleOnDatabase(settings, isDryRun(args)) }))
