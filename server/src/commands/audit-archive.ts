import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Month, parseMonth } from '#platform/audit/archive.store.ts'
import { archiveFileOf, archiveMonth } from '#platform/audit/archive.ts'
import { systemClock } from '#platform/clock.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { onDatabase, runCommand } from './command.ts'

const usage = 'npm run audit:archive -- 2024-01 <folder> [--although-young]'

interface Request {
  readonly month: Month
  readonly folder: string
  readonly isYoungAllowed: boolean
}

/** Parses the command's arguments; throws an Error with a sentence for the user. */
export function readArguments(args: readonly string[]): Request {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'although-young': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [text = '', folder, ...others] = positionals
  const month = parseMonth(text)
  if (!month || !folder || others.length > 0) throw new Error(`Name one month and one folder.\n${usage}`)
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`)
  return { month, folder, isYoungAllowed: values['although-young'] }
}

const whileServed =
  'The embedded database belongs to one program at a time: stop the server, then give the command again.'

/** Archives a month in the database of the settings, as the owner of its tables; returns the command's output. */
export const archiveInDatabase = (request: Request, settings: Settings): Promise<string[]> =>
  onDatabase(
    { ...settings, databaseUrl: settings.databaseOwnerUrl ?? settings.databaseUrl },
    whileServed,
    async (database) => {
      const { month, folder } = request
      const { entries, sha256 } = await archiveMonth({ database, clock: systemClock, ...request })
      return [
        `${month.text} is archived in ${archiveFileOf(folder, month)}: entries ${entries}, SHA-256 ${sha256.toString('hex')}.`,
        'Keep the file with the backups: the database has only its links.',
      ]
    },
  )

/** Runs `npm run audit:archive`; returns the exit code. */
export const archiveByCommand = (args: readonly string[]): Promise<0 | 1> =>
  runCommand(async (settings) => ({ code: 0, lines: await archiveInDatabase(readArguments(args), settings) }))
