import { readFile, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Download, Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { makeTransferFolder } from '../server/test/transfer-folder.ts'
import { workbookRows } from '../server/test/workbook-rows.ts'
import { expect, test } from './fixtures.ts'
import { chapterOf } from './manual-words.ts'
import { outsideOf } from './outside-of.ts'
import { patient } from './wizard.ts'

test.describe.configure({ timeout: 180_000 })

const importDir = process.env.E2E_IMPORT_DIR ?? ''
/** No other folder of this server has these keys: a second try finds nothing of the first. */
const mark = Date.now().toString(36)
const oldNumber = `PRAT/2019/${mark}`

/** An old case of a person, closed; its office calls a language by a word of its own. */
const office = (closedAt: string | undefined) => ({
  person: [{ chiave: mark, nome: 'Ada', cognome: 'Quercetani', id_lingua: 'Romanesco' }],
  case: [
    {
      chiave: oldNumber,
      id_stato: 6,
      data_ricezione: '2019-03-02T08:00:00.000Z',
      data_chiusura: closedAt,
      chiave_persona_segnalante: mark,
      id_segnalante: 1,
      personaFisica: { nome: 'Ada', cognome: 'Quercetani' },
      resoconto_fatti: 'Non le hanno dato la casa',
    },
  ],
})

const sheetOf = async (download: Download) => workbookRows(await readFile(await download.path()))

async function save(page: Page, link: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: link }).click()
  return download
}

/** Sends a table of correspondences by the dialog of the folder. */
async function sendTable(page: Page, folder: string, ours: string) {
  const dialog = page.getByRole('dialog', { name: `Tabella delle corrispondenze di ${folder}` })
  if (!(await dialog.isVisible())) await page.getByRole('button', { name: `Carica la tabella di ${folder}` }).click()
  const text = `lista;valore;righe;nostro;etichetta\nlanguage;Romanesco;1;${ours};\n`
  await dialog
    .getByLabel('Tabella compilata')
    .setInputFiles({ name: 'corrispondenze.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog.getByRole('button', { name: 'Carica', exact: true }).click()
  return dialog
}

test('an office moves in: a folder with errors is mended, checked and imported, and its case is found by the old number', async ({
  page,
  portal,
}) => {
  const path = await makeTransferFolder(office(undefined), {}, importDir)
  const folder = basename(path)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader').filter({ hasText: folder }) })
  const { named } = chapterOf('amministrazione', 'Le importazioni')
  const check = page.getByRole('button', { name: `${named('Controlla')} ${folder}` })
  const startImport = page.getByRole('button', { name: `${named('Importa')} ${folder}` })
  await portal.signIn('Giulia')
  await portal.open(paths.batchStart)

  await test.step('the check finds errors, which are a workbook to download', async () => {
    await expect(startImport).toHaveAttribute('aria-disabled', 'true')
    await check.click()
    await patient(row.getByText('2 errori')).toBeVisible()
    const errors = await sheetOf(await save(page, `${named('Scarica gli errori')} di ${folder}`))
    expect(errors.map((cells) => cells.slice(0, 4))).toEqual([
      ['file', 'riga', 'chiave', 'campo'],
      ['persone.jsonl', '1', mark, 'id_lingua'],
      ['casi.jsonl', '1', oldNumber, 'data_chiusura'],
    ])
  })

  await test.step('on a telephone every button lies in the window', async () => {
    for (const [width, height] of [
      [320, 800],
      [390, 844],
      [1280, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      // At once: a changed width draws the row again, and waiting for it to be still would end in an error.
      await check.evaluate((button) => button.scrollIntoView())
      expect(await outsideOf(row.locator('a, button').filter({ visible: true })), `${width} px`).toEqual([])
      await portal.fits()
      await portal.picture(`imports-${width}`)
    }
    await portal.isAccessible()
  })

  await test.step('the table of old values is filled in and comes back', async () => {
    const table = await sheetOf(await save(page, `${named('Scarica le corrispondenze')} di ${folder}`))
    expect(table[1]?.slice(0, 3)).toEqual(['language', 'Romanesco', '1'])
    const dialog = await sendTable(page, folder, 'Italiano')
    await expect(dialog.getByText('1 errore: la tabella non è stata caricata')).toBeVisible()
    await expect(dialog.getByRole('cell', { name: 'nostro' })).toBeVisible()
    await portal.isAccessible()
    await portal.picture('imports-table')
    await sendTable(page, folder, '1')
    await expect(dialog).toBeHidden()
    await expect(row.getByText('Tabella caricata il')).toBeVisible()
  })

  await test.step('the old system mends its case, and the check finds nothing', async () => {
    const mended = await makeTransferFolder(office('2019-06-01T08:00:00.000Z'))
    for (const name of ['casi.jsonl', 'manifesto.json']) await rename(join(mended, name), join(path, name))
    await check.click()
    await patient(row.getByText(named('Nessun errore'))).toBeVisible()
  })

  await test.step('the import writes the records', async () => {
    await startImport.click()
    const question = page.getByRole('dialog', { name: `Importare la cartella ${folder}?` })
    await expect(question).toBeVisible()
    await portal.picture('imports-question')
    await question.getByRole('button', { name: 'Importa', exact: true }).click()
    await patient(row.getByText('2 record importati')).toBeVisible()
    await portal.picture('imports-done')
  })

  await test.step('the case is found by its old number', async () => {
    await portal.open(paths.caseList)
    await expect(page.getByRole('table')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Codice, numero/ }).fill(oldNumber)
    const found = page.getByRole('option', { name: /-2019-/ })
    await patient(found).toBeVisible()
    await found.click()
    await patient(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible()
    await expect(page.getByText('Non le hanno dato la casa').first()).toBeVisible()
  })
})
