import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { UnmovedFile } from '#features/batch/attachment-migration.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { moveDatabase } from '../backup/move-database.ts'
import type { Services } from '../wiring/services.ts'
import { type CommandReport, onDatabase, root, runCommand } from './command.ts'
import { onPortal } from './on-portal.ts'

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

const describeFile = ({ number, id, reason }: UnmovedFile) =>
  `${number === undefined ? id : `attachment ${number}`}: ${reason}`

/** Moves the files of every other store to that of the settings, by the run that the page of the migration starts. */
async function handleMoveFiles({ migration }: Pick<Services, 'migration'>): Promise<CommandReport> {
  const { run, outside } = await migration.moveNow()
  if (!run.finishedAt) return failure('A file store does not answer. Start the command again: it goes on where it was.')
  const unmoved = run.outcome?.unmoved ?? []
  if (outside > 0)
    return failure(`${run.done} files moved; ${outside} are in another store:`, ...unmoved.map(describeFile))
  return { code: 0, lines: [`${run.done} files moved and compared; every file is in the store of the settings.`] }
}

/** Runs `npm run move:files`; returns the exit code. */
export const runMoveFiles = (): Promise<0 | 1> =>
  runCommand((settings) =>
    onPortal(settings, 'While the server runs, RUP starts the migration on its page.', handleMoveFiles),
  )

/** Runs `npm run move:database`; returns the exit code. */
export const runMoveDatabase = (args: readonly string[]): Promise<0 | 1> =>
  runCommand((settings) => handleMoveDatabase(settings, args))
