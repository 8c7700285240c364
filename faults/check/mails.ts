import type pg from 'pg'

/** What the mail server has of the mails of the portal. */
export interface MailFindings {
  /** Mails that count as sent and were never delivered. */
  readonly lost: readonly string[]
  /** Deliveries of what is in no outbox, and mails that wait though everything is well. */
  readonly broken: readonly string[]
  /** Deliveries of mails that were delivered before. */
  readonly second: number
}

/** Compares the outbox with the Message-IDs of all deliveries, of which the last ones are of this run. */
export async function compareMails(
  db: pg.Client,
  deliveries: readonly string[],
  before: number,
): Promise<MailFindings> {
  const { rows } = await db.query<{ id: string; sent: boolean }>(
    "select (extract(epoch from queued_at) * 1000)::bigint || '.' || id as id, sent_at is not null as sent from mails",
  )
  const delivered = deliveries.map((messageId) => messageId.slice(1).split('@')[0] ?? '')
  const known = new Set(rows.map(({ id }) => id))
  const arrived = new Set(delivered)
  const waiting = rows.filter(({ sent }) => !sent)
  const unknown = delivered.slice(before).filter((id) => !known.has(id))
  return {
    lost: rows.filter(({ id, sent }) => sent && !arrived.has(id)).map(({ id }) => `mail ${id}`),
    broken: [
      ...waiting.map(({ id }) => `the mail ${id} waits`),
      ...unknown.map((id) => `the mail ${id} was delivered and is in no outbox`),
    ],
    second: delivered.filter((id, index) => index >= before && delivered.indexOf(id) < index).length,
  }
}
