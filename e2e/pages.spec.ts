import type { Page } from '@playwright/test'
import type { PageSettings } from '@portal/contract'
import { expect, site, test } from './fixtures.ts'

test('information pages link to each other', async ({ page, portal }) => {
  await test.step('each language of the notice is reachable by its own name', async () => {
    await portal.open('/informativa')
    await page.getByRole('link', { name: 'Русский' }).click()
    await expect(page).toHaveURL(/testo=rus/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Уведомление о персональных данных')
    await expect(page.getByRole('link', { name: 'Русский' })).toHaveAttribute('aria-current', 'page')
  })

  await test.step('links to other sites are marked, and have a name in the language of the reader', async () => {
    await portal.open('/aiuto?lang=ar')
    const places = {
      header: page.getByRole('banner').locator('a[rel~=external]'),
      left: page.locator('nav.left-menu a[rel~=external]'),
      footer: page.getByRole('contentinfo').locator('a[rel~=external]'),
    }
    await expect(places.header).toHaveCount(1)
    await expect(places.left).toHaveCount(3)
    await expect(places.footer).toHaveCount(3)
    for (const links of Object.values(places))
      for (const link of await links.all()) {
        await expect(link).toHaveAttribute('href', /^https:/)
        await expect(link).toHaveAttribute('rel', 'external noopener noreferrer')
        await expect(link.locator('[lang=it]')).toHaveCount(0)
        await expect(link.locator('.visually-hidden')).toHaveText(/يؤدي إلى موقع آخر/)
      }
  })
})

const state = (page: Page) => page.locator('main .contact-state')

test('the contact centre shows its hours', async ({ page, portal, browser, baseURL }) => {
  await test.step('says whether it is open, and otherwise when it opens', async () => {
    await page.clock.install()
    for (const [now, text] of [
      ['2026-11-18T10:00:00+01:00', 'Aperto ora, fino alle 17:00'],
      ['2026-11-18T07:30:00+01:00', 'Chiuso, apre oggi alle 8:00'],
      ['2026-11-18T20:00:00+01:00', 'Chiuso, riapre domani alle 8:00'],
      ['2026-11-21T12:00:00+01:00', 'Chiuso, riapre lunedì alle 8:00'],
      ['2027-10-04T12:00:00+02:00', 'Chiuso, riapre domani alle 8:00'],
    ] as const) {
      await page.clock.setSystemTime(new Date(now))
      await portal.open('/contatti')
      await expect(state(page), now).toHaveText(text)
    }
    const box = page.getByRole('region', { name: 'Contact center' })
    await expect(box).toContainText('800 90 10 10')
    await expect(box).toContainText('Dal lunedì al venerdì, dalle 8:00 alle 17:00')
    await expect(box).toContainText('segreteria: ti richiamiamo. Possiamo richiamare solo numeri italiani')
  })

  await test.step('opens while the page is shown, without layout shift', async () => {
    await page.clock.setSystemTime(new Date('2026-11-18T07:58:30+01:00'))
    await portal.open('/contatti')
    await expect(state(page)).toHaveText('Chiuso, apre oggi alle 8:00')
    const before = await page.getByRole('heading', { level: 2 }).nth(1).boundingBox()
    await page.clock.runFor(120_000)
    await expect(state(page)).toHaveText('Aperto ora, fino alle 17:00')
    expect((await page.getByRole('heading', { level: 2 }).nth(1).boundingBox())?.y).toBe(before?.y)
  })

  await test.step('uses Italian time in every time zone', async () => {
    const context = await browser.newContext({ timezoneId: 'America/New_York', ...(baseURL && { baseURL }) })
    const abroad = await context.newPage()
    await abroad.clock.install({ time: new Date('2026-11-18T16:30:00+01:00') })
    await abroad.goto(`${site}/contatti`)
    await expect(state(abroad)).toHaveText('Aperto ora, fino alle 17:00')
    await context.close()
  })
})

/** Sets an analytics address of our own in the page, as the setting would; `preferences` are properties of `navigator`. */
async function enableAnalytics(page: Page, preferences: object = {}) {
  const beacons: URL[] = []
  await page.addInitScript((properties) => {
    for (const [name, value] of Object.entries(properties)) Object.defineProperty(navigator, name, { get: () => value })
  }, preferences)
  await page.route(/\/unar\/(?!api|assets)/, async (route) => {
    const request = route.request()
    if (request.url().includes('matomo.php')) {
      beacons.push(new URL(request.url()))
      return route.fulfill({ status: 204 })
    }
    if (request.resourceType() !== 'document') return route.continue()
    const reply = await route.fetch()
    const body = (await reply.text()).replace(
      /(<script type="application\/json" id="office">)(.*?)(<\/script>)/s,
      (_, start, settings, end) => {
        const analytics = { url: `${new URL(request.url()).origin}${site}/conteggio/`, siteId: 3 }
        return start + JSON.stringify({ ...(JSON.parse(settings) as PageSettings), analytics }) + end
      },
    )
    return route.fulfill({ response: reply, body })
  })
  return beacons
}

test('visits', async ({ page, portal, context }) => {
  await test.step('are not counted unless the office sets it up', async () => {
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await portal.open('/aiuto')
    await page.waitForLoadState('networkidle')
    expect(urls.filter((url) => url.includes('matomo'))).toEqual([])
  })

  await test.step('of information pages are counted by path; a report leaves no trace', async () => {
    const beacons = await enableAnalytics(page)
    await portal.open('/aiuto?lang=it&da=un-amico')
    await expect.poll(() => beacons.length).toBe(1)
    expect(beacons[0]?.searchParams.get('url')).toMatch(/\/unar\/aiuto$/)
    expect(beacons[0]?.href).not.toContain('amico')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Note legali' }).click()
    await expect.poll(() => beacons.length).toBe(2)
    await portal.open('/cosa-facciamo/contact-center/segnalazione/intro')
    await page.waitForLoadState('networkidle')
    expect(beacons).toHaveLength(2)
    expect((await context.cookies()).filter(({ name }) => /pk|matomo/i.test(name))).toEqual([])
  })

  await test.step('are not counted if the browser requests privacy', async () => {
    const beacons = await enableAnalytics(page, { doNotTrack: '1' })
    await portal.open('/aiuto')
    await page.waitForLoadState('networkidle')
    expect(beacons).toEqual([])
  })
})
