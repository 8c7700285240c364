import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type ServerDatabase, serverDatabase } from './engines.ts'
import { findDovecot, type ImapServer, startImapServer } from './imap-server.ts'
import { type ServerProcess, spawnServer, temporaryFolder } from './run-server.ts'

/** True where no test reads mailboxes: Dovecot is missing, or on the embedded engine the test could not read the database beside the server. */
export const hasNoMailboxes = (!process.env.CI && !findDovecot()) || inject('testEngine') === 'embedded'
if (hasNoMailboxes)
  process.stderr.write('\nSKIPPED: no Dovecot, or the embedded engine; no server reads mailboxes.\n\n')

const users = { ordinary: 'ufficio@posta.example', certified: 'ufficio@pec.example' }

/** A database, a folder and mailboxes for servers of a test file; `start` starts one that reads the mailboxes. */
export interface MailboxOffice {
  readonly users: typeof users
  readonly databaseUrl: string
  readonly imap: ImapServer
  readonly pool: pg.Pool
  readonly start: () => Promise<ServerProcess>
}

/** Sets an office up before the tests of a file, and removes it after them. */
export function useMailboxOffice(): () => MailboxOffice {
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
    const mailboxes = {
      MAILBOX_URL: imap.urlOf(users.ordinary),
      CERTIFIED_MAILBOX_URL: imap.urlOf(users.certified),
    }
    const server = spawnServer({ dataDir: folder.path, env: { ...database.env, ...mailboxes } })
    await server.ready
    return server
  }
  return () => ({ users, databaseUrl: database.env.DATABASE_URL ?? '', imap, pool, start })
}
