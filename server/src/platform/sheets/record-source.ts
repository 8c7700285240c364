import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExportColumn } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import type { Reader } from '../session/caller.ts'

/** The records of a list as a file needs them: first which ones, then page by page what its columns show of them. */
export interface RecordSource<F, R> {
  /**
   * Ids of the records that match the filters and that the reader may see, in the order of the list; of chosen records only those
   * among `chosen`. Throws 403 where the reader may not open the list.
   */
  readonly matching: (filters: F, reader: Reader, chosen?: readonly number[]) => Promise<Int32Array>
  /**
   * The reader of the pages of one file: what the columns show of the records with these ids, in their order. Records that are gone
   * are left out.
   */
  readonly pages: (columns: readonly ExportColumn<R>[], reader: Reader) => (ids: Int32Array) => Promise<readonly R[]>
}

/** Ids of a query, in its order: 4 bytes each, so that a million fit in little memory and are read without blocking. */
export async function listIds(db: Db, query: RawBuilder<{ id: number }>): Promise<Int32Array> {
  const { rows } = await sql<{ ids: Buffer | null }>`
    select string_agg(int4send(id), ''::bytea) as ids from (${query}) as found`.execute(db)
  const packed = rows[0]?.ids ?? Buffer.alloc(0)
  return Int32Array.from({ length: packed.length / 4 }, (_, index) => packed.readInt32BE(index * 4))
}

/** Ids as an array of SQL. */
export const idArray = (ids: Int32Array | readonly number[]) => sql<number[]>`${`{${ids.join()}}`}::int[]`

/** Rows in the order of the ids. */
export function inOrderOf<R extends { readonly id: number }>(ids: Iterable<number>, rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...ids].flatMap((id) => byId.get(id) ?? [])
}

/** The fields of the form that these columns show. */
export const fieldsOf = (columns: readonly ExportColumn<never>[]): string[] => [
  ...new Set(columns.flatMap(({ field }) => field ?? [])),
]

/** Whether a column is among these. */
export const hasColumn = (columns: readonly ExportColumn<never>[], wire: string) =>
  columns.some((column) => column.wire === wire)

/** Rows that are opened before other work has its turn: some milliseconds. */
const openedAtOnce = 20

/** Opens rows, and lets other calls run in between. */
export async function openInTurns<R, T>(rows: readonly R[], open: (row: R) => Promise<T>): Promise<T[]> {
  const opened: T[] = []
  for (let from = 0; from < rows.length; from += openedAtOnce) {
    opened.push(...(await Promise.all(rows.slice(from, from + openedAtOnce).map(open))))
    await nextTurn()
  }
  return opened
}
