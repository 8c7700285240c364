import type { Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { reportOnWire } from '../server/test/make.ts'
import { expect, site, test } from './fixtures.ts'
import { outsideOf } from './outside-of.ts'
import { sendReport } from './send-report.ts'

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
