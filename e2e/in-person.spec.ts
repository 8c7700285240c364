import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { actualTexts } from '../server/test/pdf-texts.ts'
import { readZip } from '../server/test/read-zip.ts'
import { newName, press } from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { patient } from './wizard.ts'

/** Presses an action of the case that saves a file. */
async function download(page: Page, action: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, action)])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a report made in person is entered with what the person needs, and printed to be signed', async ({
  page,
  portal,
}) => {
  test.slow()
  const lastName = newName(8)
  await signInByCall(page, 'Sara')
  await page.goto(`${site}${paths.caseNew}`)
  await page.getByLabel(/^Canale/).selectOption({ label: 'Di persona' })
  await page.getByLabel(/^Profilo/).selectOption({ label: 'Vittima' })
  await page.getByLabel('Cognome', { exact: true }).fill(lastName)
  await page.getByLabel('Lingua', { exact: true }).selectOption({ label: 'Francese' })
  await page.getByLabel('Chiede un accomodamento').check()
  await page.getByLabel("Lingua dell'interprete").fill('wolof')
  await page.getByLabel('Parole facili da capire').check()
  await page.getByLabel(/^Che cosa è successo/).fill('Il barista ha detto: «qui no».')
  await portal.picture('in-person-sheet')
  await page.getByRole('button', { name: 'Salva e prendi in carico' }).click()
  await patient(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible()
  await patient(page.getByText('Accomodamento richiesto', { exact: true }).first()).toBeVisible()
  const id = new URL(page.url()).searchParams.get('id')

  const signed = await download(page, 'Verbale da firmare')
  expect(signed.name).toBe(`${id}-verbale.pdf`)
  const texts = actualTexts(signed.bytes).join('\n')
  for (const text of [lastName, 'wolof', '«qui no»', 'Firma di chi segnala', 'Signature']) expect(texts).toContain(text)

  const toComplete = await download(page, 'Verbale in Word')
  expect(toComplete.name).toBe(`${id}-verbale.docx`)
  expect(readZip(toComplete.bytes)['word/document.xml']).toContain('wolof')
})
