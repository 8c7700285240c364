import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PageSettings } from '@portal/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createPrerendering } from './prerender.ts'

function siteWith(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portale-prerender-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'prerender'))
  writeFileSync(join(folder, 'prerender/package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'prerender/prerender.js'), program)
  return folder
}
const settings = {} as PageSettings

test('a program that hangs is stopped at its timeout, and the next language has its own timeout', async () => {
  const site = siteWith(`import { parentPort, workerData } from 'node:worker_threads'
    if (workerData.language === 'ar') for (;;);
    parentPort.postMessage({ pages: {}, failures: [] })`)
  await expect(createPrerendering(site, 20).pagesOf('ar', settings)).rejects.toThrow("'ar' take too long")
  expect(await createPrerendering(site, 60_000).pagesOf('en', settings)).toEqual({ pages: {}, failures: [] })
})

test('a program that is stopped rejects', async () => {
  const prerendering = createPrerendering(siteWith('setInterval(() => {}, 1000)'), 60_000)
  const pages = prerendering.pagesOf('it', settings)
  await prerendering.stop()
  await expect(pages).rejects.toThrow("'it' were not written")
})
