import type { Locator, Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { reportOnWire } from '../server/test/make.ts'
import { expect, test } from './fixtures.ts'
import { labelOf } from './labels.ts'
import { sendReport } from './send-report.ts'
import { openStep, wholeDraft } from './wizard.ts'

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

const link = `https://esempio.example/${'a'.repeat(200)}?${'b'.repeat(60)}`
const longStory = `${link}\n${'Mi hanno detto di andare via, e poi di tornare. '.repeat(220)}`.slice(0, 9800)

/** The widths of telephones; each test sets them itself. */
const narrow = [320, 390] as const

/** A box that grows with what is written leaves room for the rest of the page, and what is written stays inside it. */
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
  const look = async (name: string) => {
    for (const width of narrow) {
      await page.setViewportSize({ width, height: 800 })
      await portal.fits()
      expect(await cutOff(page), `${name} at ${width}`).toEqual([])
      await portal.picture(`long-${name}-${width}`)
    }
  }
  await page.setViewportSize({ width: 390, height: 800 })

  await test.step('in the report', async () => {
    await openStep(page, 'facts', { ...wholeDraft, message: undefined })
    const message = page.getByRole('textbox', { name: labelOf('message') })
    for (const text of [link, longStory]) {
      await message.fill(text)
      await staysInside(page, message)
      await look('facts')
    }
    await openStep(page, 'summary', { ...wholeDraft, message: link, firstName: 'A'.repeat(60), address: link })
    await look('summary')
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
      await look('answer')
    }
    await page.getByRole('button', { name: 'Invia la risposta' }).click()
    await expect(page.locator('.message-own')).toContainText(link)
    await look('answered')
  })

  await test.step('in a request for assistance', async () => {
    await portal.open(paths.assistance)
    const message = page.getByRole('textbox', { name: 'Messaggio' })
    await message.fill(link)
    await staysInside(page, message)
    await look('assistance')
  })
})
