import type { Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { expect, test } from './fixtures.ts'
import { openStep } from './wizard.ts'

/** Windows of 1280 px as they are left at 200 % and 400 % (WCAG 1.4.10), and letters alone of twice the size (1.4.4). */
const zooms = [
  { told: '200 %', width: 640, height: 512, letters: '100%' },
  { told: '400 %', width: 320, height: 256, letters: '100%' },
  { told: 'letters at 200 %', width: 1280, height: 900, letters: '200%' },
] as const

const texts = [
  paths.login,
  paths.followUp,
  paths.assistance,
  paths.help,
  paths.contacts,
  paths.privacy,
  paths.accessibility,
]
const steps = ['intro', 'profile', 'details', 'facts', 'summary'] as const

/** Words that are cut off by the box they stand in. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element)
        // Links past the menus show when they have the focus.
        const isHidden = element.clientWidth <= 1 || element.matches('.skiplinks')
        if (isHidden || !element.textContent?.trim()) return false
        const isCutAcross = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1
        const isCutBelow = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1
        return isCutAcross || isCutBelow
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

// The longest words, and the other direction.
// The width is the test’s own.
for (const language of ['fr', 'ar'])
  test(`public pages in '${language}' flow at 200 % and 400 %, and nothing is cut off`, { tag: '@desktop' }, async ({
    page,
    portal,
  }) => {
    test.setTimeout(180_000)
    const look = async (name: string) => {
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      for (const { told, width, height, letters } of zooms) {
        await page.setViewportSize({ width, height })
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size
        }, letters)
        expect(await cutOff(page), `${name} at ${told}`).toEqual([])
        // From left to right the page is what axe has seen in every-page.spec.ts.
        if (language === 'ar' && width !== 640) await portal.isAccessible()
        else await portal.fits()
        await portal.picture(`reflow-${language}-${name}-${told.replaceAll(' ', '')}`)
      }
    }
    for (const step of steps) {
      await openStep(page, step, undefined, language)
      await look(step)
    }
    for (const path of texts) {
      await portal.open(`${path}?lang=${language}`)
      await look(path.replaceAll('/', '_'))
    }
  })
