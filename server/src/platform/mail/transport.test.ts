import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { messageIdOf, startMailServer } from '../../../test/mail-server.ts'
import { fileTransport, type Letter, readOutbox, smtpTransport } from './transport.ts'

const letter: Letter = {
  id: 7,
  to: 'perché@example.it',
  subject: 'È arrivata la segnalazione',
  text: 'Così è.\n',
  date: new Date('2026-11-20T10:00:00Z'),
}

async function mailServer({ refuses = false } = {}) {
  const got: string[] = []
  const { url, stop } = await startMailServer({ refuses, onMail: (mail) => void got.push(mail) })
  onTestFinished(stop)
  return { got, url }
}

describe('letters by SMTP', () => {
  test('arrive with sender, subject and text', async () => {
    const { got, url } = await mailServer()
    await smtpTransport(url, 'ufficio@example.org')({ ...letter, to: 'a@example.it' })
    expect(got).toHaveLength(1)
    expect(got[0]).toContain('From: ufficio@example.org')
    expect(got[0]).toContain('To: a@example.it')
    expect(got[0]).toMatch(/Subject: =\?UTF-8\?/)
  })

  test('set the address for answers where they have one', async () => {
    const { got, url } = await mailServer()
    const send = smtpTransport(url, 'ufficio@example.org')
    await send({ ...letter, to: 'a@example.it', replyTo: 'chi-chiede@example.it' })
    await send({ ...letter, to: 'a@example.it' })
    expect(got.map((text) => /^Reply-To: (.*)$/m.exec(text)?.[1]?.trim())).toEqual(['chi-chiede@example.it', undefined])
  })

  test('have the same id at every attempt', async () => {
    const { got, url } = await mailServer()
    const send = smtpTransport(url, 'ufficio@example.org')
    await send({ ...letter, to: 'a@example.it' })
    await send({ ...letter, to: 'a@example.it' })
    const ids = got.map(messageIdOf)
    expect(ids[0]).toContain('.7@example.org')
    expect(ids[1]).toBe(ids[0])
  })

  test('throw when the server refuses or is unreachable, so that they are retried', async () => {
    const { url } = await mailServer({ refuses: true })
    await expect(smtpTransport(url, 'ufficio@example.org')(letter)).rejects.toThrow()
    await expect(smtpTransport('smtp://127.0.0.1:1', 'ufficio@example.org')(letter)).rejects.toThrow()
  })
})

test('letters stored as files are complete and sealed, with one file each', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'portale-mail-')), 'outbox')
  onTestFinished(() => rm(folder, { recursive: true }))
  const master = randomBytes(32)
  const send = fileTransport(folder, 'ufficio@example.org', master)
  await send(letter)
  await send(letter)
  await send({ ...letter, id: 8 })
  expect((await readdir(folder)).sort()).toEqual(['000007.eml.sealed', '000008.eml.sealed'])
  const file = join(folder, '000007.eml.sealed')
  expect((await readFile(file)).toString('latin1')).not.toMatch(/example|From/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const [first, second] = await readOutbox(folder, master)
  expect(first).toMatchObject({ name: '000007.eml', source: expect.stringContaining('From: ufficio@example.org') })
  expect(second?.name).toBe('000008.eml')
})

test('a letter that cannot be decrypted does not hide the others', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'portale-mail-')), 'outbox')
  onTestFinished(() => rm(folder, { recursive: true }))
  const [before, master] = [randomBytes(32), randomBytes(32)]
  await fileTransport(folder, 'ufficio@example.org', before)(letter)
  await fileTransport(folder, 'ufficio@example.org', master)({ ...letter, id: 8 })
  expect(await readOutbox(folder, master)).toEqual([
    { name: '000007.eml', source: undefined },
    { name: '000008.eml', source: expect.stringContaining('From: ufficio@example.org') },
  ])
})
