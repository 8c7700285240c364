import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import { defineStatement, type HoleOf } from '#platform/database/statement.ts'
import type { Db } from '#platform/database/transaction.ts'
import { type AccountQuery, accountsMatching, allRoles } from './operators.store.ts'

/** The clear columns of an account. */
export interface StaffMember {
  readonly id: number
  readonly enabledAt: Date
  readonly roles: readonly Role[]
}

const enabledStaff = defineStatement((db, hole: HoleOf<{ ids: string; limit: number }>, of: 'all' | 'some') =>
  accountsMatching(db, { filters: { isEnabled: true } })
    .select(['users.id', 'users.enabledAt', allRoles])
    .$if(of === 'some', (query) => query.where(sql<boolean>`users.id = any(${hole('ids')}::int[])`))
    .orderBy('users.id')
    .limit(hole('limit')),
)

/** Selects the enabled accounts, or those among `ids`, at most `limit`: their clear columns. */
export const selectEnabledStaff = (db: Db, ids: readonly number[] | undefined, limit: number) =>
  enabledStaff.filled(db, { ids: `{${(ids ?? []).join()}}`, limit }, ids ? 'some' : 'all')

/** The clear columns of all accounts that match, at most `limit`. */
export const listStaff = (db: Db, query: AccountQuery, limit: number): Promise<StaffMember[]> =>
  accountsMatching(db, query)
    .select(['users.id', 'users.enabledAt', allRoles])
    .orderBy('users.id')
    .limit(limit)
    .execute()

/** Locks the row of an account until the transaction ends: `share` to rely on it, `update` to change it. */
export const holdAccount = defineStatement((db, hole: HoleOf<{ id: number }>, how: 'share' | 'update') =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', hole('id'))
    .$call((query) => (how === 'share' ? query.forShare() : query.forUpdate())),
)
