import { basename } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { reportOnWire } from '../server/test/make.ts'
import { makeTransferFolder } from '../server/test/transfer-folder.ts'
import { colleague, enterCase, openCase } from './case-desk.ts'
import { expect, type Portal, site, test } from './fixtures.ts'
import { outsideOf } from './outside-of.ts'
import { sendReport } from './send-report.ts'
import { patient } from './wizard.ts'

// These tests hold no locks: both workers share them.
test.describe.configure({ mode: 'parallel' })

/** The short series tests a telephone and a tablet: what fits there fits the widths between and above. */
const widths = process.env.TEST_SERIES === 'long' ? [320, 390, 768, 1280] : [320, 768]

/** What opens over a page, and the bars that stay in view. */
const panels = '.dialog, .menu-list, .more-list, .options, .desk-bar, .desk-actions'
const controls = 'a, button, input, select, textarea, [role=option]'

type Open = (page: Page) => Promise<void>

const press =
  (name: string | RegExp): Open =>
  (page) =>
    page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()

const onTab =
  (tab: string, open: Open): Open =>
  async (page) => {
    await page.getByRole('tab', { name: tab }).click()
    await open(page)
  }

const onFirstRow =
  (open: Open): Open =>
  async (page) => {
    await page.locator('tbody .cell-select input').first().check()
    await open(page)
  }

/** An action of a case is a button of its bar, or stands in the list at the end of the bar. */
const act =
  (name: string | RegExp): Open =>
  async (page) => {
    const bar = page.getByRole('region', { name: 'Azioni sul caso' })
    await bar.waitFor()
    const button = bar.getByRole('button', { name, exact: true }).filter({ visible: true })
    if ((await button.count()) === 0) await press('Altre azioni')(page)
    await button
      .or(page.locator('.more-list').getByRole('button', { name, exact: true }))
      .first()
      .click()
  }

const onPages: readonly (readonly [panel: string, path: string, open: Open])[] = [
  ['the notices', paths.deskHome, (page) => page.locator('.desk-bar .menu > .btn').first().click()],
  ['the menu of the user', paths.deskHome, (page) => page.locator('.desk-bar .menu > .btn').last().click()],
  ['the palette', paths.deskHome, (page) => page.keyboard.press('Control+k')],
  ['the keys', paths.caseList, (page) => page.keyboard.press('?')],
  ['the help', paths.caseList, press('Aiuto')],
  [
    'the manual of a page',
    paths.caseList,
    async (page) => {
      await press('Aiuto')(page)
      await press('Manuale di questa pagina')(page)
    },
  ],
  ['the views', paths.caseList, press('Viste')],
  ['the export', paths.caseList, press('Esporta…')],
  ['the filters', paths.caseList, press('Tutti i filtri')],
  ['a filter by typing', paths.caseList, (page) => page.getByRole('combobox', { name: 'Aggiungi un filtro' }).click()],
  ['the columns', paths.caseList, press('Colonne e righe')],
  ['the bar of selected cases', paths.caseList, onFirstRow(press('Altre azioni'))],
  ['the operators for selected cases', paths.caseList, onFirstRow(press('Assegna…'))],
  ['the annual report', paths.statistics, press('Relazione annuale…')],
]

const onCase: readonly (readonly [panel: string, open: Open])[] = [
  ['the other actions', press('Altre azioni')],
  ['the operators', act('Assegna')],
  ['an action performed', act('Aggiungi azione svolta')],
  ['the end without an outcome', act('Annulla il caso…')],
  ['the saved texts', onTab('Corrispondenza', press('Gestisci i testi'))],
  ['a reminder', onTab('Corrispondenza', press('Aggiungi un richiamo'))],
]

