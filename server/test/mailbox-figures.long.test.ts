import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { mailCorpus } from './mail-corpus.ts'
import { hasNoMailboxes, useMailboxOffice } from './mailbox-office.ts'
import { readMailboxesNow } from './read-mailboxes-now.ts'

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

// Memory is read from /proc.
const isMissing = hasNoMailboxes || !existsSync('/proc/self/status')

describe.skipIf(isMissing)('a mailbox', { timeout: 300_000 }, () => {
  const office = useMailboxOffice()

  test('of 50 mails of real shape, one of 20 MB, is read in two minutes and in bounded memory', async () => {
    const { imap, users, pool, databaseUrl, start } = office()
    const corpus = await mailCorpus()
    for (const { mailbox, bytes } of corpus) await imap.deliver(users[mailbox], bytes)
    const largest = Math.max(...corpus.map(({ bytes }) => bytes.length))
    const server = await start()
    const before = await peakOf(server.pid)
    let parserPeak = 0
    let isDone = false
    const watch = (async () => {
      while (!isDone) {
        for (const pid of await childrenOf(server.pid)) parserPeak = Math.max(parserPeak, await peakOf(pid))
        await delay(50)
      }
    })()
    const startedAt = performance.now()
    await readMailboxesNow(databaseUrl)
    const seconds = (performance.now() - startedAt) / 1000
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
