import { type LockKind, limits, officeZone } from '@portal/contract'
import { type CompiledQuery, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { defineStatement, type HoleOf } from '../database/statement.ts'
import type { Db } from '../database/transaction.ts'
import type { Vault } from '../protection/vault.ts'
import { namesOf } from '../session/user-names.ts'

/** Holder and period of the write lock of a record. */
export interface Lock {
  readonly userId: number
  readonly since: Date
  readonly until: Date
}

/** The record that a lock is about. */
export interface LockedRecord {
  readonly kind: LockKind
  readonly id: number
}

/** The user who holds a lock, by name, as far as it can be read. */
export interface LockHolder extends Pick<Lock, 'since' | 'until'> {
  readonly name: string | undefined
}

interface LockNeeds {
  readonly vault: Vault
  readonly clock: Clock
}

const lockAt = defineStatement((db, hole: HoleOf<{ kind: LockKind; recordId: number; now: Date }>) =>
  db
    .selectFrom('recordLocks')
    .select(['userId', 'since', 'until'])
    .where('kind', '=', hole('kind'))
    .where('recordId', '=', hole('recordId'))
    .where('until', '>', hole('now')),
)

/** Selects the lock of a record, of any user. */
export const selectLock = (db: Db, { kind, id }: LockedRecord, now: Date): CompiledQuery<Lock> =>
  lockAt.filled(db, { kind, recordId: id, now })

const lockMs = limits.lockMinutes * 60_000

interface Claim extends LockedRecord {
  readonly userId: number
  readonly now: Date
  readonly isTakenOver?: boolean
}

/** Takes or extends a lock for ten minutes, in any tab of the user (decisions §8); undefined where another user holds it. */
export async function holdLock(
  db: Db,
  { kind, id, userId, now, isTakenOver = false }: Claim,
): Promise<Lock | undefined> {
  const until = new Date(now.getTime() + lockMs)
  const { rows } = await sql<Lock>`
    insert into record_locks (kind, record_id, user_id, since, until)
    values (${kind}, ${id}, ${userId}, ${now}, ${until})
    on conflict (kind, record_id) do update set
      user_id = excluded.user_id, until = excluded.until,
      since = case when record_locks.user_id = excluded.user_id and record_locks.until > ${now}
        then record_locks.since else excluded.since end
    where ${isTakenOver} or record_locks.user_id = excluded.user_id or record_locks.until <= ${now}
    returning user_id as "userId", since, until`.execute(db)
  return rows[0]
}

/** Releases a lock if this user holds it. */
export const releaseLock = (db: Db, { kind, id }: LockedRecord, userId: number) =>
  db
    .deleteFrom('recordLocks')
    .where('kind', '=', kind)
    .where('recordId', '=', id)
    .where('userId', '=', userId)
    .execute()

/** The lock of a record, if a user other than `userId` holds it. */
export async function lockOfOther(
  { clock }: Pick<LockNeeds, 'clock'>,
  db: Db,
  record: LockedRecord,
  userId: number | undefined,
): Promise<Lock | undefined> {
  const [lock] = (await db.executeQuery(selectLock(db, record, clock.now()))).rows
  return lock?.userId === userId ? undefined : lock
}

/** The user who holds the lock of a record, unless it is `userId`; without one, anybody of the office. */
export async function lockHolderOf(
  needs: LockNeeds,
  db: Db,
  record: LockedRecord,
  userId?: number,
): Promise<LockHolder | undefined> {
  const lock = await lockOfOther(needs, db, record, userId)
  if (!lock) return undefined
  const { since, until } = lock
  return { name: (await namesOf(db, needs.vault, [lock.userId])).get(lock.userId), since, until }
}

/** A lock as the details of records show it. */
export const lockMembers = (holder: LockHolder | undefined) => ({
  lockedBy: holder?.name,
  lockedSince: holder?.since,
  lockedUntil: holder?.until,
})

const timeInRome = new Intl.DateTimeFormat('it', { timeStyle: 'short', timeZone: officeZone })

/** The parameters of the sentence about a lock: who holds it, and since what time. */
export const lockedParams = ({ name, since }: LockHolder) => ({ name: name ?? '–', since: timeInRome.format(since) })
