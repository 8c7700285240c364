import { type AuditFilters, officeZone } from '@portal/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { byInstant, defineList } from '#platform/database/list.ts'
import type { PageRequest } from '#platform/database/page.ts'
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

/** Entries within the scope that match the filters. */
function matchingEntries(db: Db, scope: AuditScope, filters: AuditFilters): AuditQuery<object> {
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

/** Adds the actor's name. A name that cannot be decrypted shows as ⚠ (the vault logs it), so that the log stays readable. */
async function withName<R extends SealedName>(vault: Vault, { firstName, lastName, ...row }: R) {
  if (row.userId === null || !lastName) return { ...row, userName: undefined }
  const name = await vault.open(sealedUsers, row.userId, { firstName, lastName }).catch((error) => {
    if (error instanceof DamagedError) return undefined
    throw error
  })
  return { ...row, userName: name ? `${name.lastName} ${name.firstName}` : '⚠' }
}

interface EntryQuery {
  readonly scope: AuditScope
  readonly filters: AuditFilters
  readonly vault: Vault
}

/** Pages of the log, newest first, with the actor's name where there is an actor. */
export const listEntries = defineList({
  order: byInstant('auditEntries.at', 'auditEntries.id', Number.MAX_SAFE_INTEGER),
  rows: (db: Db, { scope, filters }: EntryQuery, page: PageRequest) =>
    prunePartitions(matchingEntries(db, scope, filters), page)
      .leftJoin('users', 'users.id', 'userId')
      .selectAll('auditEntries')
      .select(['users.firstName', 'users.lastName', isChained]),
  counted: (db: Db, { scope, filters }: EntryQuery) => matchingEntries(db, scope, filters),
  open: (row, { vault }) => withName(vault, row),
})

/** Repeats the page's bound as a condition on the time alone, so that PostgreSQL prunes partitions. */
function prunePartitions(query: AuditQuery<object>, { after: [after] = [], before: [before] = [] }: PageRequest) {
  if (before instanceof Date) return query.where('auditEntries.at', '>=', before)
  return after instanceof Date ? query.where('auditEntries.at', '<=', after) : query
}
