import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readMasterKey } from '#platform/protection/master-key.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { checkOffice, type OfficeCheck } from '../backup/check-office.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { type CommandReport, onDatabase, root, runCommand } from './command.ts'

const usage = `npm run backup -- <folder>               copies the embedded database and its files into a new folder
npm run restore -- <folder>              puts a backup into DATA_DIR, which must have no office
npm run restore -- <folder> --replace    also where there is one: it is moved aside
npm run restore -- <folder> --check      tries a restore and changes nothing
npm run backup:check                     checks the office of the settings: audit log, sealed values, files`

const onlyEmbedded =
  'DATABASE_URL is set: PostgreSQL is backed up and restored by pgBackRest, as docs/operations.md says under Backups.'

const failure = (...lines: readonly string[]): CommandReport => ({ code: 1, lines })
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

const describe = ({ tables, rows, sealedRows, files, fileBytes, links }: OfficeCheck) =>
  `${rows} rows of ${tables} tables, ${sealedRows} of them sealed; ${files} files (${megabytes(fileBytes)}); ${links} links of the audit log.`

function describeFailures(failures: readonly string[], count = failures.length): string[] {
  const more = count - failures.length
  return [...failures, ...(more > 0 ? [`and ${more} more.`] : [])]
}

const readMaster = (settings: Settings) => readMasterKey(settings, { mayMake: false }).key

/** Copies the office into a folder and says which keys it needs. */
export async function handleBackup(settings: Settings, folder: string): Promise<CommandReport> {
  if (settings.databaseUrl) return failure(onlyEmbedded)
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
  const onCopied = () => process.stdout.write('Copied; the server may start again while the copy is checked.\n')
  const { check, manifest } = await makeBackup({ settings, masterKey: readMaster(settings), folder, version, onCopied })
  if (!manifest)
    return failure(
      'The copy is no backup, since the office is damaged:',
      ...describeFailures(check.failures, check.failureCount),
    )
  const bucket = manifest.stores.some(({ name }) => name !== 'folder' && name !== null)
  return {
    code: 0,
    lines: [
      `Backup in ${folder}, checked: ${describe(check)}`,
      `It needs the master key with the fingerprint ${manifest.keys.master.join(', ')}, which is not in it: keep that key elsewhere.`,
      ...(bucket ? ['Files in a bucket are not in it: back up the bucket after the database.'] : []),
    ],
  }
}

/** Puts a backup in its place, or only tries it. */
export async function handleRestore(
  settings: Settings,
  folder: string,
  mode: 'fill' | 'replace' | 'check',
): Promise<CommandReport> {
  if (settings.databaseUrl) return failure(onlyEmbedded)
  const { failures, check, aside } = await restoreBackup({ settings, masterKey: readMaster(settings), folder, mode })
  if (failures.length > 0 || !check)
    return failure(
      `The backup in ${folder} is damaged; nothing was changed:`,
      ...describeFailures(failures, check?.failureCount),
    )
  const done = mode === 'check' ? 'can be restored' : `is in ${settings.dataDir}`
  return {
    code: 0,
    lines: [
      `The backup ${done}, checked: ${describe(check)}`,
      ...(aside ? [`What was there is in ${aside}; delete it once it is not needed.`] : []),
    ],
  }
}

/** Checks the office of the settings, on either engine. */
export const handleCheck = (settings: Settings): Promise<CommandReport> =>
  onDatabase(
    settings,
    'Stop the server first: the embedded database serves one program at a time.',
    async (database) => {
      const check = await checkOffice({ database, settings, masterKey: readMaster(settings) })
      const lines = describeFailures(check.failures, check.failureCount)
      return lines.length > 0 ? failure(...lines) : { code: 0, lines: [`The office is whole: ${describe(check)}`] }
    },
  )

function readArguments(args: readonly string[]) {
  const options = { replace: { type: 'boolean' }, check: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const [folder, ...others] = positionals
  if (!folder || others.length > 0 || (values.replace && values.check)) throw new Error(usage)
  // npm runs scripts in the project's folder; the path is relative to the folder where the user called npm.
  return { folder: resolve(process.env.INIT_CWD ?? '.', folder), ...values }
}

const modeOf = ({ replace, check }: { replace?: boolean | undefined; check?: boolean | undefined }) =>
  (replace && 'replace') || (check && 'check') || 'fill'

/** Runs `npm run backup`, `restore` or `backup:check`; returns the exit code. */
export const runBackup = (command: string, args: readonly string[]): Promise<0 | 1> =>
  runCommand(async (settings) => {
    if (command === 'check') return handleCheck(settings)
    const options = readArguments(args)
    if (command === 'restore') return handleRestore(settings, options.folder, modeOf(options))
    return handleBackup(settings, options.folder)
  })
