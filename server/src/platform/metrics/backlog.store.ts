import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'

/** How much waits, and for how many seconds the oldest has waited. */
interface Waiting {
  readonly count: number
  readonly seconds: number
}

/** What waits in the database. */
export interface Backlog {
  readonly mails: Waiting
  /** Entries of the audit log that are not in the chain yet. */
  readonly auditEntries: Waiting
  /** Jobs whose time has come, by queue. */
  readonly jobs: readonly (Waiting & { readonly queue: string })[]
  /** Mailboxes, with the seconds since each was last read. */
  readonly mailboxes: readonly (Waiting & { readonly queue: string })[]
}

const waitingSince = (column: string) =>
  sql`count(*)::int as count, coalesce(extract(epoch from now() - min(${sql.ref(column)})), 0)::float8 as seconds`

/** Reads what waits, in one statement: each part by an index of rows that wait, or of two rows. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<
    Waiting & { readonly part: 'mails' | 'audit' | 'jobs' | 'mailboxes'; readonly queue: string }
  >`
    select 'mails' as part, '' as queue, ${waitingSince('queued_at')} from mails where sent_at is null and delivery_state is null
    union all select 'audit', '', ${waitingSince('at')} from audit_pending
    union all select 'jobs', name, ${waitingSince('start_after')} from pgboss.job
      where state < 'active' and start_after <= now() and name not like '\\_\\_%' group by name
    union all select 'mailboxes', mailbox, ${waitingSince('read_at')} from mailbox_checks group by mailbox`.execute(db)
  const none = { count: 0, seconds: 0 }
  return {
    mails: rows.find(({ part }) => part === 'mails') ?? none,
    auditEntries: rows.find(({ part }) => part === 'audit') ?? none,
    jobs: rows.filter(({ part }) => part === 'jobs'),
    mailboxes: rows.filter(({ part }) => part === 'mailboxes'),
  }
}
