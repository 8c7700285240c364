import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { type DocumentKey, documentKeys } from '@portal/contract'
import { fixedAnswer } from './fixed-answer.ts'
import { expect } from './fixtures.ts'
import { typeInto } from './keyboard.ts'
import { makePdf } from './make-pdf.ts'
import { goOn, typeDate } from './wizard.ts'

/** The labels of the fields of an association. */
export const { registerFields } = JSON.parse(
  readFileSync(new URL('../contract/src/texts/register/it.json', import.meta.url), 'utf8'),
) as { readonly registerFields: Readonly<Record<DocumentKey, string>> }

/** A VAT number with its check digit, new for each application. */
export function newNumber(): string {
  const first = String(Math.floor(Math.random() * 1e10)).padStart(10, '0')
  const sum = [...first].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${first}${(10 - (sum % 10)) % 10}`
}

export const field = (page: Page | Locator, label: string) => page.getByLabel(label, { exact: true })
export const tab = (page: Page, name: string) => page.getByRole('tab', { name })

/** Waits until the tab of the form with this heading is open. */
export const isOpen = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, level: 2, exact: true })).toBeVisible()

export async function begin(page: Page) {
  await page.getByRole('button', { name: 'Inizia la domanda' }).click()
  await isOpen(page, 'Dati anagrafici')
}

interface Identity {
  readonly name: string
  readonly number: string
}

export async function fillInIdentity(page: Page, { name, number }: Identity) {
  await typeInto(page, field(page, 'Denominazione *'), name)
  await typeInto(page, field(page, 'Partita IVA o codice fiscale *'), number)
  await field(page, 'Tipo di ente *').selectOption({ index: 1 })
  await typeDate(page, 'Data di costituzione', ['3', '4', '2015'])
  await typeInto(page, field(page, 'Numero iscritti *'), '120')
  await field(page, 'Regione della sede *').selectOption({ label: 'Lazio' })
  await field(page, 'Provincia della sede *').selectOption({ label: 'Roma' })
  await field(page, 'Comune della sede *').selectOption({ label: 'Roma' })
  await field(page, 'Indirizzo della sede *').fill('Via Roma, 1')
}

export async function fillInPerson(page: Page) {
  await field(page, 'Cognome *').fill('Rossi')
  await field(page, 'Nome *').fill('Anna')
  await field(page, 'Codice fiscale *').fill('rssnna80a41h501l')
  await expect(field(page, 'Codice fiscale *')).toHaveValue('RSSNNA80A41H501L')
  await typeDate(page, 'Data di nascita', ['1', '1', '1980'])
}

export async function fillInActivity(page: Page) {
  await field(page, 'Motivo prevalente *').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Aggiungi un progetto' }).click()
  const project = page.getByRole('group', { name: 'Progetto 1' })
  await field(project, 'Nome del progetto *').fill('Scuola aperta')
  await project.getByRole('checkbox').first().check()
  await field(project, 'Importo finanziato, in euro *').fill('12000')
}

/** Chooses a file in the dialog of a document's field. */
export async function choose(page: Page, label: string, name: string, mimeType = 'application/pdf') {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('group', { name: label, exact: true }).getByRole('button', { name: 'Scegli i file' }).click()
  await (await chooser).setFiles({ name, mimeType, buffer: makePdf(label, name) })
}

/** Attaches a PDF to each of these documents, and waits until all are accepted. */
export async function attachDocuments(page: Page, keys: readonly DocumentKey[] = documentKeys) {
  const accepted = page.getByText('Il file è stato accettato', { exact: true })
  for (const [index, key] of keys.entries()) {
    await choose(page, registerFields[key], `${key}.pdf`)
    // What is said of a file moves the button of the next one: pressed meanwhile, it would be missed.
    await expect(accepted).toHaveCount(index + 1)
  }
}

interface Contact {
  readonly firstName: string
  readonly lastName: string
  readonly taxCode: string
  readonly email: string
}

export async function fillInContact(page: Page, { firstName, lastName, taxCode, email }: Contact) {
  await page.getByRole('button', { name: 'Aggiungi un referente' }).click()
  const contact = page.getByRole('group', { name: 'Referente 1' })
  await field(contact, 'Nome *').fill(firstName)
  await field(contact, 'Cognome *').fill(lastName)
  await field(contact, 'Codice fiscale *').fill(taxCode)
  await field(contact, 'E-mail *').fill(email)
}

export async function fillInChannels(page: Page, email: string) {
  await field(page, 'E-mail *').fill(email)
  await field(page, 'Telefono *').fill('06 1234567')
  await page.getByRole('checkbox', { name: 'Autorizzazione ad usare i dati personali' }).check()
}

interface Rest {
  readonly email: string
  readonly contact: Contact
  /** Those that are not attached yet. */
  readonly documents?: readonly DocumentKey[]
}

/** Fills in the six tabs of an application, and opens the last one. */
export async function fillInApplication(page: Page, about: Identity & Rest) {
  await fillInIdentity(page, about)
  await fillInRest(page, about)
}

/** Fills in the tabs after the first, and opens the last one. */
export async function fillInRest(page: Page, { email, contact, documents }: Rest) {
  await goOn(page)
  await isOpen(page, 'Legale rappresentante')
  await fillInPerson(page)
  await goOn(page)
  await isOpen(page, 'Attività')
  await fillInActivity(page)
  await goOn(page)
  await isOpen(page, 'Documenti')
  await attachDocuments(page, documents)
  await goOn(page)
  await isOpen(page, 'Referenti')
  await fillInContact(page, contact)
  await goOn(page)
  await isOpen(page, 'Contatti e note')
  await fillInChannels(page, email)
  await tab(page, 'Riepilogo e invio').click()
}

/** Answers the captcha of a page or dialog, once its image is there: the cookie of the challenge comes with it. */
export async function answerCaptcha(part: Page | Locator) {
  await expect(part.getByRole('img', { name: /^Immagine con 6 cifre/ })).toBeVisible()
  await part.getByLabel(/^Scrivi le \d cifre/).fill(fixedAnswer)
}

/** Answers the captcha of the last tab and sends the application. */
export async function sendApplication(page: Page) {
  await answerCaptcha(page)
  await page.getByRole('button', { name: 'Invia la domanda' }).click()
}
