import type { MailboxFailure } from '@portal/contract'
import { sql } from 'kysely'
import type { MailboxName } from '#platform/database/tables/mailbox.tables.ts'
import type { Db } from '#platform/database/transaction.ts'

/** Notes that a mailbox was read to its end, or since when it fails and why. */
export async function storeCheck(
  db: Db,
  { mailbox, at, failure }: { mailbox: MailboxName; at: Date; failure: MailboxFailure | undefined },
): Promise<void> {
  const row = failure ? { readAt: null, failingSince: at, failure } : { readAt: at, failingSince: null, failure: null }
  await db
    .insertInto('mailboxChecks')
    .values({ mailbox, ...row })
    .onConflict((conflict) =>
      conflict.column('mailbox').doUpdateSet({
        readAt: sql`coalesce(excluded.read_at, mailbox_checks.read_at)`,
        failingSince: sql`case when excluded.failure is not null then coalesce(mailbox_checks.failing_since, excluded.failing_since) end`,
        failure: sql`excluded.failure`,
      }),
    )
    .execute()
}

/** Deletes what is noted of mailboxes that are not read any more. */
export const keepChecksOf = (db: Db, mailboxes: readonly MailboxName[]) =>
  db
    .deleteFrom('mailboxChecks')
    .$if(mailboxes.length > 0, (query) => query.where('mailbox', 'not in', mailboxes))
    .execute()

export const listChecks = (db: Db) => db.selectFrom('mailboxChecks').selectAll().execute()
