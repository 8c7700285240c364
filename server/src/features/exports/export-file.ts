import type { Readable } from 'node:stream'
import {
  type ExportColumn,
  type ExportFormat,
  type ExportKind,
  exportColumnsOf,
  limits,
  type Role,
} from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { formatInstant } from '#platform/format-instant.ts'
import type { Reader } from '#platform/session/caller.ts'
import { writeCsv } from '#platform/spreadsheets/csv-file.ts'
import type { Cell, Pages, Sheet } from '#platform/spreadsheets/sheet.ts'
import { writeWorkbook } from '#platform/spreadsheets/workbook.ts'
import { writeWorkbookInThread } from '#platform/spreadsheets/workbook-thread.ts'
import { sheetColumnsOf } from './cells.ts'
import type { AnySource, ExportBody } from './export-lists.ts'

/**
 * Rows of one query, and queries under way: the database works while the rows of an earlier one are opened. More rows take more
 * memory and no less time, fewer take longer.
 */
const [pageRows, pagesAhead] = [200, 2]
/** Rows that one entry of the audit log names. */
const batchRows = 2000

/** The columns of a body, in its order; the default ones where it names none. */
export function columnsOf(kind: ExportKind, { columns }: Pick<ExportBody, 'columns'>): ExportColumn<never>[] {
  const all = exportColumnsOf(kind)
  if (!columns) return all.filter(({ isDefault }) => isDefault)
  return columns.flatMap((wire) => all.find((column) => column.wire === wire) ?? [])
}

interface Reading {
  readonly source: AnySource
  readonly ids: Int32Array
  readonly columns: readonly ExportColumn<never>[]
  readonly reader: Reader
  readonly cellsOf: (row: never) => Cell[]
  /** Called before each batch of rows is read. */
  readonly beforeBatch?: (ids: Int32Array) => Promise<void>
  /** Called with the number of rows of each batch once it is written. */
  readonly afterBatch?: (rows: number) => Promise<void>
}

/** The rows of a file, page by page. */
async function* readPages({ source, ids, columns, reader, cellsOf, beforeBatch, afterBatch }: Reading): Pages {
  const readPage = source.pages(columns, reader)
  const read = async (from: number) => {
    if (from % batchRows === 0) await beforeBatch?.(ids.subarray(from, from + batchRows))
    const rows = await readPage(ids.subarray(from, from + pageRows))
    return rows.map(cellsOf)
  }
  const ahead: Promise<readonly Cell[][]>[] = []
  let from = 0
  const readAhead = () => {
    for (; ahead.length < pagesAhead && from < ids.length; from += pageRows) {
      const page = read(from)
      // Its error is raised when its turn comes.
      page.catch(() => {})
      ahead.push(page)
    }
    return ahead.shift()
  }
  let written = 0
  for (let page = readAhead(); page; page = readAhead()) {
    const rows = await page
    yield rows
    written += rows.length
    if (written < batchRows && from < ids.length) continue
    await afterBatch?.(written)
    written = 0
  }
}

/** What the sheet about a file says. */
export interface About {
  readonly kind: ExportKind
  readonly view: keyof typeof office.exports.views | undefined
  readonly filters: readonly (readonly [string, string])[]
  readonly madeBy: string
  readonly role: Role
  readonly madeAt: Date
  /** Of chosen records: how many, and the ids of those that are left out. */
  readonly chosen?: { readonly count: number; readonly excluded: readonly number[] }
}

const { about: words, kinds, views } = office.exports

function linesOf({ kind, view, filters, madeBy, role, madeAt, chosen }: About, rows: number) {
  const selection: (readonly [string, string])[] =
    chosen === undefined
      ? [[words.filters, filters.length === 0 ? words.none : ''], ...filters]
      : [
          [words.chosen, String(chosen.count)],
          ...(chosen.count > rows ? [[words.missing, String(chosen.count - rows)] as const] : []),
          ...(chosen.excluded.length > 0 ? [[words.excluded, chosen.excluded.join(', ')] as const] : []),
        ]
  return [
    [words.list, kinds[kind]] as const,
    ...(view ? [[words.view, views[view]] as const] : []),
    ...([
      [words.madeBy, madeBy],
      [words.role, office.roles[role]],
      [words.madeAt, formatInstant(madeAt)],
      [words.rows, String(rows)],
    ] as const),
    ...selection,
  ]
}

/** Few rows are written here; many have a thread of their own. */
const writers = {
  few: { xlsx: writeWorkbook, csv: writeCsv },
  many: { xlsx: writeWorkbookInThread, csv: writeCsv },
} as const

/** The file of an export, written while its rows arrive: the one writer of single calls and of runs. */
export function writeExport(format: ExportFormat, about: About, reading: Reading): Readable {
  const { columns, ids } = reading
  const size = ids.length > limits.exports.chosenRows ? 'many' : 'few'
  const sheet: Sheet = {
    name: kinds[about.kind].slice(0, 31),
    columns: sheetColumnsOf(columns),
    about: (rows) => ({ name: words.sheet, lines: linesOf(about, rows) }),
  }
  return writers[size][format](sheet, readPages(reading))
}
