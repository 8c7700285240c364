import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { mailOf, withParts } from './mail-shapes.ts'
import { hasNoMailboxes, useMailboxOffice } from './mailbox-office.ts'

const mails = 120
/** Entries after which the server is killed. */
const kills = [1, 17, 40, 41, 77, 100]

describe.skipIf(hasNoMailboxes)('a reader of a mailbox', { timeout: 300_000 }, () => {
  const office = useMailboxOffice()

  const start = async () => {
    const server = await office().start()
    // The schedule would send it at the next full minute.
    await office().pool.query("insert into pgboss.job (name, data) values ('mailboxes.read', '{}')")
    return server
  }
  const stored = async () =>
    (await office().pool.query('select count(*)::int as count from received_mails')).rows[0].count

  test('loses no mail and doubles none, however often its process is killed', async () => {
    const { imap, pool, users } = office()
    const user = users.ordinary
    for (let number = 1; number <= mails; number++) {
      const part = { type: 'text/plain', name: 'nota.txt', body: Buffer.alloc(20_000, String(number)) }
      const subject = { Subject: `Numero ${number}` }
      await imap.deliver(
        user,
        number % 2 ? mailOf(subject) : withParts(subject, [{ type: 'text/plain', body: 'x' }, part]),
      )
    }
    for (const count of kills) {
      const server = await start()
      while ((await stored()) < count) await delay(5)
      server.signal('SIGKILL')
      await server.ended
    }
    const server = await start()
    await expect.poll(() => imap.count(user), { timeout: 120_000 }).toBe(0)
    await server.stop()

    expect(await stored()).toBe(mails)
    expect(await imap.count(user, 'Portale')).toBe(mails)
    const { rows } = await pool.query(`
      select (select count(distinct identity_token)::int from received_mails) as mails,
        (select count(*)::int from files) as files,
        (select count(*)::int from audit_entries where action = 'mailboxes.read' and record_kind = 'mail') as audited`)
    expect(rows).toEqual([{ mails, files: mails, audited: mails }])
  })
})
