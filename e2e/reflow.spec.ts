import type { Locator, Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { reportOnWire } from '../server/test/make.ts'
import { expect, test } from './fixtures.ts'
import { labelOf } from './labels.ts'
import { sendReport } from './send-report.ts'
import { completeDraft, openStep } from './wizard.ts'

/** The size of a window of 1280 px at a zoom of 200 % and 400 % (WCAG 1.4.10), and a text size of 200 % (1.4.4), on a phone too. */
const zooms = [
  { zoom: '200 %', width: 640, height: 512, letters: '100%' },
  { zoom: '400 %', width: 320, height: 256, letters: '100%' },
  { zoom: 'letters at 200 %', width: 1280, height: 900, letters: '200%' },
  { zoom: 'letters at 200 % on a phone', width: 390, height: 844, letters: '200%' },
] as const

const texts = [
  paths.login,
  paths.followUp,
  paths.assistance,
  paths.help,
  paths.examples,
  paths.contacts,
  paths.privacy,
  paths.accessibility,
  paths.enrolment,
  paths.publicRegister,
]
const steps = ['intro', 'profile', 'details', 'facts', 'summary'] as const

/** The elements whose text is cut off by their box. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element)
        // Skip links are visible only on focus.
        const isHidden = element.clientWidth <= 1 || element.matches('.skiplinks')
        if (isHidden || !element.textContent?.trim()) return false
        const isCutAcross = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1
        const isCutBelow = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1
        return isCutAcross || isCutBelow
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

// The language with the longest words, and one from right to left. The test sets the width itself.
for (const language of ['fr', 'ar'])
  test(`public pages in '${language}' reflow at 200 % and 400 %, and no text is cut off`, { tag: '@desktop' }, async ({
    page,
    portal,
  }) => {
    test.setTimeout(180_000)
    const checkWidths = async (name: string) => {
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      for (const { zoom, width, height, letters } of zooms) {
        await page.setViewportSize({ width, height })
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size
        }, letters)
        expect(await cutOff(page), `${name} at ${zoom}`).toEqual([])
        // From left to right the page is what axe has seen in every-page.spec.ts.
        if (language === 'ar' && width !== 640) await portal.isAccessible()
        else await portal.fits()
        await portal.picture(`reflow-${language}-${name}-${zoom.replaceAll(' ', '')}`)
      }
    }
    for (const step of steps) {
      await openStep(page, step, undefined, language)
      await checkWidths(step)
    }
    for (const path of texts) {
      await portal.open(`${path}?lang=${language}`)
      await checkWidths(path.replaceAll('/', '_'))
    }
  })

const link = `https://esempio.example/${'a'.repeat(200)}?${'b'.repeat(60)}`
const longStory = `${link}\n${'Mi hanno detto di andare via, e poi di tornare. '.repeat(220)}`.slice(0, 9800)

/** The widths of telephones, which each test sets itself. */
const narrow = [320, 390] as const

/** Checks that a growing text box leaves space for the rest of the page, and that its text stays inside. */
async function staysInside(page: Page, box: Locator) {
  const { height } = page.viewportSize() ?? { height: 0 }
  expect((await box.boundingBox())?.height).toBeLessThan(0.75 * height)
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
}

test('a pasted link and a long story make no page wider than a telephone', { tag: '@desktop' }, async ({
  page,
  portal,
}) => {
  test.setTimeout(120_000)
  const checkWidths = async (name: string) => {
    for (const width of narrow) {
      await page.setViewportSize({ width, height: 800 })
      await portal.fits()
      expect(await cutOff(page), `${name} at ${width}`).toEqual([])
      await portal.picture(`long-${name}-${width}`)
    }
  }
  await page.setViewportSize({ width: 390, height: 800 })

  await test.step('in the report', async () => {
    await openStep(page, 'facts', { ...completeDraft, message: undefined })
    const message = page.getByRole('textbox', { name: labelOf('message') })
    for (const text of [link, longStory]) {
      await message.fill(text)
      await staysInside(page, message)
      await checkWidths('facts')
    }
    await openStep(page, 'summary', { ...completeDraft, message: link, firstName: 'A'.repeat(60), address: link })
    await checkWidths('summary')
  })

  await test.step('in an answer to the office', async () => {
    const { result } = await (await sendReport(page.request, reportOnWire({ resoconto_fatti: link }))).json()
    await portal.open(paths.followUp)
    await page.getByLabel('Codice').fill(result.codice)
    await page.getByLabel('PIN').fill(result.pin)
    await page.getByRole('button', { name: 'Apri' }).click()
    const answer = page.getByLabel('La tua risposta')
    for (const text of [longStory, link]) {
      await answer.fill(text)
      await staysInside(page, answer)
      await checkWidths('answer')
    }
    await page.getByRole('button', { name: 'Invia la risposta' }).click()
    await expect(page.locator('.message-own')).toContainText(link)
    await checkWidths('answered')
  })

  await test.step('in a request for assistance', async () => {
    await portal.open(paths.assistance)
    const message = page.getByRole('textbox', { name: 'Messaggio' })
    await message.fill(link)
    await staysInside(page, message)
    await checkWidths('assistance')
  })
})
