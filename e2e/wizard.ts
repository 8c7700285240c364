import { expect, type Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { site } from './fixtures.ts'

/** Text as people write it: accents, apostrophes, quotes, an emoji, and 5,000 characters in all. */
export const longText = (() => {
  const sentence =
    "È successo all'ufficio anagrafe: «qui non la serviamo», ha detto. Perché? C'era anche l'Àlice, più tardi. 🙁\n"
  return sentence.repeat(60).slice(0, 4999).trimEnd()
})()

export const goOn = (page: Page) => page.getByRole('button', { name: 'Avanti', exact: true }).click()

/** From the intro to step 1, with the consent given. */
export async function begin(page: Page) {
  await page.goto(`${site}${paths.reportIntro}`)
  await page.getByLabel("Ho letto l'informativa").check()
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page.getByRole('heading', { name: 'Chi sei in questa vicenda?' })).toBeVisible()
}

export async function chooseProfile(page: Page, name: 'Vittima' | 'Segnalante' | 'Testimone' | 'Associazione') {
  await page.getByRole('radio', { name }).check({ force: true })
  await goOn(page)
  await expect(page.getByRole('heading', { name: 'Come possiamo ricontattarti?' })).toBeVisible()
}

export async function typeDate(page: Page, label: string, [day, month, year]: readonly [string, string, string]) {
  const group = page.getByRole('group', { name: label })
  await group.getByLabel('Giorno').fill(day)
  await group.getByLabel('Mese').fill(month)
  await group.getByLabel('Anno').fill(year)
}

export async function tellFacts(page: Page, text: string) {
  await expect(page.getByRole('heading', { name: 'Che cosa è successo?' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Che cosa è successo' }).fill(text)
  await typeDate(page, 'Data del fatto', ['3', '11', '2026'])
  await goOn(page)
  await expect(page.getByRole('heading', { name: 'È tutto giusto?' })).toBeVisible()
}

/** Consents, sends, and reads code and pin off the success page. */
export async function send(page: Page): Promise<{ code: string; pin: string }> {
  await page.getByLabel('Autorizzazione ad usare i dati personali').check()
  await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
  await expect(page.getByRole('heading', { name: 'Abbiamo ricevuto la tua segnalazione' })).toBeVisible()
  const [code = '', pin = ''] = await page.locator('dd bdi').allTextContents()
  return { code, pin }
}