async function liesInside(page: Page, path: string, open: Open, name: string) {
  await page.goto(`${site}${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await open(page)
  const inPanels = page.locator(panels).locator(controls).filter({ visible: true })
  await expect(
    page.locator('.dialog, .menu-list, .more-list, .options').filter({ visible: true }).first(),
    name,
  ).toBeVisible()
  expect(await outsideOf(inPanels), name).toEqual([])
}

for (const width of widths)
  test(`each control of every open panel lies inside a window of ${width} px`, async ({ page, portal }) => {
    test.setTimeout(180_000)
    await portal.signIn('Giulia')
    const { result } = await (await sendReport(page.request, reportOnWire())).json()
    await page.setViewportSize({ width, height: 800 })
    const ofCase = onCase.map(
      ([panel, open]) => [panel, `${paths.caseDetail}?id=${result.id_segnalazione}`, open] as const,
    )
    for (const [panel, path, open] of [...onPages, ...ofCase]) {
      await liesInside(page, path, open, panel)
      await portal.fits()
    }
    // Last: with a route the browser keeps no file of the program.
    await page.route('**/numero-casi*', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, result: { ...answer.result, avvisi: 128 } } })
    })
    for (const [panel, path, open] of onPages.slice(0, 2))
      await liesInside(page, path, open, `${panel}, with 128 of them`)
    await expect(page.locator('.notice-count')).toHaveText('128')
    await portal.fits()
  })

const longAddress = 'anna.maria.bianchi-della-torre.segreteria@posta-elettronica-dell-associazione.example'
/** Received mails in the states of their review, as the server returns them. */
const receivedMail = {
  id_posta: 5,
  tipo: 'messaggio',
  stato: 'da_esaminare',
  data_ricezione: '2026-11-20T10:00:00.000Z',
  nome_mittente: 'Anna Maria Bianchi della Torre',
  mittente: longAddress,
  oggetto: 'Non mi hanno dato l’appartamento dopo avere sentito il mio cognome al telefono',
  flag_certificata: 1,
  allegati: 1,
  testo: 'Buongiorno,\n\nho telefonato per un annuncio.',
  flag_testo_parziale: 0,
  nomi_allegati: [{ nomeFile: `${'fotografia-del-portone-'.repeat(4)}.jpg`, dimensione: 5 }],
  mittente_certificato: longAddress,
  data_certificata: '2026-11-20T09:00:00.000Z',
  casi_proposti: [
    { id_segnalazione: 8, codice: 'UNAR-2026-000008', motivo: 'risposta' },
    { id_segnalazione: 9, codice: 'UNAR-2026-000009', motivo: 'indirizzo' },
  ],
}
const inCase = { stato: 'nel_caso', caso: { id_segnalazione: 8, codice: 'UNAR-2026-000008' }, casi_proposti: [] }
const none: Open = async () => undefined

const onMails: readonly (readonly [panel: string, mail: object, open: Open])[] = [
  ['mail-proposals', {}, (page) => page.getByRole('textbox', { name: /^Cerca un altro caso/ }).fill('a')],
  ['mail-dismissal', {}, press('Non è per noi')],
  ['mail-dismissed', { stato: 'non_per_noi', motivo_non_per_noi: 'Pubblicità', casi_proposti: [] }, none],
  ['mail-in-case', { ...inCase, toglibile: 'possibile' }, none],
  ['mail-answered', { ...inCase, toglibile: 'gia_risposto' }, none],
]

/** Looks at a panel on a telephone, in forced colours and on paper: each control lies inside, and none of the page is printed. */
async function looksRight(page: Page, portal: Portal, name: string) {
  const inMain = page.locator('.panel, .reply-form, .dialog, .desk-actions').locator(controls).filter({ visible: true })
  expect(await outsideOf(inMain), name).toEqual([])
  await portal.isAccessible()
  await portal.picture(`${name}-320`)
  await page.emulateMedia({ forcedColors: 'active' })
  await portal.isAccessible({ withColours: false })
  await portal.picture(`${name}-forced`)
  // A4 inside its margins.
  await page.setViewportSize({ width: 703, height: 1032 })
  await page.emulateMedia({ forcedColors: 'none', media: 'print' })
  await portal.fits()
  await portal.picture(`${name}-print`)
  const printed = page
    .locator('main :is(button:not([role=tab]), input, textarea):not(.dialog *)')
    .filter({ visible: true })
  expect(await printed.allTextContents(), `${name} on paper`).toEqual([])
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 320, height: 800 })
}

test('received mails and the reply by mail fit 320 px, forced colours and paper', async ({ page, portal }) => {
  test.setTimeout(180_000)
  await portal.signIn('Giulia')
  const id = await enterCase(page, { flag_presa_in_carico: 0, personaFisica: { anagrafica: { email: longAddress } } })
  await page.setViewportSize({ width: 320, height: 800 })
  await openCase(page, id)
  await page.getByRole('tab', { name: 'Corrispondenza' }).click()
  await page.getByRole('textbox', { name: /^Nuovo messaggio/ }).fill('Quando è successo?')
  await expect(page.getByText(/vanno per mail a/)).toContainText(longAddress)
  await looksRight(page, portal, 'reply-by-mail')
  for (const [panel, mail, open] of onMails) {
    await page.route('**/v1/posta/dettaglio/*', (route) =>
      route.fulfill({ json: { success: true, result: { ...receivedMail, ...mail }, errorCode: null } }),
    )
    await portal.open(`${paths.receivedMail}?id=5`)
    await expect(page.getByText('ho telefonato per un annuncio')).toBeVisible()
    await open(page)
    await looksRight(page, portal, panel)
    await page.unroute('**/v1/posta/dettaglio/*')
  }
})

/** Checks a folder to the end by the buttons of its row; returns its name. */
async function checkedFolder(page: Page, person: object): Promise<string> {
  const folder = basename(await makeTransferFolder({ person: [person] }, {}, process.env.E2E_IMPORT_DIR))
  await page.goto(`${site}${paths.batchStart}`)
  await page.getByRole('button', { name: `Controlla ${folder}` }).click()
  const row = page.getByRole('row').filter({ hasText: folder })
  await patient(row.getByText(/^(Nessun errore|\d+ error[ei])$/)).toBeVisible()
  return folder
}

/** A case whose summary waits for another RUP than its writer; returns the address of its tab. */
async function submittedSummary(page: Page, browser: Browser): Promise<string> {
  const { result } = await (await sendReport(page.request, reportOnWire())).json()
  const writer = await colleague(browser, 'Marco')
  const path = `${site}/api/v1/segnalazioni/parere/${result.id_segnalazione}`
  const parti = { fatti: 'Un alloggio negato.', motivazione: 'La cittadinanza.', destinatari: 'Immobiliare Quetzal' }
  const steps = [
    {
      azione: 'scrivi',
      parti: { ...parti, conclusione: 'discriminazione_accertata', misure: 'Togliere la clausola.' },
    },
    { azione: 'sottoponi' },
    { azione: 'approva' },
    { azione: 'invia', data_invio: '2026-11-20T00:00:00.000Z', modo: 'pec' },
  ]
  const testi = { titolo: 'Una casa negata', fatti: 'Un alloggio negato.', motivazione: 'La cittadinanza.' }
  const ofSummary = [{ azione: 'scrivi', testi }, { azione: 'sottoponi' }]
  for (const [address, calls] of [
    [path, steps],
    [`${path}/sintesi`, ofSummary],
  ] as const)
    for (const [versione, data] of calls.entries())
      expect((await writer.request.post(address, { data: { versione, ...data } })).status()).toBe(200)
  return `${paths.caseDetail}?id=${result.id_segnalazione}&scheda=parere`
}

test('the dialogs of imports and of a published summary are whole at 320 px, in forced colours and on paper', async ({
  page,
  portal,
  browser,
}) => {
  test.setTimeout(180_000)
  await portal.signIn('Giulia')
  const summary = await submittedSummary(page, browser)
  const right = await checkedFolder(page, { chiave: 'aperti-1', cognome: 'Quercetani' })
  const open = await checkedFolder(page, { chiave: 'aperti-2', cognome: 'Quercetani', id_lingua: 'Romanesco' })
  const rows: readonly (readonly [panel: string, path: string, open: Open])[] = [
    ['the table of correspondences', paths.batchStart, press(`Carica la tabella di ${open}`)],
    ['the question before an import', paths.batchStart, press(`Importa ${right}`)],
    ['the publication of a summary', summary, press('Pubblica')],
    ['a summary sent back', summary, press('Rimanda la sintesi')],
  ]
  for (const [panel, path, openPanel] of rows) {
    const picture = panel.replaceAll(' ', '-')
    await page.setViewportSize({ width: 320, height: 800 })
    await liesInside(page, path, openPanel, panel)
    await portal.fits()
    await looksRight(page, portal, picture)
  }
})
