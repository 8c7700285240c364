import { chromium, type Page } from '@playwright/test'
import { clientOf } from '../server/test/run-client.ts'
import { startPortal } from './portal.ts'

export interface FirstLoad {
  /** Bytes over the wire of everything the page loads, headers and fonts included. */
  readonly kilobytes: number
  readonly largest: readonly string[]
  /** Cumulative layout shift, as browsers count it. */
  readonly layoutShift: number
  readonly requests: number
  /** Addresses on other hosts: there must be none. */
  readonly elsewhere: readonly string[]
}

const flags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/** The first visit of the report wizard's first page, with nothing in the cache. */
export async function measureFirstLoad(): Promise<FirstLoad> {
  const portal = await startPortal('embedded')
  if (!portal) throw new Error('The embedded engine is always there.')
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: flags.split(' ') })
  try {
    await clientOf(portal.api).call('GET', '/health/ready')
    const site = new URL('..', `${portal.api}/`).href
    const page = await browser.newPage({ locale: 'it-IT', viewport: { width: 1280, height: 800 } })
    return await visit(page, site)
  } finally {
    await browser.close()
    await portal.close()
  }
}

async function visit(page: Page, site: string): Promise<FirstLoad> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const urls = new Map<string, string>()
  const sizes = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength))
  await page.addInitScript(countLayoutShift)
  await page.goto(`${site}cosa-facciamo/contact-center/segnalazione/intro`, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(1000)
  const layoutShift = await page.evaluate(() => Number(document.documentElement.dataset.layoutShift ?? 0))
  const { origin, pathname } = new URL(site)
  const bySize = [...sizes].sort(([, a], [, b]) => b - a)
  return {
    kilobytes: bySize.reduce((sum, [, size]) => sum + size, 0) / 1000,
    largest: bySize.slice(0, 8).map(([id, size]) => `${(size / 1000).toFixed(1)} kB ${pathOf(urls.get(id), pathname)}`),
    layoutShift,
    requests: urls.size,
    elsewhere: [...urls.values()].filter((url) => url.startsWith('http') && new URL(url).origin !== origin),
  }
}

const pathOf = (url: string | undefined, base: string) => new URL(url ?? 'about:blank').pathname.replace(base, '')

/** Runs in the page: keeps the sum on the root element. */
function countLayoutShift() {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) sum += entry.value
    }
    document.documentElement.dataset.layoutShift = String(sum)
  }).observe({ type: 'layout-shift', buffered: true })
}
