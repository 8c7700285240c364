import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Lets a server read its mailboxes now, which it does every minute, and waits until it has. */
export async function readMailboxesNow(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      "insert into pgboss.job (name, data) values ('mailboxes.read', '{}') returning id",
    )
    const isEnded = async () =>
      (await client.query("select from pgboss.job where id = $1 and state < 'completed'", [rows[0].id])).rowCount === 0
    while (!(await isEnded())) await delay(200)
  } finally {
    await client.end()
  }
}
