import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Settings } from '#platform/settings.ts'
import { moveDatabase } from '../backup/move-database.ts'
import { type CommandReport, onDatabase, root, runCommand } from './command.ts'

const usage = `npm run move:database              moves the embedded database of DATA_DIR into that of DATABASE_OWNER_URL, or goes on
npm run move:database -- --again   drops what an earlier move has made, and begins from the start`

const failure = (...lines: readonly string[]): CommandReport => ({ code: 1, lines })
const whileServed = 'Stop the server first: nothing may change while the database is moved.'

/** Moves the embedded database of the settings into their PostgreSQL. */
export async function handleMoveDatabase(settings: Settings, args: readonly string[]): Promise<CommandReport> {
  const { values } = parseArgs({ args: [...args], options: { again: { type: 'boolean', default: false } } })
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings
  const targetUrl = databaseOwnerUrl ?? databaseUrl
  if (!targetUrl) return failure('Set DATABASE_URL, and DATABASE_OWNER_URL where the tables have an owner.', usage)
  if (!existsSync(join(dataDir, 'pg'))) return failure(`There is no embedded database in ${dataDir} (DATA_DIR).`)
  const { failures, tables, rows } = await onDatabase({ ...settings, databaseUrl: undefined }, whileServed, (source) =>
    moveDatabase({ source, targetUrl, migrations: `${root}server/migrations`, isAgain: values.again }),
  )
  if (failures.length > 0)
    return failure(
      'The copy differs, since the office has changed after an interrupted move. npm run move:database -- --again begins from the start.',
      ...failures,
    )
  return {
    code: 0,
    lines: [
      `Moved and compared row by row: ${rows} rows of ${tables} tables. npm start uses PostgreSQL from now on.`,
      `${join(dataDir, 'pg')} is as it was: keep it until a backup of PostgreSQL exists, then delete it.`,
    ],
  }
}

/** Runs `npm run move:database`; returns the exit code. */
export const runMoveDatabase = (args: readonly string[]): Promise<0 | 1> =>
  runCommand((settings) => handleMoveDatabase(settings, args))
