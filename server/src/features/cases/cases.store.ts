import { type CaseStatus, limits, storedReportKeys } from '@portal/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { sealedReports } from '#features/reports/index.ts'
import { countRows, type PageRequest, rowsOfPage } from '#platform/database/page.ts'
import type { CaseTable, Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Sealed } from '#platform/protection/sealed.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'
import type { CaseScope } from './cases.rules.ts'

type CaseQuery<O> = SelectQueryBuilder<Tables, 'cases', O>

/** What of the cases is asked for. */
export interface Wanted {
  readonly statuses?: readonly CaseStatus[] | undefined
  /** Search tokens: a case's report must have one of every group. */
  readonly tokens?: readonly (readonly string[])[] | undefined
  /** The cases that the tokens found, where they are few. */
  readonly ids?: readonly number[]
  /** How many cases the tokens found, counted to one more than is told exactly. */
  readonly found?: number
}

function reportsWith(db: Db, groups: readonly (readonly string[])[]) {
  const meets = (group: readonly string[]) => sql<boolean>`tokens && ${`{${group.join()}}`}::bigint[]`
  return db
    .selectFrom('reportTokens')
    .select('id')
    .where((eb) => eb.and(groups.map(meets)))
}

/**
 * Looks up which cases meet the tokens, and goes on with their numbers if they are few: PostgreSQL cannot foresee how many
 * rows meet a token, and would walk through the whole list for one that is rare.
 */
export async function lookUp(db: Db, wanted: Wanted): Promise<Wanted> {
  if (!wanted.tokens?.length) return wanted
  const rows = await reportsWith(db, wanted.tokens)
    .limit(limits.page.exactCount + 1)
    .execute()
  const found = rows.length
  return found > limits.page.exactCount ? { ...wanted, found } : { ...wanted, found, ids: rows.map(({ id }) => id) }
}

/** The cases that a scope lets see. */
export function inScope(db: Db, scope: CaseScope): CaseQuery<object> {
  const query: CaseQuery<object> = db.selectFrom('cases')
  if (scope.kind === 'all') return query
  return query.where((eb) =>
    eb.or([eb('cases.status', 'in', [...scope.statuses]), eb('cases.createdBy', '=', scope.userId)]),
  )
}

/** Those of them that the filters leave. */
function matching(db: Db, scope: CaseScope, wanted: Wanted = {}): CaseQuery<object> {
  let query = inScope(db, scope)
  if (wanted.statuses?.length) query = query.where('cases.status', 'in', [...wanted.statuses])
  if (wanted.ids) return query.where(sql<boolean>`cases.id = any(${`{${wanted.ids.join()}}`}::int[])`)
  return wanted.tokens?.length ? query.where('cases.id', 'in', reportsWith(db, wanted.tokens)) : query
}

const listed = [
  'cases.id',
  'protocolYear',
  'protocolNumber',
  'status',
  'listRank',
  'createdAt',
  'fieldId',
  'modeId',
  'groundId',
  'subGroundId',
  'outcomeId',
  'isVirtual',
  'languageId',
  'reporterTypeId',
  'channelId',
] as const satisfies (keyof CaseTable | 'cases.id')[]

const withOperator = <O>(query: CaseQuery<O>) =>
  query
    .leftJoin('users as operators', 'operators.id', 'cases.assignedTo')
    .select(['cases.assignedTo', 'operators.lastName as operatorLastName', 'operators.firstName as operatorFirstName'])

interface SealedOperator {
  readonly assignedTo: number | null
  readonly operatorLastName: Sealed | null
  readonly operatorFirstName: Sealed | null
}

/** In place of a name that does not open: one damaged name must not keep the office from its whole list. */
const damagedName = '⚠'

/** The row with the name of whoever works on the case. */
async function openOperator<R extends SealedOperator>(vault: Vault, row: R) {
  const { assignedTo, operatorFirstName, operatorLastName, ...rest } = row
  if (assignedTo === null) return { ...rest, operator: null }
  const names = { firstName: operatorFirstName, lastName: operatorLastName }
  const opened = await unlessDamaged(vault.open(sealedUsers, assignedTo, names))
  return { ...rest, operator: opened ? `${opened.lastName} ${opened.firstName}` : damagedName }
}

/** A page of cases in list order: Aperto before all others, each group newest first. */
export async function listCases(db: Db, vault: Vault, scope: CaseScope, wanted: Wanted, page: PageRequest) {
  const query = withOperator(matching(db, scope, wanted).select([...listed]))
  const rows = await rowsOfPage(query, ['cases.listRank', 'cases.id'], page)
  return Promise.all(rows.map((row) => openOperator(vault, row)))
}

/** How many cases match, counted to one more than is told exactly. */
export async function countCases(db: Db, scope: CaseScope, wanted: Wanted): Promise<number> {
  if (wanted.found !== undefined && scope.kind === 'all' && !wanted.statuses?.length) return wanted.found
  return countRows(db, matching(db, scope, wanted).select('cases.id'))
}

/** A case that the scope lets see, with the report it came from. */
export async function findCase(db: Db, vault: Vault, scope: CaseScope, id: number) {
  const row = await withOperator(matching(db, scope).select([...listed]))
    .innerJoin('reports', 'reports.caseId', 'cases.id')
    .select(['cases.version', 'cases.pseudonymisedAt'])
    .select(storedReportKeys.map((column) => `reports.${column}` as const))
    .where('cases.id', '=', id)
    .executeTakeFirst()
  return row && openOperator(vault, await openSealed(vault, sealedReports, id, row))
}

/** What decides what somebody may do with a case that the scope lets see. */
export const findCaseHead = (db: Db, scope: CaseScope, id: number) =>
  matching(db, scope)
    .select(['protocolYear', 'protocolNumber', 'cases.status', 'assignedTo', 'createdBy', 'pseudonymisedAt'])
    .where('cases.id', '=', id)
    .executeTakeFirst()

/** Whether a case is there at all, whoever asks, or is in a scope. */
export async function hasCase(db: Db, id: number, scope: CaseScope = { kind: 'all' }): Promise<boolean> {
  return (await matching(db, scope).select('cases.id').where('cases.id', '=', id).executeTakeFirst()) !== undefined
}

/** Exact number of cases in statuses, from the kept counts. */
export async function countByStatus(db: Db, statuses: readonly CaseStatus[]): Promise<number> {
  const { count } = await db
    .selectFrom('caseCountEntries')
    .select(sql<number>`coalesce(sum(delta), 0)::int`.as('count'))
    .where('status', 'in', [...statuses])
    .executeTakeFirstOrThrow()
  return count
}

/** Cases in statuses that a person works on. */
export async function countAssigned(db: Db, userId: number, statuses: readonly CaseStatus[]): Promise<number> {
  const { count } = await db
    .selectFrom('cases')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('assignedTo', '=', userId)
    .where('status', 'in', [...statuses])
    .executeTakeFirstOrThrow()
  return count
}

/** Cases in statuses that a person entered. */
export async function countCreated(db: Db, userId: number, statuses: readonly CaseStatus[]): Promise<number> {
  const { count } = await db
    .selectFrom('cases')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('createdBy', '=', userId)
    .where('status', 'in', [...statuses])
    .executeTakeFirstOrThrow()
  return count
}

/** Folds the kept counts into one row a status; in one statement, so that no reader sees half. */
export async function foldCounts(db: Db): Promise<void> {
  await sql`
    with folded as (delete from case_count_entries returning status, delta)
    insert into case_count_entries (status, delta)
    select status, sum(delta)::int from folded group by status having sum(delta) <> 0`.execute(db)
}
