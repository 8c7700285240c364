import type { Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { findDovecot, startImapServer } from '../server/test/imap-server.ts'
import { messageIdOf, startMailServer } from '../server/test/mail-server.ts'
import { bounceOf, mailOf, plain, textFile, withParts } from '../server/test/mail-shapes.ts'
import { startPostgres } from '../server/test/postgres-server.ts'
import { readMailboxesNow } from '../server/test/read-mailboxes-now.ts'
import { spawnServer, temporaryFolder } from '../server/test/run-server.ts'
import { test as base, expect, type Portal, site } from './fixtures.ts'
import { recordSteps } from './record-coverage.ts'

/** An office with a mailbox and a mail server of its own. */
interface MailOffice {
  readonly origin: string
  /** A mail reaches the mailbox, and the portal reads it. */
  arrives(mail: Buffer): Promise<void>
  /** The newest mail that the office sent to an address, once there is one more than before. */
  sentTo(address: string): Promise<string>
  /** The IMAP server is gone, and the portal tries to read it. */
  losesMailbox(): Promise<void>
}

const isMissing = !process.env.CI && !findDovecot()
if (isMissing)
  process.stderr.write('\nSKIPPED: Dovecot is not installed; the journey of received mails is not run.\n\n')

const user = 'segnala@ufficio.example'

const test = base.extend<object, { office: MailOffice }>({
  baseURL: async ({ office }, use) => use(office.origin),
  office: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const [database, folder, imap] = [await startPostgres(), await temporaryFolder(), await startImapServer()]
      if (!database) throw new Error('PostgreSQL is not installed.')
      const sent: string[] = []
      const smtp = await startMailServer({ onMail: (mail) => void sent.push(mail) })
      const env = {
        DATABASE_URL: database.url,
        AUTH_MOCK: 'on',
        SMTP_URL: smtp.url,
        MAIL_FROM: 'portale@ufficio.example',
        MAILBOX_URL: imap.urlOf(user),
      }
      const server = spawnServer({ dataDir: folder.path, env })
      const origin = new URL(await server.ready).origin
      await use({
        origin,
        async arrives(mail) {
          await imap.deliver(user, mail)
          await readMailboxesNow(database.url)
        },
        async sentTo(address) {
          // A long header is folded.
          const found = () => sent.findLast((mail) => mail.replaceAll(/\r?\n[ \t]+/g, ' ').includes(`To: ${address}`))
          await expect.poll(found, { timeout: 30_000 }).toBeTruthy()
          return found() ?? ''
        },
        async losesMailbox() {
          await imap.stop()
          await readMailboxesNow(database.url)
        },
      })
      await server.stop()
      await smtp.stop()
      await database.stop()
      await folder.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
recordSteps(test)
test.skip(isMissing, 'Dovecot is not installed')

const longSubject =
  'Non mi hanno dato l’appartamento dopo avere sentito il mio cognome al telefono: chiedo che cosa si può fare e a chi mi devo rivolgere'
const longAddress = 'anna.maria.bianchi-della-torre.segreteria@posta-elettronica-dell-associazione.example'

/** Checks and pictures the page at the width of a desk and of a telephone. */
async function look(page: Page, portal: Portal, name: string) {
  await portal.isAccessible()
  await portal.picture(name)
  await page.setViewportSize({ width: 390, height: 844 })
  await portal.isAccessible()
  await portal.picture(`${name}-390`)
  await page.setViewportSize({ width: 1280, height: 900 })
}

const list = `${site}${paths.receivedMailList}`

test('a mail becomes a case, is answered from it, and the answer comes back', async ({ page, portal, office }) => {
  test.setTimeout(300_000)
  await portal.signIn('Giulia')
  await page.goto(list)
  await expect(page.getByText('Nessuna mail da esaminare')).toBeVisible()
  await look(page, portal, 'mailbox-empty')

  await office.arrives(
    withParts(
      {
        From: `Anna Maria Bianchi <${longAddress}>`,
        Subject: `=?utf-8?B?${Buffer.from(longSubject).toString('base64')}?=`,
        'Message-ID': '<prima@posta.example>',
      },
      [plain('Buongiorno,\n\nho telefonato per un annuncio.\n'), textFile],
    ),
  )
  await office.arrives(mailOf({ From: 'Offerte <offerte@negozio.example>', Subject: 'Sconti' }))
  await page.goto(list)
  const mail = page.getByRole('link', { name: longSubject })
  await expect(mail).toBeVisible()
  await look(page, portal, 'mailbox-list')

  await test.step('a mail that is not for the office is put aside with a reason, and taken back', async () => {
    await page.getByRole('link', { name: 'Sconti' }).click()
    await page.getByRole('button', { name: 'Non è per noi' }).click()
    const dialog = page.getByRole('dialog', { name: 'Non è per noi' })
    await dialog.getByRole('textbox').fill('Pubblicità')
    await dialog.getByRole('button', { name: 'Non è per noi' }).click()
    await expect(page.getByText('Pubblicità')).toBeVisible()
    await look(page, portal, 'mailbox-dismissed')
    await page.getByRole('button', { name: 'È da esaminare' }).click()
    await expect(page.getByRole('link', { name: 'Crea un caso' })).toBeVisible()
  })

  await page.goto(list)
  await mail.click()
  await expect(page.getByText('ho telefonato per un annuncio')).toBeVisible()
  await look(page, portal, 'mailbox-mail')

  await test.step('a case is made of it', async () => {
    await page.getByRole('link', { name: 'Crea un caso' }).click()
    await expect(page.getByText('nota.txt')).toBeVisible()
    await page.getByLabel(/^Profilo/).selectOption({ label: 'Testimone' })
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(page.getByText('Segnalazione inserita con successo')).toBeVisible()
  })
  await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible()
  const caseUrl = page.url()
  await page.getByRole('tab', { name: 'Corrispondenza' }).click()

  const messageId = await test.step('the office answers by mail', async () => {
    const message = page.getByRole('textbox', { name: /^Nuovo messaggio/ })
    await message.fill('Quando è successo?')
    await expect(page.getByText(/vanno per mail a/)).toContainText(longAddress)
    await look(page, portal, 'mailbox-reply')
    await page.getByRole('button', { name: 'Invia il messaggio' }).click()
    const sent = await office.sentTo(longAddress)
    expect(sent).toContain('Reply-To: segnala@ufficio.example')
    expect(sent).toContain('In-Reply-To: <prima@posta.example>')
    await page.reload()
    await page.getByRole('tab', { name: 'Corrispondenza' }).click()
    await expect(page.getByText('Inviata per mail')).toBeVisible()
    return messageIdOf(sent) ?? ''
  })

  await test.step('the answer is proposed for the case and added', async () => {
    await office.arrives(
      mailOf(
        {
          From: `Anna Maria Bianchi <${longAddress}>`,
          Subject: 'Re: la vostra domanda',
          'In-Reply-To': messageId,
        },
        'È successo ieri.\n',
      ),
    )
    await page.goto(list)
    await page.getByRole('link', { name: /^Re: / }).click()
    await expect(page.getByText('Risponde a una mail di questo caso')).toBeVisible()
    await look(page, portal, 'mailbox-proposal')
    const add = page.getByRole('button', { name: /^Aggiungi a / })
    await add.click()
    await expect(page.getByText(/^Mail aggiunta al caso/)).toBeVisible()
    await page.goto(`${list}?stato=nel_caso`)
    await page.getByRole('link', { name: /^Re: / }).click()
    await look(page, portal, 'mailbox-in-case')
    await page.getByRole('button', { name: /^Togli dal caso / }).click()
    await expect(page.getByText(/^Mail tolta dal caso/)).toBeVisible()
    await add.click()
    await expect(page.getByText(/^Mail aggiunta al caso/).last()).toBeVisible()
    await page.goto(caseUrl)
    await page.getByRole('tab', { name: 'Corrispondenza' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'È successo ieri.' })).toContainText('Arrivato per mail')
  })

  await test.step('a bounce marks the message, and a notice says so', async () => {
    await office.arrives(bounceOf(messageId))
    await page.reload()
    await page.getByRole('tab', { name: 'Corrispondenza' }).click()
    await expect(page.getByText('Non consegnata')).toBeVisible()
    await look(page, portal, 'mailbox-bounced')
    await page.getByRole('button', { name: /^Avvisi/ }).click()
    await expect(page.getByText(/Una mail a chi ha segnalato il caso .* non è stata consegnata/)).toBeVisible()
  })

  await test.step('a mailbox that cannot be read is named', async () => {
    await office.losesMailbox()
    await page.goto(list)
    await expect(page.getByText(/La casella ordinaria non si legge dal/)).toBeVisible()
    await look(page, portal, 'mailbox-failing')
  })
})
