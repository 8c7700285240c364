import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { filesIn } from '../../../test/store-files.ts'
import { newVisitor, scanPaths, upload } from '../../../test/upload.ts'
import { fileTransport, type Letter, readOutbox } from './transport.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { KEEP_MAILS_DAYS: '3' } })
})
afterAll(() => portal.close())

test('a file claimed by a mail is sent with it as a stream, and expires with the mail', async () => {
  const { attachments, outbox, inTransaction, audit, retention } = portal.services
  const visitor = newVisitor(portal)
  const bytes = Buffer.from('La prova è qui.')
  const { body } = await upload(visitor, scanPaths.assistance, { name: 'prova è.txt', bytes })
  const { rows } = await portal.database.pool.query('select visitor_hash from attachments')
  const claim = (path: string) =>
    audit.job('prova', (recorder) =>
      inTransaction(recorder, async (tx) => {
        const mailId = await outbox.queue(tx, { recipient: 'a@example.it', subject: 's', body: 'b' })
        await attachments.claim(
          tx,
          {
            ids: [body.result.allegato.cmis_id],
            maker: { visitorHash: rows[0].visitor_hash },
            owner: { mailId },
            wirePath: path,
          },
          recorder,
        )
        return mailId
      }),
    )
  const mailId = await claim('allegati')
  await expect(claim('allegati')).rejects.toMatchObject({ code: 'invalid_input' })

  await outbox.deliver({ mailId })
  const [letter] = portal.letters as [Letter]
  expect(letter.files).toMatchObject([{ name: 'prova è.txt', mediaType: 'text/plain' }])
  const folder = `${portal.dataDir}/outbox`
  const master = Buffer.alloc(32, 1)
  await fileTransport(folder, 'ufficio@example.org', master)(letter)
  const [mail] = await readOutbox(folder, master)
  expect(mail?.source).toContain(bytes.toString('base64'))
  expect(mail?.source).toMatch(/Content-Disposition: attachment/)

  // Unclaimed again once its mail is deleted, and swept like every unclaimed file.
  portal.clock.advance(4 * 24 * 3600)
  await retention.run('nightly')
  await retention.run('hourly')
  expect((await portal.database.pool.query('select id from files')).rows).toEqual([])
  expect(await filesIn(portal.dataDir)).toEqual([])
})
