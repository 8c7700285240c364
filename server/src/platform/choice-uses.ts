import type { RecordKind, ReferenceList } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database/transaction.ts'

/** How many records of a kind chose entries of a list in one field. */
export interface ChoiceUses {
  readonly kind: RecordKind
  /** The field, in the words of the screen. */
  readonly field: string
  /** The number of records by id of the entry; undefined where the values are encrypted and cannot be counted. */
  readonly counts: ReadonlyMap<number, number> | undefined
}

/** Counts the uses of entries of a list; each feature that stores choices has one. */
export type CountChoiceUses = (db: Db, list: ReferenceList, ids: readonly number[]) => Promise<readonly ChoiceUses[]>

/** The number of rows by entry; `count` selects it for one entry, whose id is `choice.id`. */
export async function countByEntry(db: Db, ids: readonly number[], count: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: number; uses: number }>`
    select choice.id, (${count})::integer as uses from unnest(${`{${ids.join()}}`}::integer[]) as choice (id)`.execute(
    db,
  )
  return new Map(rows.map(({ id, uses }) => [id, uses]))
}
