import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paths } from '@portal/contract'
import { reportOnWire } from '../server/test/make.ts'
import { findPostgresBinaries } from '../server/test/postgres-server.ts'
import { spawnServer, temporaryFolder } from '../server/test/run-server.ts'
import { startStoppablePostgres } from '../server/test/stoppable-postgres.ts'
import { enterCase, openCase, readCase, transitionCase } from './case-desk.ts'
import { test as base, expect, site } from './fixtures.ts'
import { makePdf } from './make-pdf.ts'
import { recordSteps } from './record-coverage.ts'
import { sendReport } from './send-report.ts'
import { signInByCall } from './sign-in-by-call.ts'

/** What a server of its own depends on, which a journey takes away. */
interface Outage {
  readonly origin: string
  /** Runs while PostgreSQL is stopped. */
  withoutDatabase(work: () => Promise<void>): Promise<void>
  /** Runs while a file is in the place of the folder of files, whose content is lost. */
  withoutFiles(work: () => Promise<void>): Promise<void>
}

const test = base.extend<object, { outage: Outage }>({
  baseURL: async ({ outage }, use) => use(outage.origin),
  outage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const [database, folder] = [await startStoppablePostgres(), await temporaryFolder()]
      if (!database) throw new Error('PostgreSQL is not installed.')
      const env = { DATABASE_URL: database.url, DATABASE_WAIT: '1', DATABASE_PATIENCE: '1', AUTH_MOCK: 'on' }
      const server = spawnServer({ dataDir: folder.path, env })
      const files = join(folder.path, 'files')
      await use({
        origin: new URL(await server.ready).origin,
        withoutDatabase: async (work) => {
          await database.goAway()
          await work().finally(() => database.comeBack())
        },
        withoutFiles: async (work) => {
          await rm(files, { recursive: true, force: true })
          await writeFile(files, '')
          await work().finally(() => rm(files))
        },
      })
      await server.stop()
      await database.remove()
      await folder.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
recordSteps(test)
test.describe.configure({ timeout: 120_000 })
test.skip(!process.env.CI && findPostgresBinaries() === undefined, 'PostgreSQL is not installed')

const away = 'Il servizio non è disponibile in questo momento: riprova tra poco'

test('while the database is away nothing that was written is lost, and the second try works', async ({
  page,
  outage,
  portal,
}) => {
  const reported = await sendReport(page.request, reportOnWire())
  const id = (await reported.json()).result.id_segnalazione as number
  await signInByCall(page, 'Sara')
  await transitionCase(page, id, { azione: 'prendi_in_carico' })
  await openCase(page, id)
  await page.getByRole('tab', { name: 'Corrispondenza' }).click()
  const sent = (text: string) => page.getByRole('listitem').filter({ hasText: text })

  await test.step('a reply with a file', async () => {
    const message = page.getByRole('textbox', { name: /^Nuovo messaggio/ })
    await message.fill('Gentile signore,')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Scegli i file' }).click()
    await (await chooser).setFiles({ name: 'parere.pdf', mimeType: 'application/pdf', buffer: makePdf('a', 'b') })
    await expect(page.getByText('Il file è stato accettato', { exact: true })).toBeVisible()
    const send = page.getByRole('button', { name: 'Invia il messaggio' })
    await outage.withoutDatabase(async () => {
      await send.click()
      await expect(page.getByRole('alert').filter({ hasText: away })).toBeVisible({ timeout: 30_000 })
      await expect(message).toHaveValue('Gentile signore,')
      await expect(page.getByRole('list', { name: 'File allegati' })).toContainText('parere.pdf')
      await portal.picture('outage-reply')
    })
    await send.click()
    await expect(sent('Gentile signore,')).toContainText('parere.pdf')
    await expect(sent('Gentile signore,')).toHaveCount(1)
  })

  await test.step('a comment', async () => {
    await page.getByRole('radio', { name: 'Commento interno' }).check({ force: true })
    const comment = page.getByRole('textbox', { name: /^Commento interno/ })
    await comment.fill('Richiamare domani.')
    const save = page.getByRole('button', { name: 'Salva il commento' })
    await outage.withoutDatabase(async () => {
      await save.click()
      await expect(page.getByRole('alert').filter({ hasText: away })).toBeVisible({ timeout: 30_000 })
      await expect(comment).toHaveValue('Richiamare domani.')
      await portal.picture('outage-comment')
    })
    await save.click()
    await expect(sent('Richiamare domani.')).toHaveCount(1)
    await expect(comment).toHaveValue('')
  })

  await test.step('a reminder', async () => {
    await page.getByRole('button', { name: 'Aggiungi un richiamo' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^Che cosa fare/ }).fill('Chiamare il comune')
    const save = dialog.getByRole('button', { name: 'Salva' })
    await outage.withoutDatabase(async () => {
      await save.click()
      await expect(dialog.getByRole('alert').filter({ hasText: away })).toBeVisible({ timeout: 30_000 })
      await expect(dialog.getByRole('textbox', { name: /^Che cosa fare/ })).toHaveValue('Chiamare il comune')
      await portal.picture('outage-reminder')
    })
    await save.click()
    await expect(page.getByRole('list', { name: 'Richiami' })).toContainText('Chiamare il comune')
  })

  await test.step('a choice of the classification', async () => {
    const relevance = page.getByRole('combobox', { name: 'Pertinenza' })
    await outage.withoutDatabase(async () => {
      await relevance.selectOption({ label: 'Pertinente' })
      await relevance.blur()
      await expect(page.getByRole('alert').filter({ hasText: away })).toBeVisible({ timeout: 30_000 })
      await portal.picture('outage-classification')
    })
    await page.getByRole('button', { name: 'Riprova: Pertinente' }).click()
    await expect(relevance.locator('option:checked')).toHaveText('Pertinente')
    expect(await readCase(page, id)).toMatchObject({ id_pertinenza: 1 })
  })
})

test('while the database is away several cases stay selected, and are assigned at the second try', async ({
  page,
  outage,
  portal,
}) => {
  await signInByCall(page, 'Giulia')
  for (let count = 0; count < 2; count += 1) await enterCase(page, { flag_presa_in_carico: 0 })
  await page.goto(`${site}${paths.caseList}?statoSegnalazione=1`)
  await page.getByRole('table').getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Assegna…' }).click()
  const dialog = page.getByRole('dialog')
  const operators = dialog.getByRole('combobox', { name: /^Operatore/ })
  const sara = operators.getByRole('option', { name: /^Greco Sara/ })
  await operators.selectOption((await sara.getAttribute('value')) ?? '')
  const assign = dialog.getByRole('button', { name: 'Assegna', exact: true })
  await outage.withoutDatabase(async () => {
    await assign.click()
    await expect(dialog.getByRole('alert').filter({ hasText: away })).toBeVisible({ timeout: 30_000 })
    await expect(operators.locator('option:checked')).toHaveText(/^Greco Sara/)
    await portal.picture('outage-bulk')
  })
  await assign.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('2 casi assegnati con successo')).toBeVisible()
})

test('while the store of files is away a file says so, and the text of the reply stays', async ({
  page,
  outage,
  portal,
}) => {
  const reported = await sendReport(page.request, reportOnWire())
  const id = (await reported.json()).result.id_segnalazione as number
  await signInByCall(page, 'Giulia')
  await openCase(page, id)
  await page.getByRole('tab', { name: 'Corrispondenza' }).click()
  const message = page.getByRole('textbox', { name: /^Nuovo messaggio/ })
  await message.fill('In allegato il parere.')
  const file = { name: 'nota.pdf', mimeType: 'application/pdf', buffer: makePdf('c', 'd') }
  const files = page.getByRole('list', { name: 'File allegati' })
  await outage.withoutFiles(async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Scegli i file' }).click()
    await (await chooser).setFiles(file)
    await expect(files).toContainText("Il file non è stato salvato nell'archivio dei documenti: riprova")
    await portal.picture('outage-files')
    await expect(message).toHaveValue('In allegato il parere.')
  })
  await files.getByRole('button', { name: /^Riprova/ }).click()
  await expect(page.getByText('Il file è stato accettato', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Invia il messaggio' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'In allegato il parere.' })).toContainText('nota.pdf')
})
