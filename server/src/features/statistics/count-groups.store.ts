import { type RawBuilder, sql } from 'kysely'
import { ownPlan } from '#platform/database/statements/prepared-statements.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { ColumnGroup, CountedRow } from './tally.rules.ts'

const namesIn = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/**
 * Counts the rows of `from` by each group of columns, in one pass with a hash table for each group. PostgreSQL multiplies the
 * numbers of distinct values, expects far more groups than occur, and would sort all rows on disk for each: hence the settings,
 * which hold until the end of the transaction.
 */
export async function countGroups<C extends string>(
  tx: Db,
  groups: readonly ColumnGroup<C>[],
  from: RawBuilder<unknown>,
): Promise<CountedRow<C>[]> {
  await sql`select set_config('enable_sort', 'off', true), set_config('work_mem', '128MB', true)`.execute(tx)
  const { rows } = await sql<Record<C, unknown> & { readonly others: number; readonly count: number }>`
    ${ownPlan} select ${namesIn(groups.flat())}, grouping(${namesIn(groups.map(([first]) => first))}) as others, count(*)::int as count
    from ${from} group by grouping sets (${sql.join(groups.map((columns) => sql`(${namesIn(columns)})`))})`.execute(tx)
  return rows.map(({ others, count, ...values }) => ({
    // A bit for each group, the first one highest; 0 marks the group of the row.
    group: groups.findIndex((_, index) => !((others >> (groups.length - 1 - index)) & 1)),
    // What is left of the row are the grouped columns.
    values: values as unknown as Record<C, unknown>,
    count,
  }))
}
