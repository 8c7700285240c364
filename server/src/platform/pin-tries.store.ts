import { sql } from 'kysely'
import type { Db } from './database/transaction.ts'

/**
 * Takes one try of a subject, unless it is locked; every `most` tries lock it, for 10 minutes at first, then for twice as
 * long as before, at most for an hour. One statement: tries made at the same moment are counted one after the other.
 */
export async function takeTry(db: Db, subject: string, most: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into pin_tries as kept (subject, tries, locked_until, ends_at)
    values (${subject}, 1, null, ${now}::timestamptz + interval '2 hours')
    on conflict (subject) do update set
      tries = case when kept.ends_at <= ${now} then 1 else kept.tries + 1 end,
      locked_until = case
        when kept.ends_at <= ${now} or (kept.tries + 1) % ${most}::int <> 0 then null
        else ${now}::timestamptz + interval '1 minute' * least(60, 5 * power(2, least(10, (kept.tries + 1) / ${most}::int)))
      end,
      ends_at = excluded.ends_at
    where kept.locked_until is null or kept.locked_until <= ${now}
    returning tries`.execute(db)
  return rows.length > 0
}

export async function lockedUntil(db: Db, subject: string): Promise<Date | undefined> {
  const row = await db.selectFrom('pinTries').select('lockedUntil').where('subject', '=', subject).executeTakeFirst()
  return row?.lockedUntil ?? undefined
}

/** Counts a try of a subject that is never locked, within the hour that the first one began. */
export const countTry = (db: Db, subject: string, now: Date) =>
  sql`
    insert into pin_tries as kept (subject, tries, ends_at)
    values (${subject}, 1, ${now}::timestamptz + interval '1 hour')
    on conflict (subject) do update set
      tries = case when kept.ends_at <= ${now} then 1 else kept.tries + 1 end,
      ends_at = case when kept.ends_at <= ${now} then excluded.ends_at else kept.ends_at end`.execute(db)

/** How many tries there were within that hour. */
export async function countTriesOf(db: Db, subject: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('pinTries')
    .select('tries')
    .where('subject', '=', subject)
    .where('endsAt', '>', now)
    .executeTakeFirst()
  return row?.tries ?? 0
}

export const forgetTries = (db: Db, subject: string) =>
  db.deleteFrom('pinTries').where('subject', '=', subject).execute()
