import type { RegistryKind } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import type { Reader } from '#platform/session/caller.ts'
import { readScope } from './cases.rules.ts'
import { scopeConditions } from './cases.store.ts'

/** The columns of a case that refer to a registry record, by kind of record. */
const columns = {
  person: ['cases.reporter_person_id', 'cases.victim_person_id'],
  organisation: ['cases.reporter_organisation_id'],
} as const satisfies Record<RegistryKind, readonly string[]>

const intArray = (ids: readonly number[]) => sql`${`{${ids.join()}}`}::int[]`

/** SQL condition: the case refers to at least one of these records. */
export const refersToAnyOf = (kind: RegistryKind, ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    columns[kind].map((column) => sql`${sql.ref(column)} = any(${intArray(ids)})`),
    sql` or `,
  )})`

/** SQL conditions for the cases that a user may read; undefined where the role opens no list. */
export function readableCases({ id, selectedRole }: Reader): RawBuilder<boolean>[] | undefined {
  const scope = readScope(selectedRole, id)
  return scope && scopeConditions(scope)
}

/** Counts, for each registry record, the cases that refer to it and that the user may read. */
export const createReferenceCounts =
  (db: Db) =>
  async (kind: RegistryKind, ids: readonly number[], user: Reader): Promise<Map<number, number>> => {
    const readable = readableCases(user)
    if (!readable || ids.length === 0) return new Map()
    const links = sql.join(columns[kind].map((column) => sql`(${sql.ref(column)})`))
    const { rows } = await sql<{ id: number; count: number }>`
      select link.id, count(distinct cases.id)::int as count from cases, lateral (values ${links}) as link (id)
      where ${sql.join([refersToAnyOf(kind, ids), ...readable], sql` and `)} and link.id = any(${intArray(ids)})
      group by link.id`.execute(db)
    return new Map(rows.map(({ id, count }) => [id, count]))
  }

interface MovedLink {
  readonly caseId: number
  readonly column: string
}

/**
 * Moves the links of cases from a record to another one, all of them or `only` those, and increments the versions of the cases, so
 * that nobody saves the old link again. Returns what it moved.
 */
export async function moveReferences(
  tx: Db,
  kind: RegistryKind,
  { from, to, only }: { readonly from: number; readonly to: number; readonly only?: readonly MovedLink[] },
): Promise<MovedLink[]> {
  const moved: MovedLink[] = []
  for (const column of columns[kind]) {
    const among = only?.filter((link) => link.column === column).map(({ caseId }) => caseId)
    if (among?.length === 0) continue
    const name = sql.ref(column.replace('cases.', ''))
    const { rows } = await sql<{ id: number }>`
      update cases set ${name} = ${to}, version = version + 1
      where ${name} = ${from} ${among ? sql`and id = any(${intArray(among)})` : sql``}
      returning id`.execute(tx)
    moved.push(...rows.map(({ id }) => ({ caseId: id, column })))
  }
  return moved
}
