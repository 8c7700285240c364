import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExportColumn, Ordering } from '@portal/contract'
import { sql } from 'kysely'
import type { Reader } from '../session/caller.ts'

/** Which records of a list a file has, and in which order. */
export interface Selection {
  /** The ids of chosen records; all that match where there are none. */
  readonly chosen?: readonly number[] | undefined
  /** As in a page query of the list; its first order where there is none. */
  readonly orderings?: readonly Ordering[] | undefined
}

/** The records of a list as a file needs them: first which ones, then page by page what its columns show of them. */
export interface RecordSource<F, R> {
  /**
   * Ids of the records that match the filters and that the reader may see, in order. Throws 403 where the reader may not open the
   * list, 400 at `ordinamenti` for an order that it does not have.
   */
  readonly matching: (filters: F, reader: Reader, selection: Selection) => Promise<Int32Array>
  /**
   * The reader of the pages of one file: what the columns show of the records with these ids, in their order. Records that are gone
   * are left out.
   */
  readonly pages: (columns: readonly ExportColumn<R>[], reader: Reader) => (ids: Int32Array) => Promise<readonly R[]>
}

/** Ids as an array of SQL. */
export const idArray = (ids: Int32Array | readonly number[]) => sql<number[]>`${`{${ids.join()}}`}::int[]`

/** The chosen ids that a source did not find, in ascending order. */
export function idsWithout(chosen: readonly number[], found: Int32Array): number[] {
  const ids = new Set(found)
  return chosen.filter((id) => !ids.has(id)).sort((one, other) => one - other)
}

/** Rows in the order of the ids. */
export function inOrderOf<R extends { readonly id: number }>(ids: Iterable<number>, rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...ids].flatMap((id) => byId.get(id) ?? [])
}

/** The fields of the form that these columns show. */
export const fieldsOf = (columns: readonly ExportColumn<never>[]): string[] => [
  ...new Set(columns.flatMap(({ field }) => field ?? [])),
]

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
