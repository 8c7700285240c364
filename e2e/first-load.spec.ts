import type { Page } from '@playwright/test'
import { pageTags, paths } from '@portal/contract'
import { enterCase } from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'
import { weighFirstLoad } from './weigh.ts'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: readonly { node: Node | null }[] }
interface Shifts {
  readonly sum: number
  readonly sources: readonly string[]
}

const wizard = `${site}/cosa-facciamo/contact-center/segnalazione`
const inLanguage = (path: string, language: string) => (language === 'it' ? path : `${path}?lang=${language}`)

/** The pages that the server prerenders. */
const prerenderedPages = [`${site}/`, `${wizard}/intro`, `${wizard}/1`, `${wizard}/2`, `${wizard}/3`].concat(
  ['privacy', 'contatti', 'aiuto', 'accessibilita', 'note-legali', 'associazioni/iscrivi-associazione'].map(
    (page) => `${site}/${page}`,
  ),
)

const isLong = process.env.TEST_SERIES === 'long'

async function countShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts = { sum: 0, sources: [] as string[] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        shifts.sum += entry.value
        shifts.sources.push(
          ...entry.sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 120) ?? '?'),
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
}

// Bytes of the transfer with brotli, which every browser accepts over https; fonts by script.
for (const [language, mostFonts, mostRequests] of [
  ['it', 40_000, 16],
  ['ar', 80_000, 18],
  ['ur', 80_000, 18],
] as const) {
  test(`the first load of the wizard in '${language}' is small and has no layout shift`, async ({ page }) => {
    const shifts = await countShifts(page)
    const weight = await weighFirstLoad(
      page,
      new URL(inLanguage(`${wizard}/intro`, language), test.info().project.use.baseURL).href,
    )
    await expect(page.locator('form button[type=submit]')).toBeVisible()
    const table = weight.table.join('\n')
    expect(weight.program, table).toBeGreaterThan(50_000)
    expect(weight.program, table).toBeLessThanOrEqual(150_000)
    expect(weight.fonts, table).toBeLessThanOrEqual(mostFonts)
    expect(weight.table.length, table).toBeLessThanOrEqual(mostRequests)
    expect(weight.elsewhere).toEqual([])
    const { sum, sources } = await shifts()
    expect(sum, sources.join('\n')).toBeLessThan(0.05)
    const description = `${weight.program} bytes and ${weight.fonts} of fonts, layout shift ${sum.toFixed(4)}\n${table}`
    test.info().annotations.push({ type: 'first load', description })
  })
}

// One language of each direction, and the easy form; the long series tests all.
for (const language of isLong ? pageTags : ['it', 'ar', 'it-simple']) {
  test(`the prerendered pages in '${language}' hydrate without changes`, async ({ page }) => {
    const complaints: string[] = []
    page.on('console', (line) => line.type() === 'error' && complaints.push(`${page.url()}: ${line.text()}`))
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
    for (const path of prerenderedPages) {
      const reply = await page.goto(inLanguage(path, language))
      const html = (await reply?.text()) ?? ''
      expect(html, path).toContain(
        `<html lang="${language.slice(0, 2)}" dir="${/ar|ur/.test(language) ? 'rtl' : 'ltr'}">`,
      )
      expect(html, path).toMatch(/<div id="root">.*<h1/s)
      await page.waitForLoadState('networkidle')
      await expect(page.locator('main h1')).toBeVisible()
    }
    expect(complaints).toEqual([])
  })
}

