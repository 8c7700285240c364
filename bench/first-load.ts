import { type Browser, chromium, type Page } from '@playwright/test'
import { type Weight, weighFirstLoad } from '../e2e/weigh.ts'
import { findBrowser } from '../scripts/find-browser.mjs'
import { startPortal } from './portal.ts'

/** The first visit of the report wizard's first page, with an empty cache. */
export interface FirstLoad extends Weight {
  /** Cumulative layout shift, as browsers count it. */
  readonly layoutShift: number
  /** Milliseconds at 1.6 Mbit/s with a round trip of 150 ms, on a processor four times slower. */
  readonly largestPaint: number
  readonly readyToFill: number
}

const flags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const slow = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** Measures the page in Italian, and in Arabic, which has its own fonts. */
export async function measureFirstLoads(): Promise<Readonly<Record<string, FirstLoad>>> {
  const portal = await startPortal('embedded')
  if (!portal) throw new Error('The embedded engine is missing.')
  const executablePath = findBrowser()
  const browser = await chromium.launch({ args: flags.split(' '), ...(executablePath && { executablePath }) })
  try {
    const intro = new URL('../cosa-facciamo/contact-center/segnalazione/intro', `${portal.api}/`).href
    await waitForPrerendered(`${intro}?lang=ur`)
    return { it: await measure(browser, intro), ar: await measure(browser, `${intro}?lang=ar`) }
  } finally {
    await browser.close()
    await portal.close()
  }
}

/** Waits until the server has prerendered the pages; those in Urdu are the last. */
async function waitForPrerendered(url: string) {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    if ((await (await fetch(url)).text()).includes('<h1')) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The pages were not prerendered.')
}

async function measure(browser: Browser, url: string): Promise<FirstLoad> {
  const telephone = { viewport: { width: 390, height: 844 } }
  const weight = await weighFirstLoad(await browser.newPage(telephone), url)
  const runs: PageMetrics[] = []
  for (let run = 0; run < 5; run++) runs.push(await visitSlowly(await browser.newPage(telephone), url))
  const median = (name: keyof PageMetrics) => runs.map((run) => run[name]).sort((a, b) => a - b)[2] ?? Number.NaN
  return {
    ...weight,
    layoutShift: median('layoutShift'),
    largestPaint: median('largestPaint'),
    readyToFill: median('readyToFill'),
  }
}

interface PageMetrics {
  layoutShift: number
  largestPaint: number
  readyToFill: number
}

async function visitSlowly(page: Page, url: string): Promise<PageMetrics> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(observePage)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(1000)
  const seen = await page.evaluate(() => (window as unknown as { seen: PageMetrics }).seen)
  await page.context().close()
  return seen
}

/** Runs in the page: it is ready to fill once React has hydrated the start button. */
function observePage() {
  const seen: PageMetrics = { layoutShift: 0, largestPaint: Number.NaN, readyToFill: Number.NaN }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.layoutShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largestPaint = Math.round(startTime)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  // No named function: tsx would make it call a helper that is missing in the page.
  const timer = setInterval(() => {
    const button = document.querySelector('form button[type=submit]')
    if (!Object.keys(button ?? {}).some((key) => key.startsWith('__react'))) return
    seen.readyToFill = Math.round(performance.now())
    clearInterval(timer)
  }, 20)
}
