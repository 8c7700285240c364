import type { CaseFieldChange, RegistryKind, RegistryLinkKey } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Authorship } from '#platform/record/record.ts'
import type { Reader } from '#platform/session/caller.ts'
import { readScope } from './cases.rules.ts'
import { scopeConditions } from './cases.store.ts'
import { insertEvents } from './history/case-events.store.ts'
import { caseChanges } from './record/case-values.ts'

/** The columns of a case that refer to a registry record, with their fields, by kind of record. */
const linksOf = {
  person: { 'cases.reporter_person_id': 'reporterPersonId', 'cases.victim_person_id': 'victimPersonId' },
  organisation: { 'cases.reporter_organisation_id': 'reporterOrganisationId' },
} as const satisfies Record<RegistryKind, Readonly<Record<string, RegistryLinkKey>>>
const columns = {
  person: Object.keys(linksOf.person),
  organisation: Object.keys(linksOf.organisation),
} satisfies Record<RegistryKind, readonly string[]>

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

interface LinkMove {
  readonly from: number
  readonly to: number
  /** These links instead of all. */
  readonly only?: readonly MovedLink[] | undefined
}

/**
 * Locks the cases whose links a merge or its undo will move, until the transaction ends. It comes before the lock of the records: a save
 * of a case locks the case first too, and in the other order the two would wait for each other.
 */
export async function holdReferences(
  tx: Db,
  kind: RegistryKind,
  { from, only }: Pick<LinkMove, 'from' | 'only'>,
): Promise<void> {
  const among = only && sql`and id = any(${intArray(only.map(({ caseId }) => caseId))})`
  await sql`select id from cases where ${refersToAnyOf(kind, [from])} ${among ?? sql``} order by id for update`.execute(
    tx,
  )
}

/**
 * Moves the links of cases from a record to another one, increments the versions of the cases, so that nobody saves the old link
 * again, and adds the change to their histories. Returns what it moved.
 */
export async function moveReferences(
  tx: Db,
  vault: Vault,
  kind: RegistryKind,
  { from, to, only, by }: LinkMove & { readonly by: Authorship },
): Promise<MovedLink[]> {
  const moved: MovedLink[] = []
  const changes = new Map<number, CaseFieldChange[]>()
  for (const [column, key] of Object.entries(linksOf[kind])) {
    const among = only?.filter((link) => link.column === column).map(({ caseId }) => caseId)
    if (among?.length === 0) continue
    const name = sql.ref(column.replace('cases.', ''))
    const { rows } = await sql<{ id: number }>`
      update cases set ${name} = ${to}, version = version + 1
      where ${name} = ${from} ${among ? sql`and id = any(${intArray(among)})` : sql``}
      returning id`.execute(tx)
    moved.push(...rows.map(({ id }) => ({ caseId: id, column })))
    const change = caseChanges.changesBetween({ [key]: from }, { [key]: to })
    for (const { id } of rows) changes.set(id, [...(changes.get(id) ?? []), ...change])
  }
  const events = [...changes].map(([caseId, list]) => ({ ...by, caseId, kind: 'changed' as const, changes: list }))
  if (events.length > 0) await insertEvents(tx, vault, events)
  return moved
}
