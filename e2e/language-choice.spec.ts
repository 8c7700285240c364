import { isRightToLeft, type Language, languages, ownNames, paths } from '@portal/contract'
import { expect, site, test } from './fixtures.ts'
import { outsideOf } from './outside-of.ts'

const withLanguage = (path: string, language: Language) =>
  `${site}${path}${language === 'it' ? '' : `?lang=${language}`}`

// The test sets the widths itself.
test('every language can be chosen at the widths of telephones, in both directions', { tag: '@desktop' }, async ({
  page,
  portal,
}) => {
  for (const language of ['it', 'ar'] as const)
    for (const width of [320, 390, 540, 720]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(withLanguage(paths.help, language))
      await expect(page.locator('html')).toHaveAttribute('dir', isRightToLeft(language) ? 'rtl' : 'ltr')
      await page.locator('.site-slim .menu button').click()
      await expect(page.locator('.menu-list a')).toHaveText(languages.map((each) => ownNames[each]))
      expect(await outsideOf(page.locator('.menu-list a')), `${language} at ${width}`).toEqual([])
      await portal.fits()
      await portal.picture(`language-menu-${language}-${width}`)
      await page.locator('.menu-list a', { hasText: ownNames.ur }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'ur')
    }
})

test('the names of the languages are written out at the top of the intro', async ({ page, portal }) => {
  for (const [language, next] of [
    ['it', 'ar'],
    ['ar', 'fr'],
  ] as const) {
    await page.goto(withLanguage(paths.reportIntro, language))
    const names = page.locator('main .language-list a')
    await expect(names).toHaveText(languages.map((each) => ownNames[each]))
    expect(await outsideOf(page.locator('main .language-list a'))).toEqual([])
    await portal.isAccessible()
    await portal.picture(`language-list-${language}`)
    await names.filter({ hasText: ownNames[next] }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', next)
    await expect(page.locator('main .language-list [aria-current]')).toHaveText(ownNames[next])
    // The address includes the language: it can be reloaded and shared.
    await page.reload()
    await expect(page.locator('main .language-list [aria-current]')).toHaveText(ownNames[next])
  }
})

test.describe('a browser that is set to another language', () => {
  test.use({ locale: 'ar-EG' })

  test('gets an offer in that language, without a redirect', async ({ page, portal }) => {
    await page.goto(withLanguage(paths.reportIntro, 'it'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'it')
    const offer = page.getByRole('complementary', { name: ownNames.ar })
    await expect(offer.getByRole('link', { name: 'المتابعة بالعربية' })).toBeVisible()
    await expect(page.getByRole('complementary')).toHaveCount(1)
    await portal.isAccessible()
    await portal.picture('language-offer')
    await offer.getByRole('link').click()
    await expect(page).toHaveURL(withLanguage(paths.reportIntro, 'ar'))
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('complementary')).toHaveCount(0)
  })

  test('can stay in Italian for the life of the tab, and gets no offer when the address has a language', async ({
    page,
  }) => {
    await page.goto(withLanguage(paths.reportIntro, 'it'))
    await page.getByRole('complementary').getByRole('button').click()
    await expect(page.getByRole('complementary')).toHaveCount(0)
    await page.locator('main').getByRole('link', { name: "Leggi l'informativa" }).click()
    await expect(page.getByRole('heading', { name: 'Informativa sui dati personali' })).toBeVisible()
    await expect(page.getByRole('complementary')).toHaveCount(0)
    // An early script removes the offer before the program does, so that a slow page does not shift.
    for (const isSlow of [true, false]) {
      if (isSlow) await page.route(/assets\/(?:libraries|start)-[^/]*\.js$/, (route) => route.abort())
      await page.goto(withLanguage(paths.reportIntro, 'it'))
      await page.waitForFunction(() => 'early' in globalThis)
      await expect(page.locator('html[data-offer]'), isSlow ? 'slow' : 'whole').toHaveCount(0)
      await page.unrouteAll()
    }
    const other = await page.context().newPage()
    await other.goto(withLanguage(paths.reportIntro, 'it'))
    await expect(other.getByRole('complementary')).toHaveCount(1)
    await other.close()
    await page.goto(`${site}${paths.reportIntro}?lang=it`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('complementary')).toHaveCount(0)
  })
})
