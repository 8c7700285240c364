import type { Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { colleague, edit, enterCase, openCase, press, readCase, statusOf } from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'
import { statusName } from './labels.ts'
import { signInByCall } from './sign-in-by-call.ts'

// What is changed without the form of the whole case, by two users at once.
test.describe.configure({ timeout: 120_000 })

const choice = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'In breve' }).getByRole('combobox', { name })

/** Chooses where it is read, and leaves the field, so that it is saved. */
async function classify(page: Page, name: string, label: string) {
  await choice(page, name).selectOption({ label })
  await choice(page, name).press('Tab')
}

const isStored = (page: Page, id: number, values: Record<string, unknown>) =>
  expect.poll(() => readCase(page, id)).toMatchObject(values)

test('two users classify a case where they read it', async ({ page, browser, portal }) => {
  const marco = await colleague(browser, 'Marco')
  await signInByCall(page, 'Sara')
  const id = await enterCase(page)
  for (const tab of [page, marco]) await openCase(tab, id)
  const question = page.getByRole('alert').filter({ hasText: 'Intanto il caso è cambiato' })

  await test.step('each another field: both are saved, and nobody is asked', async () => {
    await classify(marco, 'Pertinenza', 'Pertinente')
    await isStored(marco, id, { id_pertinenza: 1 })
    await classify(page, 'Modalità di discriminazione', 'Diretta')
    await isStored(page, id, { id_pertinenza: 1, id_modalita_discriminazione: 1 })
    await expect(choice(page, 'Pertinenza').locator('option:checked')).toHaveText('Pertinente')
    await expect(question).toHaveCount(0)
  })

  await test.step('the same field: the second one sees both choices, and decides', async () => {
    await openCase(marco, id)
    await classify(marco, 'Ambito', 'Casa')
    await isStored(marco, id, { id_ambito: expect.any(Number) })
    const theirs = (await readCase(marco, id)).id_ambito
    await classify(page, 'Ambito', 'Lavoro')
    await expect(question).toContainText('Ora: Casa. La tua scelta: Lavoro.')
    await expect(choice(page, 'Ambito').locator('option:checked')).toHaveText('Casa')
    expect((await readCase(page, id)).id_ambito).toBe(theirs)
    await portal.isAccessible()
    await portal.picture('classify-conflict')
    await question.getByRole('button', { name: 'Salva la mia' }).click()
    await expect(question).toHaveCount(0)
    await expect(choice(page, 'Ambito').locator('option:checked')).toHaveText('Lavoro')
    await expect.poll(async () => (await readCase(page, id)).id_ambito).not.toBe(theirs)
  })

  await test.step('while one edits the whole case, the other reads who it is, and can change nothing', async () => {
    await openCase(marco, id)
    await edit(page, 'Azioni')
    // The page of the colleague does not know of it yet.
    await classify(marco, 'Pertinenza', 'Non pertinente')
    await expect(marco.getByRole('main')).toContainText(/In modifica da Greco Sara dalle .*\d\d:\d\d/)
    await expect(choice(marco, 'Pertinenza')).toHaveCount(0)
    expect((await readCase(page, id)).id_pertinenza).toBe(1)
    await page.getByRole('button', { name: 'Esci dalla modifica' }).click()
  })
  await marco.context().close()
})

test('an action is not undone once a colleague has changed the case', async ({ page, browser, portal }) => {
  const marco = await colleague(browser, 'Marco')
  await signInByCall(page, 'Sara')
  const id = await enterCase(page, { flag_presa_in_carico: 0 })
  await openCase(page, id)
  await press(page, 'Prendi in carico')
  await expect(statusOf(page)).toHaveText(statusName('inWorkOne'))
  await openCase(marco, id)
  await classify(marco, 'Pertinenza', 'Pertinente')
  await isStored(marco, id, { id_pertinenza: 1 })
  await page.getByRole('button', { name: /^Annulla \(/ }).click()
  await expect(page.getByRole('region', { name: 'Avvisi' })).toContainText(
    "Il caso è cambiato dopo l'azione, che non si può più annullare.",
  )
  await portal.picture('undo-too-late')
  await expect(statusOf(page)).toHaveText(statusName('inWorkOne'))
  await expect(choice(page, 'Pertinenza').locator('option:checked')).toHaveText('Pertinente')
  expect(await readCase(page, id)).toMatchObject({ id_stato: 3, id_pertinenza: 1 })
  await marco.context().close()
})

test('of several cases those are assigned that nobody has changed since', async ({ page, browser, portal }) => {
  const luca = await colleague(browser, 'Luca')
  await signInByCall(page, 'Giulia')
  const minors = 10_000 - Math.floor(Math.random() * 1000)
  const entry = {
    flag_presa_in_carico: 0,
    num_persone_minorenni: minors,
    responsabileDiscriminazione: { flagCoinvolgimentoMinori: 1 },
  }
  const ids = [await enterCase(page, entry), await enterCase(page, entry), await enterCase(page, entry)] as const
  await page.goto(`${site}${paths.caseList}?num_persone_minorenni=${minors}`)
  const boxes = page.getByRole('table').getByRole('checkbox')
  await expect(boxes).toHaveCount(4)
  await boxes.first().check()
  await openCase(luca, ids[1])
  await press(luca, 'Prendi in carico')
  await expect(statusOf(luca)).toHaveText(statusName('inWorkOne'))

  await page.getByRole('button', { name: 'Assegna…' }).click()
  const operators = page.getByRole('combobox', { name: /^Operatore/ })
  await operators.selectOption(
    (await operators.getByRole('option', { name: /^Greco Sara/ }).getAttribute('value')) ?? '',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Assegna', exact: true }).click()
  const missed = page.getByRole('alertdialog')
  await expect(missed).toContainText((await readCase(page, ids[1])).codice)
  await expect(missed).toContainText('Il dato è cambiato nel frattempo')
  await portal.isAccessible()
  await portal.picture('bulk-missed')
  await missed.getByRole('button', { name: 'Chiudi' }).last().click()
  const operatorOf = async (id: number) => (await readCase(page, id)).operatore
  expect(await Promise.all(ids.map(operatorOf))).toEqual(['Greco Sara', 'Rossetti Luca', 'Greco Sara'])
  await expect(boxes.nth(2)).toBeChecked()
  await luca.context().close()
})
