import { sql } from 'kysely'
import { nextIds } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealedRows, type SealedRows, sealRows } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { RunOrigin } from '#platform/runs/run-definition.ts'
import { authorityOf, sealedUsers } from '#platform/session/sealed-users.ts'
import { type Account, changesOf } from '../operators.rules.ts'
import { sealedChanges } from '../sealed-changes.ts'

/** Accounts that are ready to be inserted. */
export interface ReadyAccounts {
  readonly users: SealedRows
  readonly changes: SealedRows
  readonly roles: readonly {
    readonly userId: number
    readonly role: Account['roles'][number]
    readonly place: number
  }[]
}

/** Reserves ids for accounts and encrypts them, outside of any transaction. */
export async function readyAccounts(
  db: Db,
  vault: Vault,
  accounts: readonly Account[],
  run: Pick<RunOrigin, 'id' | 'startedAt' | 'startedBy'>,
): Promise<ReadyAccounts> {
  const ids = await nextIds(db, 'users', accounts.length)
  const changeIds = await nextIds(db, 'user_changes', accounts.length)
  const numbered = accounts.map((account, index) => ({ account, id: ids[index] ?? 0, changeId: changeIds[index] ?? 0 }))
  return {
    users: sealRows(
      vault,
      sealedUsers,
      numbered.map(({ id, account: { roles, ...account } }) => ({
        ...account,
        id,
        uploadId: run.id,
        authority: authorityOf({ ...account, roles }),
      })),
    ),
    changes: sealRows(
      vault,
      sealedChanges,
      numbered.map(({ id, changeId, account }) => ({
        id: changeId,
        userId: id,
        changedBy: run.startedBy,
        changedAt: run.startedAt,
        action: 'uploaded' as const,
        details: JSON.stringify(changesOf(undefined, account)),
      })),
    ),
    roles: numbered.flatMap(({ id, account }) => account.roles.map((role, place) => ({ userId: id, role, place }))),
  }
}

/** Writes accounts that stay invisible until the upload is finished. */
export async function stageAccounts(tx: Db, { users, changes, roles }: ReadyAccounts): Promise<void> {
  await insertSealedRows(tx, users)
  await tx
    .insertInto('userRoles')
    .values([...roles])
    .execute()
  await insertSealedRows(tx, changes)
}

/** Ids of the rows that an upload wrote. */
export async function listStaged(db: Db, runId: number): Promise<number[]> {
  const rows = await db.selectFrom('users').select('id').where('uploadId', '=', runId).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Deletes rows of an upload that did not become accounts, the last ones first; returns their number. */
export async function dropStaged(tx: Db, runId: number, limit: number): Promise<number> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('uploadId', '=', runId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx.deleteFrom('userChanges').where('userId', 'in', ids).execute()
  await tx.deleteFrom('userRoles').where('userId', 'in', ids).execute()
  await tx.deleteFrom('users').where('id', 'in', ids).execute()
  return ids.length
}

/** The tokens of a column that are taken by other rows than those of the upload. */
export async function listTaken(
  db: Db,
  column: 'taxCodeToken' | 'mailToken',
  tokens: readonly string[],
  runId: number | undefined,
): Promise<string[]> {
  if (tokens.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(sql<string>`${sql.ref(column)}::text`.as('token'))
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`coalesce(upload_id, 0) <> ${runId ?? -1}`)
    .where(sql<boolean>`${sql.ref(column)} = any(${`{${tokens.join()}}`}::bigint[])`)
    .execute()
  return rows.map(({ token }) => token)
}
