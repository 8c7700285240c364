import { type Browser, chromium, type Page } from '@playwright/test'
import { type Weight, weighFirstLoad } from '../e2e/weigh.ts'
import { findBrowser } from '../scripts/find-browser.mjs'
import { startPortal } from './portal.ts'

/** The first visit of the report wizard's first page, with nothing in the cache. */
export interface FirstLoad extends Weight {
  /** Cumulative layout shift, as browsers count it. */
  readonly layoutShift: number
  /** Milliseconds on 1.6 Mbit/s with 150 ms there and back, on a processor four times slower. */
  readonly largestPaint: number
  readonly readyToFill: number
}

const flags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const slow = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** Italian, and Arabic with letters of its own. */
export async function measureFirstLoads(): Promise<Readonly<Record<string, FirstLoad>>> {
  const portal = await startPortal('embedded')
  if (!portal) throw new Error('The embedded engine is always there.')
  const executablePath = findBrowser()
  const browser = await chromium.launch({ args: flags.split(' '), ...(executablePath && { executablePath }) })
  try {
    const intro = new URL('../cosa-facciamo/contact-center/segnalazione/intro', `${portal.api}/`).href
    await untilWritten(`${intro}?lang=ur`)
    return { it: await measure(browser, intro), ar: await measure(browser, `${intro}?lang=ar`) }
  } finally {
    await browser.close()
    await portal.close()
  }
}

/** Pages are written just after the start; those in Urdu are the last. */
async function untilWritten(url: string) {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    if ((await (await fetch(url)).text()).includes('<h1')) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The pages were not written beforehand.')
}

async function measure(browser: Browser, url: string): Promise<FirstLoad> {
  const telephone = { viewport: { width: 390, height: 844 } }
  const weight = await weighFirstLoad(await browser.newPage(telephone), url)
  const runs: Seen[] = []
  for (let run = 0; run < 5; run++) runs.push(await visitSlowly(await browser.newPage(telephone), url))
  const median = (name: keyof Seen) => runs.map((run) => run[name]).sort((a, b) => a - b)[2] ?? Number.NaN
  return {
    ...weight,
    layoutShift: median('layoutShift'),
    largestPaint: median('largestPaint'),
    readyToFill: median('readyToFill'),
  }
}

interface Seen {
  layoutShift: number
  largestPaint: number
  readyToFill: number
}

async function visitSlowly(page: Page, url: string): Promise<Seen> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(1000)
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  await page.context().close()
  return seen
}

/** Runs in the page: it is ready once React answers for the button that begins. */
function watch() {
  const seen: Seen = { layoutShift: 0, largestPaint: Number.NaN, readyToFill: Number.NaN }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.layoutShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largestPaint = Math.round(startTime)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  // No function with a name of its own: what runs this program would have it call a helper that is not in the page.
  const timer = setInterval(() => {
    const button = document.querySelector('form button[type=submit]')
    if (!Object.keys(button ?? {}).some((key) => key.startsWith('__react'))) return
    seen.readyToFill = Math.round(performance.now())
    clearInterval(timer)
  }, 20)
}
