import { type CaseStatus, pendingStatuses } from '@portal/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { listedFields, listingOf, type ReportListing, sealedReports } from '#features/reports/index.ts'
import { dayStart } from '#platform/clock.ts'
import { defineStatement, type HoleOf } from '#platform/database/statement.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Sealed } from '#platform/protection/sealed.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { type LatenessDates, waitingStatuses } from './case-terms.rules.ts'
import type { CaseScope, CaseSort } from './cases.rules.ts'
import { damagedName, openOperator, openOperators, type SealedOperator } from './operator-names.ts'
import { namesOfCase } from './record/case-names.rules.ts'
import { caseColumns, reportColumns } from './record/case-values.ts'

type CaseQuery<O> = SelectQueryBuilder<Tables, 'cases', O>

/** A condition by statuses, which are part of the statement: a plan for any values could not use an index of some of them. */
export const hasStatus = (statuses: readonly CaseStatus[]) =>
  sql<boolean>`cases.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`

/** A condition by lateness: `dueOf` says the same of one case. */
export const isLateOn = ({ workedBefore, waitingBefore }: LatenessDates) => sql<boolean>`
  (${hasStatus(pendingStatuses)} and (cases.worked_from < ${dayStart(workedBefore)}
    or (${hasStatus(waitingStatuses)} and cases.status_since < ${dayStart(waitingBefore)})))`

/** The same in two conditions that no case meets both of, each a range of an index. */
export const lateRanges = ({ workedBefore, waitingBefore }: LatenessDates): readonly RawBuilder<boolean>[] => [
  sql`(${hasStatus(pendingStatuses)} and cases.worked_from < ${dayStart(workedBefore)})`,
  sql`(${hasStatus(waitingStatuses)} and cases.status_since < ${dayStart(waitingBefore)}
    and cases.worked_from >= ${dayStart(workedBefore)})`,
]

const isOfSort = (sort: CaseSort) => {
  if (sort.kind === 'all') return sql<boolean>`true`
  if (sort.kind === 'statuses') return hasStatus(sort.statuses)
  if (sort.kind === 'created_by') return sql<boolean>`cases.created_by = ${sort.userId}`
  if (sort.kind === 'assigned_to') return sql<boolean>`cases.assigned_to = ${sort.userId}`
  return sql<boolean>`cases.is_out_of_remit`
}

/** SQL conditions for the cases of a scope. */
export function scopeConditions({ anyOf, isOutOfRemit }: CaseScope): RawBuilder<boolean>[] {
  const remit = isOutOfRemit === undefined ? [] : [sql<boolean>`cases.is_out_of_remit = ${sql.lit(isOutOfRemit)}`]
  const sorts = anyOf.some(({ kind }) => kind === 'all')
    ? []
    : [sql<boolean>`(${sql.join(anyOf.map(isOfSort), sql` or `)})`]
  return [...remit, ...sorts]
}

/** Selects the cases of a scope. */
export const inScope = (db: Db, scope: CaseScope): CaseQuery<object> =>
  scopeConditions(scope).reduce<CaseQuery<object>>((query, condition) => query.where(condition), db.selectFrom('cases'))

const listed = [
  'cases.id',
  'protocolYear',
  'protocolNumber',
  'status',
  'listRank',
  'createdAt',
  'insertedAt',
  'workedFrom',
  'statusSince',
  'fieldId',
  'modeId',
  'groundId',
  'subGroundId',
  'outcomeId',
  'relevanceId',
  'isVirtual',
  'placeProvince',
  'languageId',
  'isAccommodationAsked',
  'reporterTypeId',
  'channelId',
  'cases.unread',
  'cases.version',
  'cases.pseudonymisedAt',
  'cases.closingProposedAt',
  'cases.awaitsLetter',
] as const

const withOperator = <O>(query: CaseQuery<O>) =>
  query
    .leftJoin('users as operators', 'operators.id', 'cases.assignedTo')
    .select(['cases.assignedTo', 'operators.lastName as operatorLastName', 'operators.firstName as operatorFirstName'])

/** The same columns for a statement that writes a case. */
export const namesOfAssignee = [
  sql<Sealed | null>`(select last_name from users where users.id = cases.assigned_to)`.as('operatorLastName'),
  sql<Sealed | null>`(select first_name from users where users.id = cases.assigned_to)`.as('operatorFirstName'),
] as const

