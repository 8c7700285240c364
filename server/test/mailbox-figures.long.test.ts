import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type ServerDatabase, serverDatabase } from './engines.ts'
import { findDovecot, type ImapServer, startImapServer } from './imap-server.ts'
import { mailCorpus } from './mail-corpus.ts'
import { readMailboxesNow } from './read-mailboxes-now.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

const isMissing = (!process.env.CI && !findDovecot()) || !existsSync('/proc/self/status')
if (isMissing)
  process.stderr.write('\nSKIPPED: Dovecot is not installed, or there is no /proc; no mailbox is measured.\n\n')

const users = { ordinary: 'ufficio@posta.example', certified: 'ufficio@pec.example' }
const megabyte = 1024 * 1024

/** The largest memory that a process has had in RAM, in bytes. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''))
  return (await Promise.all(lists)).flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number))
}

// On the embedded engine the test could not read the database beside the server.
describe.skipIf(isMissing || inject('testEngine') === 'embedded')('a mailbox', { timeout: 300_000 }, () => {
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

  test('of 50 mails of real shape, one of 20 MB, is read in two minutes and in bounded memory', async () => {
    const corpus = await mailCorpus()
    for (const { mailbox, bytes } of corpus) await imap.deliver(users[mailbox], bytes)
    const largest = Math.max(...corpus.map(({ bytes }) => bytes.length))
    const env = {
      ...database.env,
      MAILBOX_URL: imap.urlOf(users.ordinary),
      CERTIFIED_MAILBOX_URL: imap.urlOf(users.certified),
    }
    const server = spawnServer({ dataDir: folder.path, env })
    await server.ready
    const before = await peakOf(server.pid)
    let parserPeak = 0
    let isDone = false
    const watch = (async () => {
      while (!isDone) {
        for (const pid of await childrenOf(server.pid)) parserPeak = Math.max(parserPeak, await peakOf(pid))
        await delay(50)
      }
    })()
    const start = performance.now()
    await readMailboxesNow(database.env.DATABASE_URL ?? '')
    const seconds = (performance.now() - start) / 1000
    isDone = true
    await watch
    const peak = await peakOf(server.pid)
    const { rows } = await pool.query('select count(*)::int as count from received_mails')
    await server.stop()

    const inMegabytes = (bytes: number) => Math.round(bytes / megabyte)
    process.stderr.write(
      `\n50 mails (largest ${inMegabytes(largest)} MB): ${seconds.toFixed(1)} s; server ${inMegabytes(before)} → ${inMegabytes(peak)} MB, parser ${inMegabytes(parserPeak)} MB\n`,
    )
    expect(rows).toEqual([{ count: corpus.length }])
    expect(seconds).toBeLessThan(120)
    // The server passes a mail through in pieces; the parser has it whole, decoded and in parts.
    expect(peak - before).toBeLessThan(150 * megabyte)
    expect(parserPeak).toBeLessThan(600 * megabyte)
  })
})
