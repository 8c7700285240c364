import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import {
  bodyOfCells,
  type FlatColumn,
  type FlatKind,
  flatColumnsOf,
  flatKinds,
  transferFiles,
  transferFormat,
  transferManifest,
} from '@portal/contract'
import * as z from 'zod/mini'
import type { ReadTable } from '#features/operators/index.ts'
import { smallWorkbook } from '#platform/spreadsheets/small-workbook.ts'
import { FolderError, fileNameOf } from './folder.ts'
import { manifestName } from './read-texts.ts'

/** Most rows of a table, and its largest size: the parser holds it in memory. */
const mostRows = 50_000
const largestTable = 20 * 2 ** 20
/** Lines of one list that a table may have. */
const mostLines = 50

/** A table as a folder of the format. */
export interface ListFolder {
  readonly folder: string
  /** The name of the table. */
  readonly name: string
  /** The row of the table of a line of the folder's file. */
  readonly rowOf: (line: number) => number
}

/** Whether a path is a table of records rather than a folder. */
export const isListFile = (path: string) => ['.csv', '.xlsx'].includes(extname(path).toLowerCase())

/** The kind of the records by the name of the file, which is that of the format. */
function kindOfList(path: string): FlatKind {
  const name = basename(path, extname(path)).toLowerCase()
  const kind = flatKinds.find((each) => transferFiles[each] === name)
  if (kind) return kind
  const names = flatKinds.map((each) => transferFiles[each]).join(', ')
  throw new FolderError(`The name of a list says what it has: ${names}, with .csv or .xlsx.`)
}

/** The columns of a heading, by their names there; upper and lower case are the same. */
function columnsOfHeading(kind: FlatKind, heading: readonly string[]): Map<string, FlatColumn> {
  const known = new Map(flatColumnsOf(kind, mostLines).map((column) => [column.path.toLowerCase(), column]))
  const unknown = heading.filter((name) => !known.has(name))
  if (unknown.length > 0) throw new FolderError(`The format has no columns ${unknown.join(', ')}.`)
  return new Map(heading.flatMap((name) => (known.has(name) ? [[name, known.get(name) as FlatColumn]] : [])))
}

/**
 * Writes the records of a table into a folder of the format beside it, which the check and the import then read; the table of
 * correspondences stays there from one check to the next. Throws a `FolderError` for a table that cannot be read.
 */
export async function folderOfList(readTable: ReadTable, path: string): Promise<ListFolder> {
  const kind = kindOfList(path)
  const { size } = await stat(path).catch(() => {
    throw new FolderError(`There is no file ${path}.`)
  })
  if (size > largestTable) throw new FolderError(`${basename(path)} is larger than ${largestTable} bytes.`)
  const table = await readTable({ bytes: await readFile(path), rowsAtMost: mostRows })
  if ('error' in table) throw new FolderError(`${basename(path)} cannot be read: ${table.error}.`)
  const columns = columnsOfHeading(kind, table.heading)
  const lines = table.rows.map(({ cells }) => {
    const byPath = [...columns].map(([name, column]) => [column.path, cells[name] ?? ''])
    return `${JSON.stringify(bodyOfCells([...columns.values()], Object.fromEntries(byPath)))}\n`
  })
  const folder = join(dirname(path), `${basename(path)}-importazione`)
  await writeFolder(folder, kind, basename(path), lines)
  return { folder, name: basename(path), rowOf: (line) => table.rows[line - 1]?.row ?? line }
}

async function writeFolder(folder: string, kind: FlatKind, source: string, lines: readonly string[]): Promise<void> {
  const text = lines.join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  const { name: format, version } = transferFormat
  const files = [{ name: fileNameOf(kind), rows: lines.length, sha256 }]
  await mkdir(folder, { mode: 0o700, recursive: true })
  await writeFile(join(folder, fileNameOf(kind)), text, { mode: 0o600 })
  await writeFile(
    join(folder, manifestName),
    `${JSON.stringify(z.encode(transferManifest, { format, version, source, files }), null, 2)}\n`,
    { mode: 0o600 },
  )
}

/** What a cell of each kind holds, in the words of the office. */
const explanations: Readonly<Record<FlatColumn['cell'], string>> = {
  text: 'testo',
  number: 'numero',
  amount: 'importo in euro',
  day: 'giorno GG/MM/AAAA',
  flag: '1 o 0',
  words: 'codici separati da |',
  numbers: 'numeri separati da |',
  choices: 'voci separate da |',
}

/** A table without rows for a kind, by the name of its file, and a sheet that explains its columns. Printed from the contract. */
export async function listTemplate(path: string): Promise<Uint8Array> {
  const kind = kindOfList(path)
  const columns = flatColumnsOf(kind)
  const titled = columns.map(({ path: title }) => ({ title, kind: 'text' }) as const)
  const explained = columns.map(({ path: column, cell, list, isRequired }) => [
    column,
    list ? `numero o voce della lista ${list}` : explanations[cell],
    isRequired ? 'sì' : '',
  ])
  return smallWorkbook([
    { title: transferFiles[kind], columns: titled, rows: [] },
    {
      title: 'colonne',
      columns: [
        { title: 'colonna', kind: 'text' },
        { title: 'contenuto', kind: 'text' },
        { title: 'obbligatoria', kind: 'text' },
      ],
      rows: explained,
    },
  ])
}