test('a page of the back office stands in its first answer, and nothing shifts when it is loaded', async ({
  page,
  portal,
}) => {
  await portal.signIn('Giulia')
  const shifts = await countShifts(page)
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/assets\/[^/]*\.js$/, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto(`${site}/gestione/operatore/casi/lista`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Casi' })).toBeVisible()
  await expect(page.locator('.desk-bar')).toHaveCSS('position', 'sticky')
  await expect(page).toHaveTitle('Gestione casi – Casi – UNAR')
  const place = () => page.locator('main table').evaluate((table) => Math.round(table.getBoundingClientRect().top))
  const before = await place()
  release()
  await expect(page.getByRole('navigation', { name: 'Menu di gestione' })).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  expect(await place()).toBe(before)
  const { sum, sources } = await shifts()
  expect(sum, sources.join('\n')).toBeLessThan(0.01)
})

test('nothing shifts while a queue loads', async ({ page, portal }) => {
  await portal.signIn('Giulia')
  await enterCase(page, { flag_presa_in_carico: 0 })
  const shifts = await countShifts(page)
  for (const path of [paths.deskHome, paths.registerHome])
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`${site}${path}`)
      await expect(page.getByRole('tab', { selected: true })).toHaveText(/\d$/)
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      const { sum, sources } = await shifts()
      expect(sum, `${path} at ${width} px\n${sources.join('\n')}`).toBeLessThan(0.01)
    }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the intro can be read, and its links work', async ({ page }) => {
    for (const [language, heading] of [
      ['it', 'Segnala una discriminazione'],
      ['ar', 'الإبلاغ عن تمييز'],
    ] as const) {
      await page.goto(inLanguage(`${wizard}/intro`, language))
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
      await page.locator('main a[href*="/privacy"]').click()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page).toHaveURL(/\/privacy/)
      await expect(page.locator('main h1')).toBeVisible()
    }
  })

  test("'Esci subito' leaves, and the report does not open again", async ({ page }) => {
    // The neutral page is unreachable here: moving there fails.
    const isLedAway = async (move: () => Promise<unknown>) => {
      await move().catch(() => undefined)
      await expect(page).toHaveURL(/^chrome-error:/)
    }
    await page.goto(`${wizard}/intro`)
    await isLedAway(() => page.getByRole('link', { name: 'Esci subito' }).locator('visible=true').first().click())
    await isLedAway(() => page.goto(`${wizard}/1`))
  })
})

test.describe('before the program has loaded', () => {
  /** Opens a page and holds back its program; the script for early input loads at once. Returns the release. */
  async function openWithoutProgram(page: Page, path = `${wizard}/intro`) {
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/assets\/(?:libraries|start)-[^/]*\.js$/, async (route) => {
      await isReleased
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => 'early' in globalThis)
    return release
  }

  test('early ticks, choices and presses are replayed when it starts', async ({ page }) => {
    const releaseFirst = await openWithoutProgram(page)
    await page.getByRole('button', { name: 'Inizia' }).click()
    releaseFirst()
    await expect(page.getByRole('link', { name: /Campo obbligatorio/ })).toBeVisible()
    await page.unrouteAll()

    const release = await openWithoutProgram(page)
    await page.getByLabel("Ho letto l'informativa").check()
    await page.locator('main select').selectOption({ label: 'Arabo' })
    await page.getByRole('button', { name: 'Inizia' }).click()
    await expect(page.getByRole('button', { name: 'Inizia' })).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(page).toHaveURL(/segnalazione\/1$/)
    // The tab remembers the draft.
    await page.goto(`${wizard}/intro`)
    await expect(page.getByLabel("Ho letto l'informativa")).toBeChecked()
    await expect(page.locator('main select option:checked')).toHaveText('Arabo')
  })

  test('the skip link works, links work, and the quick exit works at once', async ({ page, context }) => {
    await context.route(/^https:\/\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' }),
    )
    await openWithoutProgram(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
    await expect(page).toHaveURL(/segnalazione\/intro$/)
    await page.locator('main a[href*="/privacy"]').click({ noWaitAfter: true })
    await expect(page).toHaveURL(/\/privacy$/)
    await openWithoutProgram(page)
    await page.evaluate(() => sessionStorage.setItem('left', 'behind'))
    await page.locator('.btn-exit:visible').click()
    await expect(page).toHaveTitle('elsewhere')
  })
})
