import type { Page } from '@playwright/test'
import { paths, type SitePath } from '@portal/contract'
import { readPdf } from '../server/test/pdf-texts.ts'
import { enterCase, openCase } from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'

// These tests hold no locks: both workers share them.
test.describe.configure({ mode: 'parallel' })

/** The area of A4 inside margins of 12 mm, in CSS pixels. */
const sheets = [
  ['landscape', { width: 1032, height: 703 }],
  ['portrait', { width: 703, height: 1032 }],
] as const

const columns = [
  'Stato',
  'Numero protocollo',
  'Scadenza',
  'Ambito',
  'Modalità',
  'Luogo',
  'Lingua',
  'Operatore',
  'Esito',
]

/** The elements of the table whose text is cut off. */
const cutOff = (page: Page) =>
  page
    .locator('.data-table :is(th, td, .two-lines)')
    .evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.outerHTML),
    )

test('lists and cases are printed across the whole sheet, without controls and with every column', async ({
  page,
  portal,
}) => {
  await portal.signIn('Giulia')
  const id = await enterCase(page, { flag_presa_in_carico: 0 })
  for (const [name, size] of sheets) {
    await page.goto(`${site}${paths.caseList}`)
    await expect(page.locator('.case-link').first()).toBeVisible()
    await page.setViewportSize(size)
    await page.emulateMedia({ media: 'print' })
    for (const column of columns)
      await expect(page.getByRole('columnheader', { name: column }), `${name}: ${column}`).toBeVisible()
    await expect(
      page.locator('.data-table input, .data-table .cell-toggle, .filter-box').filter({ visible: true }),
    ).toHaveCount(0)
    expect(await page.locator('.data-table').evaluate((table) => table.clientWidth)).toBeGreaterThan(size.width - 60)
    expect(await cutOff(page)).toEqual([])
    await portal.fits()
    await portal.picture(`print-list-${name}`)
    await openCase(page, id)
    await expect(page.locator('.case-columns .panel').first()).toBeVisible()
    expect(await page.locator('.case-columns').evaluate((part) => part.clientWidth)).toBeGreaterThan(size.width - 60)
    expect(await page.locator('h1').evaluate((title) => title.clientHeight)).toBeLessThan(60)
    await expect(page.getByRole('tab').filter({ visible: true })).toHaveText(['Fatto'])
    await portal.fits()
    await portal.picture(`print-case-${name}`)
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 900 })
  }
})

/** Pages of the desk as users print them: lists, records, and what else they read. */
const readPages: readonly SitePath[] = [
  ...[
    paths.deskHome,
    paths.caseList,
    paths.toAssignList,
    paths.flaggedReports,
    paths.personList,
    paths.organisationList,
  ],
  ...[paths.duplicateList, paths.registerHome, paths.newRequestList, paths.enrolledList, paths.notEnabledList],
  ...[paths.rightsList, paths.operatorList, paths.referenceLists, paths.auditLog, paths.information, paths.mySessions],
]

test('every page fits a sheet of either orientation, and leaves no sheet empty', async ({ page, portal }) => {
  test.setTimeout(120_000)
  await portal.signIn('Giulia')
  const id = await enterCase(page, { flag_presa_in_carico: 0 })
  const people = `${paths.caseDetail}?id=${id}&scheda=persone`
  for (const path of [...readPages, people]) {
    await page.goto(`${site}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    // A panel that had to stay whole would leave the rest of a sheet empty.
    for (const panel of await page.locator('.panel').all()) await expect(panel).toHaveCSS('break-inside', 'auto')
    for (const [name, size] of sheets) {
      await page.setViewportSize(size)
      await portal.fits()
      const { pages } = await readPdf(await page.pdf({ format: 'A4', landscape: name === 'landscape' }))
      expect(
        pages.filter((text) => text.trim().length < 40),
        `${path} ${name}`,
      ).toEqual([])
    }
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 1280, height: 900 })
  }
})

/** The colours of the edge on one side of each element, by its text. */
const edges = (page: Page, selector: string, side: 'Left' | 'Bottom') =>
  page.locator(selector).evaluateAll(
    (all, name) =>
      all.map((element) => {
        const style = getComputedStyle(element)
        const colour = style[`border${name}Color`]
        const isSeen =
          Number.parseFloat(style[`border${name}Width`]) > 0 &&
          colour !== getComputedStyle(document.body).backgroundColor
        return `${isSeen ? '|' : ''}${element.firstChild?.textContent}`
      }),
    side,
  )

test('in forced colours only the current menu entry and tab look selected, and buttons have an edge', async ({
  page,
  portal,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await portal.signIn('Giulia')
  const id = await enterCase(page, { flag_presa_in_carico: 0 })
  await openCase(page, id)
  const entries = await edges(page, '.left-menu a', 'Left')
  expect(entries.length).toBeGreaterThan(8)
  expect(entries.filter((entry) => entry.startsWith('|'))).toEqual(['|Casi'])
  await expect(page.getByRole('tab', { name: 'Fatto' })).toBeVisible()
  expect((await edges(page, '[role=tab]', 'Bottom')).filter((tab) => tab.startsWith('|'))).toEqual(['|Fatto'])
  const buttons = await edges(page, '.desk-actions .btn, .desk-bar .btn', 'Bottom')
  expect(buttons.length).toBeGreaterThan(3)
  expect(buttons.filter((button) => !button.startsWith('|'))).toEqual([])
  await portal.picture('forced-case')
})
