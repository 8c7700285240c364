import { sql } from 'kysely'
import type { Db } from './database/transaction.ts'

/**
 * Counts a try of a subject; false while the subject is locked. Every `maxTries` tries lock it: for 10 minutes at first, then for
 * twice the last time, at maxTries for an hour. It is one statement, so that concurrent tries are counted one after the other.
 */
export async function takeTry(db: Db, subject: string, maxTries: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into pin_tries as stored (subject, tries, locked_until, ends_at)
    values (${subject}, 1, null, ${now}::timestamptz + interval '2 hours')
    on conflict (subject) do update set
      tries = case when stored.ends_at <= ${now} then 1 else stored.tries + 1 end,
      locked_until = case
        when stored.ends_at <= ${now} or (stored.tries + 1) % ${maxTries}::int <> 0 then null
        else ${now}::timestamptz + interval '1 minute' * least(60, 5 * power(2, least(10, (stored.tries + 1) / ${maxTries}::int)))
      end,
      ends_at = excluded.ends_at
    where stored.locked_until is null or stored.locked_until <= ${now}
    returning tries`.execute(db)
  return rows.length > 0
}

export async function lockedUntil(db: Db, subject: string): Promise<Date | undefined> {
  const row = await db.selectFrom('pinTries').select('lockedUntil').where('subject', '=', subject).executeTakeFirst()
  return row?.lockedUntil ?? undefined
}

/** Counts a try of a subject that is never locked, in a window of one hour from the first try. */
export const countTry = (db: Db, subject: string, now: Date) =>
  sql`
    insert into pin_tries as stored (subject, tries, ends_at)
    values (${subject}, 1, ${now}::timestamptz + interval '1 hour')
    on conflict (subject) do update set
      tries = case when stored.ends_at <= ${now} then 1 else stored.tries + 1 end,
      ends_at = case when stored.ends_at <= ${now} then excluded.ends_at else stored.ends_at end`.execute(db)

/** The number of tries in that hour. */
export async function countTriesOf(db: Db, subject: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('pinTries')
    .select('tries')
    .where('subject', '=', subject)
    .where('endsAt', '>', now)
    .executeTakeFirst()
  return row?.tries ?? 0
}

export const deleteTries = (db: Db, subject: string) =>
  db.deleteFrom('pinTries').where('subject', '=', subject).execute()
