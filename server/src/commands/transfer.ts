import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findIds } from '#features/operators/index.ts'
import type { CheckResult } from '#features/transfer/check-folder.ts'
import { correspondencesName, writeCorrespondences } from '#features/transfer/correspondences.ts'
import { errorWorkbook } from '#features/transfer/error-workbook.ts'
import type { Services } from '../wiring/services.ts'
import { type CommandReport, runCommand } from './command.ts'
import { onPortal } from './on-portal.ts'

/** The services that the commands use. */
type Portal = Pick<Services, 'db' | 'vault' | 'transfer'>

const workbookName = 'errori.xlsx'
const usage = 'npm run import -- <folder> --by <tax code of the RUP who imports> [--check]'
const failure = (...lines: string[]): CommandReport => ({ code: 1, lines })
const success = (...lines: string[]): CommandReport => ({ code: 0, lines })

/** Writes the workbook of errors and the table of correspondences into the folder; returns what to tell the operator of the server. */
async function writeFindings(folder: string, result: CheckResult): Promise<string[]> {
  if (result.errors.length > 0)
    await writeFile(join(folder, workbookName), await errorWorkbook(result.errors), { mode: 0o600 })
  if (result.hasOpenCorrespondences) await writeCorrespondences(folder, result.correspondences)
  return [
    `${result.rows} rows, ${result.errorCount} errors.`,
    ...(result.errors.length > 0 ? [`The errors by row and field are in ${join(folder, workbookName)}.`] : []),
    ...(result.hasOpenCorrespondences
      ? [
          `Values without one of ours are in ${join(folder, correspondencesName)}: fill in the column nostro and check again.`,
        ]
      : []),
  ]
}

interface ImportArgs {
  readonly folder: string
  readonly taxCode: string
  readonly isCheckOnly: boolean
}

/** Checks a folder, and imports it if the check found nothing. */
export async function handleImport(
  portal: Portal,
  { folder, taxCode, isCheckOnly }: ImportArgs,
): Promise<CommandReport> {
  const { byTaxCode } = await findIds(portal.db, portal.vault, { taxCode, mail: '' })
  if (byTaxCode === undefined) return failure('Nobody has an account with this tax code.')
  const result = await portal.transfer.check(folder, progress('checked'))
  const lines = await writeFindings(folder, result)
  if (result.errorCount > 0) return failure(...lines, 'Nothing was imported.')
  if (isCheckOnly) return success(...lines, 'Nothing was imported: this was a check.')
  const { state, done, skipped, outcome } = await portal.transfer.importNow(folder, byTaxCode)
  const refused = (outcome?.refused ?? []).map(
    ({ row, code }) => `allegati.jsonl, row ${row}: the file was not accepted, ${code}.`,
  )
  const counts = `${done} records imported, ${skipped} were there already or were not accepted.`
  return state === 'done'
    ? success(...lines, counts, ...refused)
    : failure(...lines, counts, `The import has not ended: ${state}.`)
}

/** Prints the progress once in every ten thousand rows. */
function progress(word: string) {
  let next = 10_000
  return (done: number, total: number) => {
    if (done < next) return
    next = done + 10_000
    process.stderr.write(`${done} of ${total} rows ${word}\n`)
  }
}

const whileServed = 'Stop the server while an office moves in or out: the embedded database has one process.'

/** Runs `npm run import`; returns the exit code. */
export const runImport = (args: readonly string[], cwd: string): Promise<0 | 1> =>
  runCommand(async (settings) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { by: { type: 'string' }, check: { type: 'boolean', default: false } },
    })
    const [folder] = positionals
    if (!folder || !values.by) return failure(usage)
    const given = { folder: resolve(cwd, folder), taxCode: values.by.toUpperCase(), isCheckOnly: values.check }
    return onPortal(settings, whileServed, (services) => handleImport(services, given))
  })

/** Runs `npm run export:all`; returns the exit code. */
export const runExport = ([folder]: readonly string[], cwd: string): Promise<0 | 1> =>
  runCommand((settings) =>
    onPortal(settings, whileServed, async ({ transfer }) => {
      if (!folder) return failure('npm run export:all -- <new folder>')
      const files = await transfer.exportAll(resolve(cwd, folder))
      return success(...files.map(({ name, rows }) => `${name}: ${rows}`))
    }),
  )
