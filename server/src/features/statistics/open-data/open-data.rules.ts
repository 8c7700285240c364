import { type OpenDataTableName, openDataPolicy, openDataTableNames, type PlainDate } from '@portal/contract'
import type { Tally } from '../tally.rules.ts'
import { type PublishedCell, publishYearTable } from './suppression.rules.ts'

/** The numbers of a year as they are published; null for one that is withheld. */
export interface PublishedYear {
  readonly cases: number | null
  readonly tables: Readonly<Record<OpenDataTableName, readonly PublishedCell[]>>
}

/** The years to publish on a day: from the first one with a case to the last one whose day of publication has come. */
export function yearsDue(first: number, today: PlainDate): number[] {
  const [year, day] = [Number(today.slice(0, 4)), today.slice(5)]
  const last = day >= openDataPolicy.publishedOn ? year - 1 : year - 2
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** A value for each table. */
export const forEachTable = <T>(make: (table: OpenDataTableName) => T) =>
  Object.fromEntries(openDataTableNames.map((table) => [table, make(table)] as const)) as Record<OpenDataTableName, T>

/** The entries of each table, in the order of its list. */
type Entries = Readonly<Record<OpenDataTableName, readonly { readonly id: number }[]>>

/** What is published of the counts of a year. */
export function publishYear({ total, counts, missing }: Tally, entries: Entries): PublishedYear {
  return {
    cases: total < openDataPolicy.smallest ? null : total,
    tables: forEachTable((table) =>
      publishYearTable({
        total,
        missing: missing[table] ?? 0,
        entries: entries[table].map(({ id }) => ({ key: String(id), count: counts[table]?.[id] ?? 0 })),
      }),
    ),
  }
}
