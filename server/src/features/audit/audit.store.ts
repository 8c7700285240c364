import { type AuditFilters, limits, type RowRange } from '@portal/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { officeZone } from '#platform/clock.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Sealed } from '#platform/protection/sealed.ts'
import { DamagedError, type Vault } from '#platform/protection/vault.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'
import type { AuditScope } from './audit.rules.ts'

/** Place of an entry in the log; the page after or before it starts there. */
export interface AuditKey {
  readonly at: Date
  readonly id: number
}

export interface AuditPage {
  readonly range: RowRange
  readonly after?: AuditKey | undefined
  readonly before?: AuditKey | undefined
}

type AuditQuery<O> = SelectQueryBuilder<Tables, 'auditEntries', O>

const startOf = (day: string, later = 0) =>
  sql<Date>`(${day}::date + ${later}::int)::timestamp at time zone ${officeZone}`

const isOneOf = (actions: readonly string[]) => sql<boolean>`action = any(${actions})`

/** The entries that a scope lets see and the filters leave. */
function matching(db: Db, scope: AuditScope, filters: AuditFilters): AuditQuery<object> {
  const { from, to, recordId } = filters
  const equal = (['userId', 'role', 'action', 'outcome', 'recordKind'] as const).filter((column) => filters[column])
  return db
    .selectFrom('auditEntries')
    .where((eb) =>
      eb.and([
        ...equal.map((column) => eb(column, '=', filters[column] ?? null)),
        ...(scope.kind === 'actions' ? [isOneOf(scope.actions)] : []),
        ...(from ? [eb('auditEntries.at', '>=', startOf(from))] : []),
        ...(to ? [eb('auditEntries.at', '<', startOf(to, 1))] : []),
        ...(recordId ? [sql<boolean>`record_ids @> array[${recordId}]::bigint[]`] : []),
      ]),
    )
}

const isChained = sql<boolean>`exists (select from audit_links where entry_id = audit_entries.id)`.as('isChained')

interface SealedName {
  readonly userId: number | null
  readonly firstName: Sealed | null
  readonly lastName: Sealed | null
}

/** The row with the name of who acted. One that does not open, which the vault tells, must not hide the whole log. */
async function withName<R extends SealedName>(vault: Vault, { firstName, lastName, ...row }: R) {
  if (row.userId === null || !lastName) return { ...row, userName: undefined }
  const name = await vault.open(sealedUsers, row.userId, { firstName, lastName }).catch((error) => {
    if (error instanceof DamagedError) return undefined
    throw error
  })
  return { ...row, userName: name ? `${name.lastName} ${name.firstName}` : '⚠' }
}

/** A page of the log, newest first; with the name of who acted, where there is one. */
export async function listEntries(db: Db, vault: Vault, scope: AuditScope, filters: AuditFilters, page: AuditPage) {
  const rows = await pageOf(matching(db, scope, filters), page)
    .leftJoin('users', 'users.id', 'userId')
    .selectAll('auditEntries')
    .select(['users.firstName', 'users.lastName', isChained])
    .execute()
  const inOrder = page.before ? rows.reverse() : rows
  return Promise.all(inOrder.map((row) => withName(vault, row)))
}

function pageOf(query: AuditQuery<object>, { range, after, before }: AuditPage) {
  const limited = query.limit(range.to - range.from + 1)
  const place = sql.raw('audit_entries.at, audit_entries.id')
  // The conditions on the time alone are there for the partitions: those beyond are not read.
  if (before)
    return limited
      .where('auditEntries.at', '>=', before.at)
      .where(sql<boolean>`(${place}) > (${before.at}, ${before.id})`)
      .orderBy('auditEntries.at', 'asc')
      .orderBy('auditEntries.id', 'asc')
  const ordered = limited.orderBy('auditEntries.at', 'desc').orderBy('auditEntries.id', 'desc')
  if (!after) return ordered.offset(range.from - 1)
  return ordered.where('auditEntries.at', '<=', after.at).where(sql<boolean>`(${place}) < (${after.at}, ${after.id})`)
}

/** How many entries match, counted to one more than is told exactly. */
export async function countEntries(db: Db, scope: AuditScope, filters: AuditFilters): Promise<number> {
  const some = matching(db, scope, filters)
    .select('auditEntries.id')
    .limit(limits.page.exactCount + 1)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
