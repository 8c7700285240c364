import {
  getReceivedMail,
  listMailboxes,
  listReceivedMails,
  type MailState,
  mailStates,
  takeMailFiles,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { findDovecot, type ImapServer, startImapServer } from '../../../test/imap-server.ts'
import { type MailSample, mailCorpus } from '../../../test/mail-corpus.ts'
import { bounceOf, mailOf, receiptOf, withParts } from '../../../test/mail-shapes.ts'
import { readMailboxes } from './read-mailboxes.service.ts'

const isMissing = !process.env.CI && !findDovecot()
if (isMissing) process.stderr.write('\nSKIPPED: Dovecot is not installed; no mailbox is read.\n\n')

let imap: ImapServer
let portal: TestApp
let operator: Caller
const users = { ordinary: 'ufficio@posta.example', certified: 'ufficio@pec.example' }

describe.skipIf(isMissing)('mailboxes', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    imap = await startImapServer()
    portal = await startTestApp({
      env: { MAILBOX_URL: imap.urlOf(users.ordinary), CERTIFIED_MAILBOX_URL: imap.urlOf(users.certified) },
    })
    operator = await portal.as('operatorOne')
  }, 60_000)
  afterAll(async () => {
    await portal?.close()
    await imap?.stop()
  })

  const read = () =>
    portal.services.audit.job('mailboxes.read', (audit) => readMailboxes(portal.services.mailboxReading, audit))
  const listed = async (state: MailState = 'waiting') =>
    (await operator.call(listReceivedMails, { query: { from: 1, to: 100, filters: { state } } })).rows
  const allMails = async () =>
    (await Promise.all(Object.keys(mailStates).map((state) => listed(state as MailState)))).flat()

  test('every mail of the corpus becomes exactly one entry, as what it is, and leaves the inbox unless it is too large', async () => {
    const corpus = await mailCorpus()
    expect(corpus).toHaveLength(50)
    const failures: unknown[] = []
    const seen = new Set<number>()
    for (const sample of corpus) {
      await imap.deliver(users[sample.mailbox], sample.bytes)
      await read()
      const mails = (await allMails()).filter(({ id }) => !seen.has(id))
      for (const { id } of mails) seen.add(id)
      failures.push(...(await differencesOf(sample, mails)))
    }
    expect(failures).toEqual([])
    expect(await imap.count(users.ordinary)).toBe(1)
    expect(await imap.count(users.certified)).toBe(0)
    expect((await imap.count(users.ordinary, 'Portale')) + (await imap.count(users.certified, 'Portale'))).toBe(49)
  })

  test('copies of a mail are one entry; another mail under its Message-ID is another one', async () => {
    const id = '<doppia@posta.example>'
    const mail = mailOf({ 'Message-ID': id, Subject: 'Doppia' })
    const copy = Buffer.concat([Buffer.from('Received: by another.example; now\r\n'), mail])
    for (const bytes of [mail, copy]) await imap.deliver(users.ordinary, bytes)
    await imap.deliver(users.certified, copy)
    await imap.deliver(users.ordinary, mailOf({ 'Message-ID': id, Subject: 'Doppia' }, 'Un altro testo'))
    await read()
    await read()
    expect((await allMails()).filter(({ subject }) => subject === 'Doppia')).toHaveLength(2)
  })

  test('files pass the checks of uploads when they are taken, and a repeat finds the same', async () => {
    const types = { text: 'text/plain', program: 'application/octet-stream' }
    await imap.deliver(
      users.ordinary,
      withParts({ Subject: 'Con file' }, [
        { type: types.text, name: 'prova.txt', body: Buffer.from('Prova.') },
        { type: types.program, name: 'gioco.exe', body: Buffer.from('MZ') },
        { type: types.text, name: 'copia.txt', body: Buffer.from('Prova.') },
      ]),
    )
    await read()
    const row = (await listed()).find(({ subject }) => subject === 'Con file')
    const take = async () => (await operator.call(takeMailFiles, { params: { id: row?.id } })).files
    const first = await take()
    expect(first.map(({ name, outcome }) => [name, outcome.code])).toEqual([
      ['prova.txt', 'SUCCESS_ANTIVIRUS'],
      ['gioco.exe', 'FILE_ESEGUIBILE'],
      ['copia.txt', 'SUCCESS_ANTIVIRUS'],
    ])
    expect((await take()).map(({ outcome }) => outcome.attachment?.id)).toEqual(
      first.map(({ outcome }) => outcome.attachment?.id),
    )
  })

  test('nothing of a mail is in the log or in clear in the database', async () => {
    await imap.deliver(users.ordinary, mailOf({ From: 'Segreta <segretissima@posta.example>' }, 'Parola riconoscibile'))
    await read()
    const { rows } = await portal.database.pool.query('select t::text as line from received_mails t')
    const entries = await portal.database.pool.query(
      "select t::text as line from audit_entries t where action = 'mailboxes.read'",
    )
    expect(entries.rows.length).toBeGreaterThan(0)
    for (const { line } of [...rows, ...entries.rows]) expect(line).not.toMatch(/segretissima|riconoscibile/)
  })

  test('receipts of certified mail and bounces mark the letter that they answer; nothing undoes that one was delivered', async () => {
    const { pool } = portal.database
    const { rows } = await pool.query(
      `insert into mails (recipient, subject, body, queued_at, sent_at)
       values ('', '', '', '2026-11-20T09:00:00.123Z', now()), ('', '', '', '2026-11-20T09:00:00.456Z', now()) returning id, queued_at`,
    )
    const [first, second] = rows.map(({ id, queued_at: at }) => ({
      id,
      messageId: `<${at.getTime()}.${id}@unar.example>`,
    }))
    const stateOf = async (id: number) =>
      (await pool.query('select delivery_state as state, delivery_reason as reason from mails where id = $1', [id]))
        .rows[0]
    const arrives = async (user: string, mail: Buffer) => {
      await imap.deliver(user, mail)
      await read()
    }
    await arrives(users.certified, receiptOf('accettazione', first?.messageId ?? ''))
    expect(await stateOf(first?.id)).toEqual({ state: 'accepted', reason: null })
    await arrives(users.certified, receiptOf('avvenuta-consegna', first?.messageId ?? ''))
    await arrives(users.certified, receiptOf('presa-in-carico', first?.messageId ?? ''))
    expect(await stateOf(first?.id)).toEqual({ state: 'delivered', reason: null })
    // Anybody could write a receipt to an ordinary mailbox.
    await arrives(users.ordinary, receiptOf('avvenuta-consegna', second?.messageId ?? ''))
    expect(await stateOf(second?.id)).toEqual({ state: null, reason: null })
    await arrives(users.ordinary, bounceOf(second?.messageId ?? '', { status: '5.2.2' }))
    expect(await stateOf(second?.id)).toEqual({ state: 'failed', reason: 'full' })
  })

  test('one mailbox whose password is wrong does not keep the other waiting, and the page says so', async () => {
    const { mailboxReading } = portal.services
    const { ordinary } = mailboxReading.mailboxes
    if (!ordinary) throw new Error('The test has a mailbox.')
    const mailboxes = { ...mailboxReading.mailboxes, ordinary: { ...ordinary, password: 'sbagliata' } }
    await imap.deliver(users.certified, mailOf({ Subject: 'Arriva lo stesso' }))
    const reading = portal.services.audit.job('mailboxes.read', (audit) =>
      readMailboxes({ ...mailboxReading, mailboxes }, audit),
    )
    await expect(reading).rejects.toThrow('ordinary')
    expect((await listed()).map(({ subject }) => subject)).toContain('Arriva lo stesso')
    const failures = async () => (await operator.call(listMailboxes)).mailboxes.map(({ failure }) => failure)
    expect(await failures()).toEqual(['denied', undefined])
    await read()
    expect(await failures()).toEqual([undefined, undefined])
  })

  async function differencesOf({ name, kind, shows = {} }: MailSample, mails: Awaited<ReturnType<typeof allMails>>) {
    const [row] = mails
    if (!row || mails.length !== 1) return [{ name, entries: mails.length }]
    const { fileNames, text, ...mail } = await operator.call(getReceivedMail, { params: { id: row.id } })
    const { text: wanted, files, ...facts } = shows
    const members = Object.keys(facts).map((key) => [key, mail[key as keyof typeof mail]])
    const differences: unknown[] = []
    try {
      expect({ kind: mail.kind, ...Object.fromEntries(members) }).toEqual({ kind, ...facts })
      if (wanted !== undefined)
        expect(text).toEqual(typeof wanted === 'string' ? wanted : expect.stringMatching(wanted))
      if (files) expect(fileNames.map((file) => file.name)).toEqual(files)
    } catch (error) {
      differences.push({ name, error: String(error) })
    }
    return differences
  }
})
