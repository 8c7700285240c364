import type { RegistryKind } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
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

/** Counts, for each registry record, the cases that refer to it and that the user may read. */
export const createReferenceCounts =
  (db: Db) =>
  async (kind: RegistryKind, ids: readonly number[], user: SessionUser): Promise<Map<number, number>> => {
    const scope = readScope(user.selectedRole, user.id)
    if (!scope || ids.length === 0) return new Map()
    const links = sql.join(columns[kind].map((column) => sql`(${sql.ref(column)})`))
    const { rows } = await sql<{ id: number; count: number }>`
      select link.id, count(distinct cases.id)::int as count from cases, lateral (values ${links}) as link (id)
      where ${sql.join([refersToAnyOf(kind, ids), ...scopeConditions(scope)], sql` and `)} and link.id = any(${intArray(ids)})
      group by link.id`.execute(db)
    return new Map(rows.map(({ id, count }) => [id, count]))
  }
