import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { CheckResult } from '#features/transfer/check-folder.ts'
import { workbookName, writeCorrespondences } from '#features/transfer/check-run.ts'
import { correspondencesName } from '#features/transfer/correspondences.ts'
import { errorWorkbook } from '#features/transfer/error-workbook.ts'
import { isListFile, type ListFolder, listTemplate } from '#features/transfer/flat-list.ts'
import type { Services } from '../wiring/services.ts'
import { type CommandReport, runCommand } from './command.ts'
import { onPortal } from './on-portal.ts'

/** The services that the commands use. */
type Portal = Pick<Services, 'transfer'>

const usage = `npm run import -- <folder> --by <tax code of the RUP who imports> [--check]
npm run import -- <list.csv or list.xlsx> --by <tax code of the RUP who imports> [--check]
npm run import -- <list.xlsx> --template     writes an empty list to fill in`
const exportUsage =
  'npm run export:all -- <new folder> --by <tax code of a RUP> --confirmed-by <tax code of another RUP>'
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
  /** A folder of the format, or a table of records of one kind. */
  readonly source: string
  readonly taxCode: string
  readonly isCheckOnly: boolean
}

/** The folder of a source, with where the rows of its file are for the people who wrote it. */
async function folderOf(portal: Portal, source: string): Promise<Pick<ListFolder, 'folder'> & Partial<ListFolder>> {
  return isListFile(source) ? portal.transfer.folderOfList(source) : { folder: source }
}

/** The errors with the name and the rows of the table that the folder was made of. */
const inTable = (result: CheckResult, { name, rowOf }: Partial<ListFolder>): CheckResult =>
  name === undefined || rowOf === undefined
    ? result
    : { ...result, errors: result.errors.map((error) => ({ ...error, file: name, row: rowOf(error.row) })) }

/** Checks a folder, and imports it if the check found nothing. */
export async function handleImport(
  portal: Portal,
  { source, taxCode, isCheckOnly }: ImportArgs,
): Promise<CommandReport> {
  const importer = await portal.transfer.findManager(taxCode)
  const { folder, ...table } = await folderOf(portal, source)
  const result = inTable(await portal.transfer.check(folder, progress('checked')), table)
  const lines = await writeFindings(folder, result)
  if (result.errorCount > 0) return failure(...lines, 'Nothing was imported.')
  if (isCheckOnly) return success(...lines, 'Nothing was imported: this was a check.')
  const { state, done, skipped, outcome } = await portal.transfer.importNow(folder, importer)
  const refused = (outcome?.refused ?? []).map(
    ({ row, code }) => `allegati.jsonl, row ${row}: the file was not accepted, ${code}.`,
  )
  const counts = `${done} records imported, ${skipped} were there already or were not accepted.`
  return state === 'done'
    ? success(...lines, counts, ...refused)
    : failure(...lines, counts, `The import has not ended: ${state}.`)
}

interface ExportArgs {
  readonly folder: string
  readonly by: string
  readonly confirmedBy: string
}

/** Exports everything, for two RUPs who both answer for it. */
export async function handleExport(
  { transfer }: Portal,
  { folder, by, confirmedBy }: ExportArgs,
): Promise<CommandReport> {
  const people = await transfer.findTwoManagers(by, confirmedBy)
  const files = await transfer.exportAll(folder, people)
  return success(...files.map(({ name, rows }) => `${name}: ${rows}`))
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
      options: {
        by: { type: 'string' },
        check: { type: 'boolean', default: false },
        template: { type: 'boolean', default: false },
      },
    })
    const [source] = positionals
    if (!source) return failure(usage)
    const path = resolve(cwd, source)
    if (values.template) {
      await writeFile(path, await listTemplate(path), { flag: 'wx' })
      return success(`The template is ${path}.`)
    }
    if (!values.by) return failure(usage)
    const given = { source: path, taxCode: values.by, isCheckOnly: values.check }
    return onPortal(settings, whileServed, (services) => handleImport(services, given))
  })

/** Runs `npm run export:all`; returns the exit code. */
export const runExport = (args: readonly string[], cwd: string): Promise<0 | 1> =>
  runCommand(async (settings) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { by: { type: 'string' }, 'confirmed-by': { type: 'string' } },
    })
    const [folder] = positionals
    const { by, 'confirmed-by': confirmedBy } = values
    if (!folder || !by || !confirmedBy) return failure(exportUsage)
    const given = { folder: resolve(cwd, folder), by, confirmedBy }
    return onPortal(settings, whileServed, (services) => handleExport(services, given))
  })
