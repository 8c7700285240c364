import { parseArgs } from 'node:util'
import { systemClock } from '#platform/clock.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { findTemplate } from '#platform/database/template.ts'
import { createLogger } from '#platform/logger.ts'
import { readMasterKey } from '#platform/protection/master-key.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { findOfficeContent, markAsDemo } from '../demo/demo-mark.store.ts'
import { fillOffice } from '../demo/fill-office.ts'
import { fillLargeOffice, type LargeSize, largeDemo } from '../demo/large/fill-large-office.ts'
import { sampleCount } from '../demo/register/sample-associations.ts'
import { resetInstallation } from '../demo/reset-installation.ts'
import { isWithoutKeys } from '../server.ts'
import { readyDatabase } from '../wiring/ready-database.ts'
import { type CommandReport, root, runCommand } from './command.ts'

/** How many records the demonstration has. */
interface DemoSize {
  readonly cases: number
  readonly associations: number
}
const wholeDemo: DemoSize = { cases: 300, associations: sampleCount }
const migrations = `${root}server/migrations`

const failure = (...lines: readonly string[]): CommandReport => ({ code: 1, lines })

/** Why an installation with these settings cannot be a demonstration; undefined if it can. */
function errorOf({ isProduction, hasDemoPeople }: Settings): string | undefined {
  if (isProduction) return 'The demonstration is refused in production (NODE_ENV=production). Nothing was changed.'
  if (!hasDemoPeople)
    return 'The demonstration needs its people: set AUTH_MOCK=on, or leave DATABASE_URL out. Nothing was changed.'
  return undefined
}

const contentErrors = {
  demo: 'This office is filled with invented cases already. `npm run demo -- --reset` recreates it.',
  inUse:
    'This office has cases of its own. Only an office without cases is filled; set another DATA_DIR for the demonstration.',
}

type Needs = Omit<Parameters<typeof fillOffice>[0], keyof DemoSize>

async function fillSmall(needs: Needs, size: DemoSize): Promise<string> {
  const { cases, associations, records, steps } = await fillOffice({ ...needs, ...size })
  return `${cases} invented cases and ${associations} associations, ${records} records of the registry, with ${steps} steps of two years`
}

async function fillLarge(needs: Needs, size: LargeSize): Promise<string> {
  const records = await fillLargeOffice(needs, size)
  return `${size.cases} invented cases of ${size.years} years, ${records} records in all`
}

/** Fills the office in an open database; refuses one with cases. */
export async function fillDatabase(
  database: Database,
  settings: Settings,
  size: DemoSize | LargeSize = wholeDemo,
): Promise<CommandReport> {
  const start = performance.now()
  await readyDatabase(database, settings, migrations)
  const content = await findOfficeContent(database.db)
  if (content !== 'empty') return failure(contentErrors[content])
  const today = systemClock.now()
  const { key: masterKey } = readMasterKey(settings, { mayMake: await isWithoutKeys(database) })
  await markAsDemo(database.db, today)
  const log = createLogger('warn', process.stderr)
  const needs = { settings, database, masterKey, log, today }
  const filled = 'years' in size ? await fillLarge(needs, size) : await fillSmall(needs, size)
  const seconds = Math.round((performance.now() - start) / 1000)
  return {
    code: 0,
    lines: [
      `${filled}, in ${seconds} s. \`npm start\` shows them.`,
      'This installation is marked as a demonstration: `npm run demo -- --reset` recreates it, keys included.',
    ],
  }
}

const openSettings = ({ databaseUrl, dataDir, databasePool }: Settings) => ({
  databaseUrl,
  dataDir,
  poolSize: databasePool,
  templateFile: findTemplate(`${root}server/dist`, migrations),
})

async function openForDemo(settings: Settings): Promise<Database> {
  return openDatabase(openSettings(settings)).catch((error: Error) => {
    if (!/is in use by another program/.test(error.message)) throw error
    throw new Error(`${error.message}\nStop the server first, then fill its office.`, { cause: error })
  })
}

interface DemoOptions {
  /** Recreates the installation first, if it is marked as a demonstration. */
  readonly isReset: boolean
  readonly size?: DemoSize | LargeSize | undefined
}

/** Fills the office of an installation; creates the installation if there is none. */
export async function fillInstallation(settings: Settings, { isReset, size }: DemoOptions): Promise<CommandReport> {
  const error = errorOf(settings)
  if (error) return failure(error)
  const resetLines = isReset ? await resetInstallation(settings, openForDemo) : []
  const database = await openForDemo(settings)
  try {
    const { code, lines } = await fillDatabase(database, settings, size)
    return { code, lines: [...resetLines, ...lines] }
  } finally {
    await database.close()
  }
}

/** Runs `npm run demo`; returns the exit code. */
export const runDemo = (args: readonly string[]): Promise<0 | 1> =>
  runCommand((settings) => {
    const flag = { type: 'boolean', default: false } as const
    const { values } = parseArgs({ args: [...args], options: { reset: flag, large: flag } })
    return fillInstallation(settings, { isReset: values.reset, size: values.large ? largeDemo : undefined })
  })
