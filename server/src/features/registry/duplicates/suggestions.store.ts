import type { Page, RegistryKind, SuggestionSource } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { defineList } from '#platform/database/list.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'

import { byWeight } from './duplicates.store.ts'

/** What the job compares next: a case, an association, or a record. */
export interface QueueRow {
  readonly kind: 'case' | 'association' | RegistryKind
  readonly id: number
}

/** Next rows of the queue. Cases and associations come before the records, which add some of them. */
export const listQueue = (db: Db, most: number): Promise<QueueRow[]> =>
  db.selectFrom('registryComparisons').selectAll().orderBy('kind').orderBy('id').limit(most).execute()

/** Deletes a row of the queue; false where another process did. */
export async function takeRow(tx: Db, { kind, id }: QueueRow): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('registryComparisons')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function addToQueue(tx: Db, kind: QueueRow['kind'], ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into registry_comparisons (kind, id) select ${kind}, unnest(${`{${ids.join()}}`}::int[])
    on conflict do nothing`.execute(tx)
}

/** A record that may be that of a person of a case, or of an association. */
export interface Suggestion {
  readonly source: SuggestionSource
  readonly kind: RegistryKind
  readonly recordId: number
  readonly weight: number
}

const recordColumns = { person: 'personId', organisation: 'organisationId' } as const
const ownerColumns = { case: 'caseId', association: 'associationId' } as const
type Owner = QueueRow & { readonly kind: keyof typeof ownerColumns }

/** Replaces the open suggestions of a case or an association by those found now; one that is found again keeps its id. */
export async function replaceSuggestions(
  tx: Db,
  { kind, id }: Owner,
  { found, at }: { readonly found: readonly Suggestion[]; readonly at: Date },
): Promise<void> {
  const owner = ownerColumns[kind]
  const rows = await tx.selectFrom('registrySuggestions').selectAll().where(owner, '=', id).execute()
  const isOf = (row: (typeof rows)[number]) => (one: Suggestion) =>
    row.source === one.source && row[recordColumns[one.kind]] === one.recordId
  const gone = rows.filter((row) => row.status === 'open' && !found.some(isOf(row))).map((row) => row.id)
  // Still open: a user may have decided in the meantime.
  if (gone.length > 0)
    await tx.deleteFrom('registrySuggestions').where('id', 'in', gone).where('status', '=', 'open').execute()
  for (const one of found) {
    const known = rows.find((row) => isOf(row)(one))
    const values = { weight: one.weight, foundAt: known?.foundAt ?? at }
    if (!known)
      await tx
        .insertInto('registrySuggestions')
        .values({ ...values, source: one.source, status: 'open', [owner]: id, [recordColumns[one.kind]]: one.recordId })
        .execute()
    else if (known.weight !== one.weight)
      await tx.updateTable('registrySuggestions').set(values).where('id', '=', known.id).execute()
  }
}

/** Whose suggestions a user may read. */
export interface ReadScope {
  /** SQL conditions for their cases; undefined where they may read none. */
  readonly cases: readonly RawBuilder<boolean>[] | undefined
  readonly hasAssociations: boolean
}

const never = sql<boolean>`false`

/** The open suggestions of cases and associations that a user may read. */
const openSuggestions = (db: Db, { cases, hasAssociations }: ReadScope) =>
  db
    .selectFrom('registrySuggestions')
    .leftJoin('cases', 'cases.id', 'registrySuggestions.caseId')
    .leftJoin('associations', 'associations.id', 'registrySuggestions.associationId')
    .select(['registrySuggestions.id', 'source', 'caseId', 'registrySuggestions.associationId', 'weight', 'foundAt'])
    .select(['personId', 'organisationId', 'protocolYear', 'protocolNumber', 'associations.name as associationName'])
    .where('registrySuggestions.status', '=', 'open')
    .where(
      sql<boolean>`case when case_id is null then ${sql.lit(hasAssociations)}
        else ${cases ? sql.join([sql`true`, ...cases], sql` and `) : never} end`,
    )

interface Filters extends ReadScope {
  readonly source?: SuggestionSource | undefined
  readonly caseId?: number | undefined
}

/** An open suggestion, with the number of its case or the name of its association. */
export interface StoredSuggestion {
  readonly id: number
  readonly source: SuggestionSource
  readonly caseId: number | null
  readonly associationId: number | null
  readonly personId: number | null
  readonly organisationId: number | null
  readonly weight: number
  readonly foundAt: Date
  readonly protocolYear: number | null
  readonly protocolNumber: number | null
  readonly associationName: string | null
}

/** Pages of the open suggestions, the likeliest first. */
export const listOpenSuggestions: (
  db: Db,
  request: PageQuery<unknown>,
  filters: Filters,
) => Promise<Page<StoredSuggestion>> = defineList({
  order: byWeight('registrySuggestions'),
  rows: (db: Db, { source, caseId, ...readable }: Filters) =>
    openSuggestions(db, readable)
      .$if(source !== undefined, (query) => query.where('source', '=', source as SuggestionSource))
      .$if(caseId !== undefined, (query) => query.where('caseId', '=', caseId as number)),
})

/** An open suggestion that a user may read; locks it until the transaction ends. */
export const holdSuggestion = (tx: Db, readable: ReadScope, id: number): Promise<StoredSuggestion | undefined> =>
  openSuggestions(tx, readable)
    .where('registrySuggestions.id', '=', id)
    .forUpdate('registrySuggestions')
    .executeTakeFirst()

export const markDifferent = (tx: Db, id: number, decidedBy: number, decidedAt: Date) =>
  tx
    .updateTable('registrySuggestions')
    .set({ status: 'different', decidedBy, decidedAt })
    .where('id', '=', id)
    .execute()
