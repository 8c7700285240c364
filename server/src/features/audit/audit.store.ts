import { type AuditFilters, officeZone } from '@portal/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { countRows, type PageRequest, rowsOfPage } from '#platform/database/page.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Sealed } from '#platform/protection/sealed.ts'
import { DamagedError, type Vault } from '#platform/protection/vault.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'
import type { AuditScope } from './audit.rules.ts'

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
export async function listEntries(db: Db, vault: Vault, scope: AuditScope, filters: AuditFilters, page: PageRequest) {
  const query = near(matching(db, scope, filters), page)
    .leftJoin('users', 'users.id', 'userId')
    .selectAll('auditEntries')
    .select(['users.firstName', 'users.lastName', isChained])
  const rows = await rowsOfPage(query, ['auditEntries.at', 'auditEntries.id'], page)
  return Promise.all(rows.map((row) => withName(vault, row)))
}

/** Conditions on the time alone, for the partitions: those beyond are not read. */
function near(query: AuditQuery<object>, { after: [after] = [], before: [before] = [] }: PageRequest) {
  if (before instanceof Date) return query.where('auditEntries.at', '>=', before)
  return after instanceof Date ? query.where('auditEntries.at', '<=', after) : query
}

/** How many entries match, as far as the page asked for tells. */
export const countEntries = (db: Db, scope: AuditScope, filters: AuditFilters, page: PageRequest): Promise<number> =>
  countRows(db, matching(db, scope, filters).select('auditEntries.id'), page)
