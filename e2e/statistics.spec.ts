import { readFile } from 'node:fs/promises'
import { paths } from '@portal/contract'
import { enterCase } from './case-desk.ts'
import { followEntry } from './desk-menu.ts'
import { expect, site, test } from './fixtures.ts'
import { signInByCall } from './sign-in-by-call.ts'

/** Reference entries: field of life 2 is work, ground 1 ethnic origin, mode 1 direct discrimination. */
const work = { id_ambito: 2, id_modalita_discriminazione: 1 }

test('RUP filters statistics, compares two years, copies a table, and opens the cases behind a bar', async ({
  page,
  portal,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInByCall(page, 'Giulia')
  for (const more of [work, work, { id_ambito: 1 }])
    await enterCase(page, { ...more, id_canale: 9, flag_presa_in_carico: 0 })

  await test.step('the menu leads to the page, the panel narrows it, the address keeps the filters', async () => {
    await portal.open(paths.deskHome)
    await followEntry(page, 'Statistiche', 'Ufficio')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statistiche')
    await expect(page.getByText(/^Calcolate il /)).toBeVisible()
    await page.getByRole('button', { name: 'Tutti i filtri' }).click()
    await page.getByRole('button', { name: 'Lavorazione' }).click()
    await page.getByRole('button', { name: 'Canale' }).click()
    await page.locator('#filter-channels-9').check()
    await page.getByRole('button', { name: 'Filtra', exact: true }).click()
    await expect(page).toHaveURL(/\?canale=9$/)
    await page.getByRole('button', { name: 'Apri tutte' }).click()
    await portal.isAccessible()
    await portal.picture('statistics')
  })

  const fields = page.getByRole('region', { name: 'Ambito', exact: true })
  const row = (name: string) => fields.getByRole('row', { name: new RegExp(`^${name}`) })
  const countOf = async (name: string) => Number(await row(name).getByRole('cell').first().textContent())

  await test.step('a table is copied for a spreadsheet', async () => {
    await expect(row('Lavoro')).toBeVisible()
    await fields.getByRole('button', { name: 'Copia' }).click()
    await expect(fields.getByRole('button', { name: 'Copiata' })).toBeVisible()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(text).toContain(`Lavoro\t${await countOf('Lavoro')}\t0,`)
  })

  await test.step('the comparison with the year before is in the address', async () => {
    await page.getByRole('link', { name: "Confronta quest'anno con l'anno scorso" }).click()
    await expect(page).toHaveURL(/confronto_da=/)
    await expect(fields.getByRole('columnheader', { name: 'Differenza' })).toBeVisible()
    await portal.isAccessible()
    await portal.picture('statistics-compared')
    await page.reload()
    await expect(fields.getByRole('columnheader', { name: 'Differenza' })).toBeVisible()
    await page.getByRole('link', { name: 'Togli il confronto' }).click()
    await expect(page).not.toHaveURL(/confronto_da=/)
  })

  await test.step('no card is wider than a telephone, and no chart on paper is wider than its sheet', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    await portal.isAccessible()
    await portal.picture('statistics-320')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ media: 'print' })
    await portal.fits()
    await expect(page.getByRole('button', { name: /Copia|Mostra|Ricalcola|Stampa/ })).toHaveCount(0)
    await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
    await portal.picture('statistics-forced')
    await page.emulateMedia({ forcedColors: 'none' })
  })

  await test.step('the annual report of the last whole year is a document, and stays among the own exports', async () => {
    await page.getByRole('button', { name: 'Relazione annuale…' }).click()
    const dialog = page.getByRole('dialog')
    for (const [width, height] of [
      [390, 844],
      [320, 700],
      [1280, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await portal.isAccessible()
      await portal.picture(`annual-report-${width}`)
    }
    const [file] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      dialog.getByRole('button', { name: 'Prepara la relazione' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/ - Relazione annuale \d{4}\.docx$/)
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
    await expect(dialog).toBeHidden()
    const name = file.suggestedFilename()
    await page.goto(`${site}${paths.exports}`)
    await expect(page.getByRole('row', { name })).toContainText('Pronta · 33 tabelle')
    await portal.picture('annual-report-listed')
    await page.goBack()
  })

  await test.step('a bar leads to the list of exactly its cases', async () => {
    const count = await countOf('Lavoro')
    await row('Lavoro').getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`${paths.caseList}\\?.*ambito=2&canale=9&ovunque=1$`))
    await expect(page.getByText(new RegExp(`^1–\\d+ di ${count}$`))).toBeVisible()
  })
})

test('the register admin has the statistics of the register only, level I none', async ({ page, portal }) => {
  test.slow()
  await portal.signIn('Chiara')
  await page.getByRole('link', { name: 'Statistiche del registro' }).click()
  await expect(page.getByRole('region', { name: 'Stato della richiesta', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Statistiche', exact: true, includeHidden: true })).toHaveCount(0)
  await portal.isAccessible()
  await portal.picture('statistics-register')
  await page.goto(`${site}${paths.statistics}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accesso negato')

  await portal.signIn('Luca')
  await expect(page.getByRole('link', { name: /^Statistiche/, includeHidden: true })).toHaveCount(0)
  await page.goto(`${site}${paths.statistics}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accesso negato')
})