/** What is sealed of a row of a list: what lists show of its report, or the fields that an earlier version wrote without it, in their order. */
interface SealedRow {
  readonly id: number
  readonly reporterTypeId: number
  readonly listing: Sealed | null
  readonly unlisted: readonly (Sealed | null)[] | null
}
type SealedField = 'listing' | 'unlisted'

const valuesToOpen = ({ id, listing, unlisted }: SealedRow) =>
  [
    id,
    unlisted ? Object.fromEntries(listedFields.map((field, place) => [field, unlisted[place]])) : { listing },
  ] as const

/** Decrypts what lists show of rows; a damaged one has other names, so that the list does not fail. */
async function openListings<R extends SealedRow>(
  vault: Vault,
  rows: readonly R[],
): Promise<(Omit<R, SealedField> & Opened)[]> {
  const opened = await vault.openEach(sealedReports, rows.map(valuesToOpen))
  return rows.map((row, place) => {
    const values = opened[place]
    const shown: ReportListing = values?.listing ?? listingOf(values ?? {}) ?? {}
    const names = values ? namesOfCase({ ...shown, reporterTypeId: row.reporterTypeId }) : damagedNames
    // Rows of many columns: assigning to them costs a fraction of copying them.
    return Object.assign(row, { listing: undefined, unlisted: undefined, ...names, excerpt: shown.excerpt })
  })
}
interface Opened extends ReturnType<typeof namesOfCase> {
  readonly excerpt: string | undefined
}
const damagedNames = { reporter: damagedName, victim: damagedName }

/** Opens rows of lists: what is sealed of a case, and the names of operators. */
async function openRows<R extends SealedRow & SealedOperator>(vault: Vault, rows: readonly R[]) {
  const named = await openOperators(vault, rows)
  return openListings(vault, named)
}

/** One statement for any number of ids. */
const isAnyOf = (ids: readonly number[]) => sql<boolean>`cases.id = any(${`{${ids.join()}}`}::int[])`

/** The operators of cases, with their names. */
export async function listOperatorsOf(db: Db, vault: Vault, ids: readonly number[]) {
  const rows = await withOperator(db.selectFrom('cases').select('cases.id')).where(isAnyOf(ids)).execute()
  return openOperators(vault, rows)
}

export type StoredCase = Awaited<ReturnType<typeof listCases>>[number]

/** The sealed fields of a report that an earlier version wrote without what lists show of it. */
const unlisted = sql<readonly (Sealed | null)[] | null>`case when reports.listing is null
  then array[${sql.join(listedFields.map((field) => sql.ref(`reports.${field}`)))}] end`

/** The rows of lists, sealed, by an array of their ids. */
const rowsOfLists = (db: Db, ids: RawBuilder<unknown>, sortKey: RawBuilder<unknown> = sql`0`) =>
  withOperator(db.selectFrom('cases').select([...listed, sql<number>`${sortKey}`.as('sortKey')]))
    .leftJoin('reports', 'reports.caseId', 'cases.id')
    .select(['reports.listing', unlisted.as('unlisted')])
    .where(sql<boolean>`cases.id = any(${ids}::int[])`)

const listById = defineStatement((db, hole: HoleOf<{ ids: string }>) => rowsOfLists(db, hole('ids')))

/** A row of a list, sealed. */
export type ListedRow = Awaited<ReturnType<typeof listById>>[number]

/** A statement that finds cases. */
interface Found {
  readonly ids: readonly number[]
}
type Nullable<T> = { readonly [K in keyof T]: T[K] | null }
type RowBeside<F> = Nullable<F> & Nullable<ListedRow>

/** The one row of `from`, which has ids, beside the rows of the cases that its expression `shown` names: the first of the ids, or none. */
export const rowsBeside = <F extends Found>(db: Db, from: RawBuilder<F>, shown: RawBuilder<unknown>) => ({
  compile: () =>
    sql<RowBeside<F>>`
      with listing as materialized (${from})
      select head.*, shown.* from listing left join lateral ${rowsOfLists(db, shown)} as shown on true
        left join listing as head on shown.id is null or shown.id = head.ids[1]`.compile(db),
})

/** What `rowsBeside` has read: the row of its statement, which is beside the first case alone, and those of the cases. */
export function readBeside<F extends Found>(rows: readonly RowBeside<F>[]): { found: F; rows: ListedRow[] } {
  const found = rows.find((row): row is RowBeside<F> & F => row.ids !== null)
  if (!found) throw new Error('The statement left out what it found.')
  return { found, rows: rows.filter((row): row is RowBeside<F> & ListedRow => row.id !== null) }
}

