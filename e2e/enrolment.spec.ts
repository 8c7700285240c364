import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { type DocumentKey, documentKeys, paths } from '@portal/contract'
import { fixedAnswer } from './fixed-answer.ts'
import { expect, test } from './fixtures.ts'
import { press, tabTo, typeInto } from './keyboard.ts'
import { makePdf } from './make-pdf.ts'
import { typeDate } from './wizard.ts'

const { registerFields } = JSON.parse(
  readFileSync(new URL('../contract/src/texts/register/it.json', import.meta.url), 'utf8'),
) as { readonly registerFields: Readonly<Record<DocumentKey, string>> }

/** A VAT number with its check digit, new for each run of the journey. */
function newNumber(): string {
  const first = String(Math.floor(Math.random() * 1e10)).padStart(10, '0')
  const sum = [...first].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${first}${(10 - (sum % 10)) % 10}`
}

const field = (page: Page | Locator, label: string) => page.getByLabel(label, { exact: true })
const goOn = (page: Page) => page.getByRole('button', { name: 'Avanti', exact: true }).click()
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()

async function begin(page: Page) {
  await page.getByRole('button', { name: 'Inizia la domanda' }).click()
  await heading(page, 'Dati anagrafici')
}

async function fillInIdentity(page: Page) {
  await typeInto(page, field(page, 'Denominazione *'), 'Associazione «Àgorà»')
  await typeInto(page, field(page, 'Partita IVA o codice fiscale *'), newNumber())
  await field(page, 'Tipo di ente *').selectOption({ index: 1 })
  await typeDate(page, 'Data di costituzione', ['3', '4', '2015'])
  await typeInto(page, field(page, 'Numero iscritti *'), '120')
  await field(page, 'Regione della sede').selectOption({ label: 'Lazio' })
  await field(page, 'Provincia della sede').selectOption({ label: 'Roma' })
  await field(page, 'Comune della sede').selectOption({ label: 'Roma' })
  await field(page, 'Indirizzo della sede').fill('Via Roma, 1')
}

async function fillInPerson(page: Page) {
  await field(page, 'Cognome *').fill('Rossi')
  await field(page, 'Nome *').fill('Anna')
  await field(page, 'Codice fiscale *').fill('rssnna80a41h501x')
  await expect(field(page, 'Codice fiscale *')).toHaveValue('RSSNNA80A41H501X')
  await typeDate(page, 'Data di nascita', ['1', '1', '1980'])
}

async function fillInActivity(page: Page) {
  await field(page, 'Ground prevalente *').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Aggiungi un progetto' }).click()
  const project = page.getByRole('group', { name: 'Progetto 1' })
  await field(project, 'Nome del progetto *').fill('Scuola aperta')
  await project.getByRole('checkbox').first().check()
  await field(project, 'Importo finanziato, in euro *').fill('12000')
}

async function choose(page: Page, label: string, name: string, mimeType = 'application/pdf') {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('group', { name: label, exact: true }).getByRole('button', { name: 'Scegli i file' }).click()
  await (await chooser).setFiles({ name, mimeType, buffer: makePdf(label, name) })
}

async function attachDocuments(page: Page) {
  for (const key of documentKeys) await choose(page, registerFields[key], `${key}.pdf`)
  await expect(page.getByText('Il file è stato accettato', { exact: true })).toHaveCount(documentKeys.length)
}

async function fillInContacts(page: Page) {
  await page.getByRole('button', { name: 'Aggiungi un referente' }).click()
  const contact = page.getByRole('group', { name: 'Referente 1' })
  await field(contact, 'Nome *').fill('Luca')
  await field(contact, 'Cognome *').fill('Bianchi')
  await field(contact, 'Codice fiscale *').fill('BNCLCU80A01H501X')
  await field(contact, 'E-mail *').fill('luca@example.it')
}

async function fillInChannels(page: Page) {
  await field(page, 'E-mail *').fill('agora@example.it')
  await field(page, 'Telefono *').fill('06 1234567')
  await page.getByRole('checkbox', { name: 'Autorizzazione ad usare i dati personali' }).check()
}

test('an association applies for enrolment', async ({ page, portal }) => {
  test.slow()
  await test.step('what is needed is said before anything is asked', async () => {
    await portal.open(paths.enrolment)
    for (const key of documentKeys) await expect(page.getByText(registerFields[key], { exact: true })).toBeVisible()
    await begin(page)
  })
  await test.step('a tab with errors says how many, and its neighbours stay open', async () => {
    await goOn(page)
    await expect(page.getByRole('alert').getByRole('heading', { name: 'Controlla questi campi' })).toBeVisible()
    await expect(tab(page, 'Dati anagrafici 5 errori')).toBeVisible()
    await portal.isAccessible()
    await tab(page, 'Documenti').click()
    await heading(page, 'Documenti')
  })
  await test.step('only PDF is taken', async () => {
    await choose(page, registerFields.deed, 'atto.docx', 'application/octet-stream')
    await expect(
      page.getByText('Estensione file non consentita, il formato consentito è solo pdf').first(),
    ).toBeVisible()
    await page.getByRole('button', { name: /^Togli ?: atto.docx$/ }).click()
  })
  await test.step('six tabs are filled in, by keyboard and mouse', async () => {
    await tab(page, 'Dati anagrafici').click()
    await fillInIdentity(page)
    await press(page, page.getByRole('button', { name: 'Avanti', exact: true }))
    await heading(page, 'Legale rappresentante')
    await fillInPerson(page)
    await goOn(page)
    await heading(page, 'Attività')
    await fillInActivity(page)
    await goOn(page)
    await heading(page, 'Documenti')
    await attachDocuments(page)
    await portal.picture('enrolment-documents')
    await goOn(page)
    await heading(page, 'Referenti')
    await fillInContacts(page)
    await goOn(page)
    await heading(page, 'Contatti e note')
    await fillInChannels(page)
  })
  await test.step('a reload loses nothing', async () => {
    await page.reload()
    await tab(page, 'Contatti e note').click()
    await expect(field(page, 'E-mail *')).toHaveValue('agora@example.it')
  })
  await test.step('everything is read once more and sent', async () => {
    await tab(page, 'Riepilogo e invio').click()
    await expect(page.getByText('Associazione «Àgorà»')).toBeVisible()
    await expect(page.getByText('identityDocument.pdf')).toBeVisible()
    await portal.isAccessible()
    await portal.picture('enrolment-summary')
    await page.getByLabel(/^Scrivi le \d cifre/).fill(fixedAnswer)
    await tabTo(page, page.getByRole('button', { name: 'Invia la domanda' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Domanda inviata', level: 1 })).toBeVisible()
    await expect(page.getByText(/^R-\d{4}-\d{6}$/)).toBeVisible()
    await portal.isAccessible()
  })
})
