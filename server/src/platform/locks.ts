import { type LockKind, limits } from '@portal/contract'
import { type CompiledQuery, sql } from 'kysely'
import type { Clock } from './clock.ts'
import { defineStatement, type HoleOf } from './database/statement.ts'
import type { Db } from './database/transaction.ts'

/** Holder and period of the write lock of a record. */
export interface Lock {
  readonly userId: number
  readonly since: Date
  readonly until: Date
}

export type Locks = ReturnType<typeof createLocks>

const lockAt = defineStatement((db, hole: HoleOf<{ kind: LockKind; recordId: number; now: Date }>) =>
  db
    .selectFrom('recordLocks')
    .select(['userId', 'since', 'until'])
    .where('kind', '=', hole('kind'))
    .where('recordId', '=', hole('recordId'))
    .where('until', '>', hole('now')),
)

const lockMs = limits.lockMinutes * 60_000

/** Write locks of records (decisions §8): one user holds a lock, in any of their tabs, for ten minutes at a time. */
export function createLocks({ clock, kind }: { clock: Clock; kind: LockKind }) {
  const times = () => {
    const now = clock.now()
    return { now, until: new Date(now.getTime() + lockMs) }
  }

  /** Selects the lock of a record, of any user. */
  const selectLock = (db: Db, recordId: number): CompiledQuery<Lock> =>
    lockAt.filled(db, { kind, recordId, now: clock.now() })

  const holder = async (db: Db, recordId: number): Promise<Lock | undefined> =>
    (await db.executeQuery(selectLock(db, recordId))).rows[0]

  /** Writes the lock where no other user holds it, or where it is taken over. */
  async function write(db: Db, recordId: number, userId: number, isTakenOver: boolean): Promise<Lock | undefined> {
    const { now, until } = times()
    const { rows } = await sql<Lock>`
      insert into record_locks (kind, record_id, user_id, since, until)
      values (${kind}, ${recordId}, ${userId}, ${now}, ${until})
      on conflict (kind, record_id) do update set
        user_id = excluded.user_id, until = excluded.until,
        since = case when record_locks.user_id = excluded.user_id and record_locks.until > ${now}
          then record_locks.since else excluded.since end
      where ${isTakenOver} or record_locks.user_id = excluded.user_id or record_locks.until <= ${now}
      returning user_id as "userId", since, until`.execute(db)
    return rows[0]
  }

  return {
    selectLock,
    holder,

    /** The lock, if another user holds it. */
    async lockOfOther(db: Db, recordId: number, userId: number): Promise<Lock | undefined> {
      const lock = await holder(db, recordId)
      return lock?.userId === userId ? undefined : lock
    },

    /** Takes or extends the lock; undefined where another user holds it. */
    hold: (db: Db, recordId: number, userId: number) => write(db, recordId, userId, false),

    /** Takes the lock even if another user holds it. */
    takeOver: (db: Db, recordId: number, userId: number) => write(db, recordId, userId, true),

    /** Releases the lock if this user holds it. */
    release: (db: Db, recordId: number, userId: number) =>
      db
        .deleteFrom('recordLocks')
        .where('kind', '=', kind)
        .where('recordId', '=', recordId)
        .where('userId', '=', userId)
        .execute(),
  }
}
