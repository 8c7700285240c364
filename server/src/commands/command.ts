import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { serverFolder } from '#platform/server-folder.ts'
import { readSettings, type Settings } from '#platform/settings/settings.ts'
import { officeDefaults } from '../wiring/office-defaults.ts'

/** The output of a shell command, and its exit code. */
export interface CommandReport {
  readonly code: 0 | 1
  readonly lines: readonly string[]
}

/** The folder of the project. */
export const root = fileURLToPath(new URL('../', serverFolder))

export function settingsOfCommand(): Settings {
  if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
  return readSettings(process.env, officeDefaults)
}

/** Runs a command with the settings of the environment; prints one sentence for an error. Returns the exit code. */
export async function runCommand(work: (settings: Settings) => Promise<CommandReport>): Promise<0 | 1> {
  try {
    const { code, lines } = await work(settingsOfCommand())
    const stream = code === 0 ? process.stdout : process.stderr
    stream.write(`${lines.join('\n')}\n`)
    return code
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

/**
 * Opens the database of the settings for a command, which must not make one. `whileServed` says what to do while a server
 * holds the embedded one.
 */
export async function onDatabase<T>(
  { databaseUrl, dataDir }: Settings,
  whileServed: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (!databaseUrl && !existsSync(join(dataDir, 'pg')))
    throw new Error(`There is no database in ${dataDir} (DATA_DIR), and DATABASE_URL names none.`)
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: 4 }).catch((error: Error) => {
    if (!/is in use by another program/.test(error.message)) throw error
    throw new Error(`${error.message}\n${whileServed}`, { cause: error })
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
