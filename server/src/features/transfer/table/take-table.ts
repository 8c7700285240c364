import { type Field, type FieldError, type Form, type RowError, typeExtensionOf } from '@portal/contract'
import type { ReadTable } from '#features/operators/index.ts'
import type { Scanner } from '#platform/attachments/scanner.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Upload } from '#platform/http/upload.ts'
import { BudgetExceededError } from '#platform/parsing/budget.ts'
import { isReferenceList, judgeTable, type TableRow, tableLimits } from './table.rules.ts'

/** What reading a table needs of the portal. */
export interface TableNeeds {
  readonly db: Db
  readonly scanner: Pick<Scanner, 'readFile'>
  readonly readTable: ReadTable
  readonly reference: {
    errorsOfMany(form: Pick<Form, 'fields'>, records: readonly object[], from: Db): Promise<FieldError[][]>
  }
}

/** What a table of correspondences says, or what is wrong with it. */
export interface TakenTable {
  readonly rows: readonly TableRow[]
  readonly errors: readonly RowError[]
}

/** What of a file cannot be read at all. */
const unread = (code: string): TakenTable => ({ rows: [], errors: [{ row: 1, field: 'file', code }] })

/** The rows whose id is in none of our lists; a retired entry may be used. */
async function unknownIds({ reference, db }: TableNeeds, rows: readonly TableRow[]): Promise<RowError[]> {
  const chosen = rows.filter(({ list, ours }) => isReferenceList(list) && ours !== '')
  const lists = [...new Set(chosen.map(({ list }) => list))].filter(isReferenceList)
  const fields = Object.fromEntries(
    lists.map((list): [string, Field] => [list, { kind: 'choice', wire: 'nostro', list }]),
  )
  const records = chosen.map(({ list, ours }) => ({ [list]: Number(ours) }))
  const errors = await reference.errorsOfMany({ fields }, records, db)
  return chosen.flatMap(({ row }, index) =>
    (errors[index] ?? []).map(({ path, message }) => ({ row, field: path, code: message })),
  )
}

/** Reads an uploaded table of correspondences: its name and size, the antivirus, the parser, its rows, our lists. Stores nothing. */
export async function takeTable(needs: TableNeeds, upload: Upload, network: string): Promise<TakenTable> {
  if (!['csv', 'xlsx'].includes(typeExtensionOf(upload.name))) return unread('file_non_leggibile')
  const file = await needs.scanner.readFile(upload, { network, maxBytes: tableLimits.bytes })
  if ('code' in file) return unread(file.code)
  const read = { bytes: file.bytes, rowsAtMost: tableLimits.rows, withSheet: true }
  const table = await needs.readTable(read).catch((error: unknown) => {
    if (error instanceof BudgetExceededError) return { error: 'file_non_leggibile' } as const
    throw error
  })
  if ('error' in table) return unread(table.error === 'troppe_righe' ? 'troppe_righe_tabella' : table.error)
  const { rows, errors } = judgeTable(table)
  const all = errors.length > 0 ? errors : await unknownIds(needs, rows)
  return {
    rows,
    errors: all.map((error) => ({ ...error, sheet: table.sheet })).sort((one, other) => one.row - other.row),
  }
}
