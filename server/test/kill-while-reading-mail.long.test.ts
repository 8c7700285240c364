import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type ServerDatabase, serverDatabase } from './engines.ts'
import { findDovecot, type ImapServer, startImapServer } from './imap-server.ts'
import { mailOf, withParts } from './mail-shapes.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

const isMissing = !process.env.CI && !findDovecot()
if (isMissing) process.stderr.write('\nSKIPPED: Dovecot is not installed; no reader of mailboxes is killed.\n\n')

const user = 'ufficio@posta.example'
const mails = 120
/** Entries after which the server is killed. */
const kills = [1, 17, 40, 41, 77, 100]

// On the embedded engine the test could not read the database beside the server.
describe.skipIf(isMissing || inject('testEngine') === 'embedded')('a reader of a mailbox', { timeout: 300_000 }, () => {
  let database: ServerDatabase
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let imap: ImapServer
  let pool: pg.Pool
  beforeAll(async () => {
    database = await serverDatabase()
    folder = await temporaryFolder()
    imap = await startImapServer()
    pool = new pg.Pool({ connectionString: database.env.DATABASE_URL, max: 1 })
  }, 60_000)
  afterAll(async () => {
    await pool?.end()
    await imap?.stop()
    await database?.remove()
    await folder?.remove()
  })

  const start = async () => {
    const server = spawnServer({
      dataDir: folder.path,
      env: { ...database.env, MAILBOX_URL: imap.urlOf(user) },
    })
    await server.ready
    // The schedule would send it at the next full minute.
    await pool.query("insert into pgboss.job (name, data) values ('mailboxes.read', '{}')")
    return server
  }
  const stored = async () => (await pool.query('select count(*)::int as count from received_mails')).rows[0].count

  test('loses no mail and doubles none, however often its process is killed', async () => {
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
