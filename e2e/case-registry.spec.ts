import { edit, enterCase, isSaved, openCase, readCase, saveButton } from './case-desk.ts'
import { expect, test } from './fixtures.ts'
import { signInByCall } from './sign-in-by-call.ts'

test('a person who reports twice has one registry record', async ({ page, portal }) => {
  test.slow()
  const surname = `Anagrafica${Date.now()
    .toString()
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`
  await signInByCall(page, 'Andrea')
  const person = { personaFisica: { nome: 'Amina', cognome: surname, anagrafica: { email: 'amina@example.it' } } }
  const [first, second] = [await enterCase(page, person), await enterCase(page, person)]

  await test.step('is created from the first case and linked to it', async () => {
    await openCase(page, first)
    await edit(page, 'Persone')
    await page.getByRole('button', { name: /^Collega all'anagrafica.*di chi segnala/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Nessuna scheda trovata')).toBeVisible()
    await dialog.getByRole('button', { name: 'Nuova scheda' }).click()
    await expect(dialog.getByRole('textbox', { name: /^Cognome/ })).toHaveValue(surname)
    await portal.isAccessible()
    await dialog.getByRole('button', { name: 'Crea e collega' }).click()
    await expect(page.getByRole('link', { name: `${surname} Amina` })).toBeVisible()
    await portal.isAccessible()
    await saveButton(page).click()
    await isSaved(page)
  })

  await test.step('is found from the second case', async () => {
    await openCase(page, second)
    await edit(page, 'Persone')
    await page.getByRole('button', { name: /^Collega all'anagrafica.*di chi segnala/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('1 caso', { exact: true })).toBeVisible()
    await portal.isAccessible()
    await dialog.getByRole('button', { name: new RegExp(`^Collega.*${surname} Amina`) }).click()
    await saveButton(page).click()
    await isSaved(page)
    const ids = [await readCase(page, first), await readCase(page, second)].map(
      ({ personaFisica }) => personaFisica.id_persona_fisica,
    )
    expect(ids[0]).toBeGreaterThan(0)
    expect(ids[1]).toBe(ids[0])
  })

  await test.step('links both cases', async () => {
    await page.getByRole('tab', { name: 'Persone' }).click()
    await page.getByRole('link', { name: `${surname} Amina` }).click()
    await expect(page.getByRole('heading', { name: 'Scheda di una persona' })).toBeVisible()
    await expect(page.getByText(`${surname} Amina`).first()).toBeVisible()
    const rows = page.getByRole('table', { name: 'Casi che la riguardano' }).getByRole('link', { name: /^[A-Z]+-\d/ })
    await expect(rows).toHaveCount(2)
    await portal.isAccessible()
    await rows.first().click()
    await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible()
    await page.getByRole('link', { name: 'Avanti' }).click()
    await expect(page).toHaveURL(new RegExp(`id=${first}$`))
  })

  await test.step('opens its cases under an address of their own, which leads back to it', async () => {
    await expect(page).toHaveURL(new RegExp(`/anagrafica/casi/dettaglio\\?id=${first}$`))
    const trail = page.getByRole('navigation', { name: 'Percorso' })
    await trail.getByRole('link', { name: "Scheda dell'anagrafica" }).click()
    await expect(page.getByRole('heading', { name: 'Scheda di una persona' })).toBeVisible()
    await expect(page.getByText(`${surname} Amina`).first()).toBeVisible()
  })
})
