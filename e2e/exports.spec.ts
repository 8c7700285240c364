import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { enterCase } from './case-desk.ts'
import { followEntry } from './desk-menu.ts'
import { expect, site, test } from './fixtures.ts'

test.describe.configure({ timeout: 120_000 })

/** Presses a button and waits for the file that it saves. */
async function download(page: Page, button: string): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: button }).click(),
  ])
  return file
}

test('the cases of a list are exported: chosen ones at once, all of them while the operator goes on', async ({
  page,
  portal,
}) => {
  await portal.signIn('Davide')
  await enterCase(page)
  await portal.signIn('Giulia')
  await page.goto(`${site}${paths.caseList}`)
  const dialog = page.getByRole('dialog')

  await test.step('chosen cases are saved as CSV, with own columns that get a name', async () => {
    await page.getByRole('checkbox', { name: 'Seleziona tutti i casi della pagina' }).check()
    await page.getByRole('button', { name: 'Esporta la selezione…' }).click()
    await dialog.getByText('CSV (.csv)').click()
    await dialog.getByLabel('Colonne').selectOption({ label: 'Le scelgo io' })
    await dialog.getByText('Messaggi non letti').click()
    await dialog.getByLabel(/^Salva la scelta con un nome/).fill('Con messaggi')
    const file = await download(page, 'Scarica il file')
    expect(file.suggestedFilename()).toMatch(/ - Casi\.csv$/)
    const [header = '', ...rows] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    expect(header).toContain('"Codice";"Stato"')
    expect(header).toContain('"Messaggi non letti"')
    expect(rows.length).toBeGreaterThan(0)
    await expect(dialog).toBeHidden()
  })

  await test.step('the whole list is a workbook, with the columns that were saved', async () => {
    await page.getByRole('button', { name: 'Esporta…', exact: true }).click()
    await dialog.getByLabel('Colonne').selectOption({ label: 'Con messaggi' })
    const file = await download(page, "Avvia l'esportazione")
    expect(file.suggestedFilename()).toMatch(/ - Casi\.xlsx$/)
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
    await expect(dialog).toBeHidden()
  })

  await test.step('it can be saved again from the own exports, which nobody else sees', async () => {
    await followEntry(page, 'Esportazioni', 'Ufficio')
    await expect(page.getByRole('heading', { name: 'Le mie esportazioni' })).toBeVisible()
    const row = page.getByRole('row').nth(1)
    await expect(row).toContainText('Pronta')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /^Scarica/ }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/ - Casi\.xlsx$/)
    await portal.signIn('Elena')
    await page.goto(`${site}${paths.exports}`)
    await expect(page.getByText('Nessuna esportazione')).toBeVisible()
  })
})
