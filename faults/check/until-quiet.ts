import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** Longer than a job waits that failed several times while a server was away. */
const limitMs = 180_000

const unfinished = `
  select (select count(*) from mails where sent_at is null)
    + (select count(*) from held_actions)
    + (select count(*) from runs where finished_at is null)
    + (select count(*) from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%') as count`

/** Waits until no action can be undone any more, every mail is sent, and every run and job has ended; what has not after three minutes, the checker finds. */
export async function untilQuiet(db: pg.Client) {
  const end = Date.now() + limitMs
  while (Date.now() < end) {
    const { rows } = await db.query(unfinished)
    if (Number(rows[0].count) === 0) return
    await delay(500)
  }
}
