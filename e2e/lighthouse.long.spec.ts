import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findBrowser } from '../scripts/find-browser.mjs'
import { findFreePort } from '../scripts/free-port.mjs'
import { expect, site, test } from './fixtures.ts'

const flags = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** Scores from 0 to 100 and times in milliseconds, as Lighthouse sees a telephone of the middle class on a slow network. */
async function judge(url: string) {
  const port = await findFreePort()
  const executablePath = findBrowser()
  const args = [...flags, `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) })
  try {
    const result = await lighthouse(url, { port, onlyCategories: ['performance', 'accessibility'], logLevel: 'error' })
    if (!result) throw new Error('Lighthouse says nothing.')
    const { categories, audits } = result.lhr
    const scoreOf = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    const figureOf = (name: string) => audits[name]?.numericValue ?? Number.NaN
    return {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      largestPaint: Math.round(figureOf('largest-contentful-paint')),
      firstPaint: Math.round(figureOf('first-contentful-paint')),
      blocking: Math.round(figureOf('total-blocking-time')),
      layoutShift: figureOf('cumulative-layout-shift'),
    }
  } finally {
    await browser.close()
  }
}

for (const language of ['it', 'ar']) {
  test(`Lighthouse is content with the intro in '${language}' on a telephone`, async ({ baseURL }) => {
    test.skip(test.info().project.name !== 'phone', 'Lighthouse brings a telephone of its own: once is enough')
    const query = language === 'it' ? '' : `?lang=${language}`
    const found = await judge(`${baseURL}${site}/cosa-facciamo/contact-center/segnalazione/intro${query}`)
    test.info().annotations.push({ type: 'lighthouse', description: JSON.stringify(found) })
    expect(found.accessibility).toBe(100)
    expect(found.performance, JSON.stringify(found)).toBeGreaterThanOrEqual(95)
    expect(found.layoutShift).toBeLessThan(0.05)
  })
}
