import type { Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { expect, site, test } from './fixtures.ts'
import { signInByCall } from './sign-in-by-call.ts'

test.describe.configure({ timeout: 120_000 })

const letters = () =>
  Date.now()
    .toString()
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

const field = (page: Page, name: RegExp) => page.getByRole('textbox', { name })

async function addPerson(page: Page, body: object): Promise<number> {
  const answer = await page.request.post(`${site}/api/v1/anagrafica/add-persona-fisica`, { data: body })
  expect(answer.status()).toBe(200)
  return (await answer.json()).result.id_persona_fisica
}

test('two records of one person: shown before a third is inserted, merged by the head of the office, and undone', async ({
  page,
  portal,
}) => {
  const surname = `Doppia${letters()}`
  const born = { data_nascita: '1984-06-09T00:00:00.000Z' }
  await signInByCall(page, 'Giulia')
  const first = await addPerson(page, { cognome: surname, nome: 'Marta', ...born, anagrafica: { cap: '00100' } })
  await addPerson(page, { cognome: 'Marta', nome: surname, ...born, anagrafica: { email: 'marta@example.it' } })

  await test.step('who inserts the same person sees the records first, and decides', async () => {
    await page.goto(`${site}${paths.personNew}`)
    await field(page, /^Cognome/).fill(surname)
    await field(page, /^Nome/).fill('Marta')
    await field(page, /^Data di nascita/).fill('9/6/84')
    await page.getByRole('button', { name: 'Inserisci la scheda' }).click()
    await expect(page.getByText("Nell'anagrafica ci sono già schede simili")).toBeVisible()
    await expect(page.getByText('Data di nascita: uguale (+8)').first()).toBeVisible()
    await portal.isAccessible()
    await page.getByRole('button', { name: 'Inserisci la scheda' }).click()
    await expect(page.getByRole('heading', { name: 'Scheda di una persona', exact: true })).toBeVisible()
  })

  const pair = page
    .getByRole('row')
    .filter({ hasText: `${surname} Marta` })
    .filter({ hasText: `Marta ${surname}` })
  await test.step('the first two are listed as work, the third is not, and are merged with a choice per field', async () => {
    await page.goto(`${site}${paths.duplicateList}`)
    await expect(pair).toHaveCount(1)
    await portal.isAccessible()
    await pair.getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Due schede a confronto' })).toBeVisible()
    await portal.isAccessible()
    await portal.picture('registry-pair')
    await page.getByRole('radio', { name: new RegExp(`^Tieni questa scheda.*${surname} Marta`) }).check()
    await page.getByRole('button', { name: 'Unisci le schede' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unisci le schede' }).click()
    await expect(page).toHaveURL(new RegExp(`id=${first}$`))
    await expect(page.getByText('marta@example.it').first()).toBeVisible()
    await expect(page.getByText('00100').first()).toBeVisible()
  })

  await test.step('the undo brings both records back', async () => {
    await page.getByRole('button', { name: "Annulla l'unione" }).click()
    await page.getByRole('dialog').getByRole('button', { name: "Annulla l'unione" }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Unione annullata' })).toBeVisible()
    await page.goto(`${site}${paths.duplicateList}`)
    await expect(pair).toHaveCount(1)
  })

  await test.step('two people are kept apart for good', async () => {
    await pair.getByRole('link').click()
    await page.getByRole('button', { name: 'Non è la stessa persona' }).click()
    await expect(page.getByRole('heading', { name: 'Possibili doppioni' })).toBeVisible()
    await expect(pair).toHaveCount(0)
  })
})