/** Cases by their ids, in the order of the ids; `selected` is the sort key where it is not a column. */
export async function listCases(
  db: Db,
  vault: Vault,
  ids: readonly number[],
  selected: RawBuilder<unknown> | undefined = undefined,
) {
  const array = `{${ids.join()}}`
  const rows = selected
    ? await rowsOfLists(db, sql<string>`${array}`, selected).execute()
    : await listById(db, { ids: array })
  return openRowsInOrder(vault, rows, ids)
}

/** Opens rows of lists in the order of their ids. */
export function openRowsInOrder(vault: Vault, rows: readonly ListedRow[], ids: readonly number[]) {
  const places = new Map(ids.map((id, place) => [id, place]))
  const place = ({ id }: { id: number }) => places.get(id) ?? 0
  return openRows(
    vault,
    rows.toSorted((one, other) => place(one) - place(other)),
  )
}

/** The columns of `cases` that a case is read with. */
export const wholeCase = [
  ...listed,
  ...(['cases.closedAt', 'cases.createdBy', 'cases.assignedTo'] as const),
  ...caseColumns.map((column) => `cases.${column}` as const),
  sql<boolean>`exists (select from attachments where attachments.case_id = cases.id)`.as('hasFiles'),
] as const

const findById = defineStatement((db, hole: HoleOf<{ id: number }>, scope: CaseScope) =>
  withOperator(inScope(db, scope).select(wholeCase))
    .innerJoin('reports', 'reports.caseId', 'cases.id')
    .select(['reports.pinHash', 'reports.keyId'])
    .select(reportColumns.map((column) => `reports.${column}` as const))
    .where('cases.id', '=', hole('id')),
)

/** Selects a case of the scope, with the report it came from, sealed. */
export const selectCase = (db: Db, scope: CaseScope, id: number) => findById.filled(db, { id }, scope)

/** A case of the scope, with the report it came from. */
export const findCase = async (db: Db, vault: Vault, scope: CaseScope, id: number) =>
  openCase(vault, id, (await findById(db, { id }, scope))[0])

/** Opens a case that `selectCase` found. */
export async function openCase(
  vault: Vault,
  id: number,
  row: Awaited<ReturnType<typeof findById>>[number] | undefined,
) {
  if (!row) return undefined
  const opened = await openOperator(vault, await openSealed(vault, sealedReports, id, row))
  // Only reporters who use the portal get a PIN.
  return { ...opened, isAsReceived: row.createdBy === null || row.pinHash !== null }
}

/** The columns of a case of the scope that decide on permissions. */
export const findCaseHead = (db: Db, scope: CaseScope, id: number) =>
  inScope(db, scope)
    .select(['protocolYear', 'protocolNumber', 'cases.status', 'assignedTo', 'createdBy', 'pseudonymisedAt'])
    .select(['unread', 'version'])
    .where('cases.id', '=', id)
    .executeTakeFirst()

/** Locks the rows of cases of a scope, in the order of their ids, until the transaction ends; returns their numbers. */
export const lockCaseHeads = (tx: Db, scope: CaseScope, ids: readonly number[]) =>
  inScope(tx, scope)
    .select(['cases.id', 'protocolYear', 'protocolNumber'])
    .where('cases.id', 'in', [...ids])
    .orderBy('cases.id')
    .forUpdate('cases')
    .execute()

/** The number of open cases of each operator, in remit or not, and how many of them are late. */
export async function countLoads(db: Db, late: LatenessDates): Promise<Map<number, { open: number; late: number }>> {
  const { rows } = await sql<{ id: number; open: number; late: number }>`
    select assigned_to as id, count(*)::int as open, count(*) filter (where ${isLateOn(late)})::int as late
    from cases where assigned_to is not null and status = any(${[...pendingStatuses]}::text[])
    group by assigned_to`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** The scope of all cases, for jobs and system tasks. */
export const allCases: CaseScope = { anyOf: [{ kind: 'all' }] }

/** Whether a case exists in a scope; without a scope, whether it exists at all. */
export async function hasCase(db: Db, id: number, scope: CaseScope = allCases): Promise<boolean> {
  const row = await inScope(db, scope).select('cases.id').where('cases.id', '=', id).executeTakeFirst()
  return row !== undefined
}
