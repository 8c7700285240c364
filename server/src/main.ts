import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#platform/database/database.ts'
import { findTemplate } from '#platform/database/template.ts'
import { refuseFullDisk } from '#platform/disk.ts'
import { createLogger } from '#platform/logger.ts'
import { serverFolder } from '#platform/server-folder.ts'
import { readSettings, type Settings, SettingsError } from '#platform/settings/settings.ts'
import type { RunningServer } from './server.ts'
import { endOnFatalErrors } from './wiring/fatal-errors.ts'
import { officeDefaults } from './wiring/office-defaults.ts'

const root = fileURLToPath(new URL('../', serverFolder))
const say = (text: string) => process.stdout.write(`${text}\n`)

function settingsOrExit(): Settings {
  try {
    if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
    return readSettings(process.env, officeDefaults)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    process.stderr.write(`The settings are wrong; nothing was started.\n${error.message}\n`)
    process.exit(1)
  }
}

const settings = settingsOrExit()
const log = createLogger(settings.logLevel)
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
const migrations = `${root}server/migrations`
const folders = { migrations, site: `${root}web/dist` }

/** Starts the traces that the settings ask for. */
async function traced() {
  if (!settings.tracing) return undefined
  const { startTracing } = await import('#platform/tracing/start-tracing.ts')
  return startTracing({ ...settings.tracing, trustProxy: settings.trustProxy, version })
}

let server: RunningServer | undefined
let isEnding = false
const end = async (code: number) => {
  if (isEnding) return
  isEnding = true
  await server?.stop()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))

endOnFatalErrors(process, { log, end, exit: process.exit })

try {
  await refuseFullDisk(settings.dataDir, settings.diskReserve)
  const tracing = await traced()
  // The embedded engine starts in another thread while this one loads the rest of the program.
  const opening = openDatabase({
    databaseUrl: settings.databaseUrl,
    dataDir: settings.dataDir,
    poolSize: settings.databasePool,
    replica: settings.databaseReplica && { ...settings.databaseReplica, log },
    patienceSeconds: settings.databasePatience,
    preparesStatements: settings.preparesStatements,
    isPooled: settings.databaseListenUrl !== settings.databaseUrl,
    traceStatement: tracing?.traceStatement,
    templateFile: findTemplate(`${root}server/dist`, migrations),
    onCrash: () => void end(1),
  })
  opening.catch(() => {})
  const [{ startServer }, { greeting }] = await Promise.all([import('./server.ts'), import('./wiring/greeting.ts')])
  server = await startServer(await opening, { settings, log, folders, version, tracing })
  if (isEnding) await server.stop()
  say(greeting(settings, server))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
