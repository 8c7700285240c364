import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { type AnySealedTable, columnName } from '#platform/protection/sealed-table.ts'

/** The number of rows of a table for each encryption key; key null counts the plain rows. */
export async function countRowsByKey(db: Db, table: AnySealedTable) {
  const { rows } = await sql<{ keyId: number | null; count: number }>`
    select key_id, count(*)::int as count from ${sql.table(columnName(table.table))} group by key_id`.execute(db)
  return rows
}
