import { expect, site, test } from './fixtures.ts'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: readonly { node: Node | null }[] }
interface Shifts {
  readonly sum: number
  readonly sources: readonly string[]
}

const limit = { bytes: 230_000, layoutShift: 0.05 }

test('the first load of the wizard is light and stands still', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const weights = new Map<string, number>()
  const names = new Map<string, string>()
  devtools.on('Network.responseReceived', ({ requestId, response }) =>
    names.set(requestId, new URL(response.url).pathname),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    weights.set(requestId, encodedDataLength),
  )
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
  await page.goto(`${site}/`)
  await expect(page.getByLabel("Ho letto l'informativa")).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const table = [...weights].map(([id, weight]) => `${weight} ${names.get(id)}`).join('\n')
  expect(bytes, table).toBeGreaterThan(50_000)
  expect(bytes, table).toBeLessThanOrEqual(limit.bytes)
  const { sum, sources } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
  expect(sum, sources.join('\n')).toBeLessThan(limit.layoutShift)
  test
    .info()
    .annotations.push({ type: 'first load', description: `${bytes} bytes, layout shift ${sum.toFixed(4)}\n${table}` })
})
