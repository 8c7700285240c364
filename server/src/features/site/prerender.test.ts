import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PageSettings, PageTag } from '@portal/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
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

test('a program that hangs is stopped at its timeout, and the next language is rendered by another one', async () => {
  const site = siteWith(`import { parentPort } from 'node:worker_threads'
    let asked = 0
    parentPort.on('message', ({ tag }) => {
      if (tag === 'ar') for (;;);
      parentPort.postMessage({ pages: {}, failures: [tag + (asked += 1)] })
    })`)
  const prerendering = createPrerendering(site, 3000)
  onTestFinished(prerendering.stop)
  const failuresOf = async (tag: PageTag) => (await prerendering.pagesOf(tag, settings))?.failures
  expect([await failuresOf('it'), await failuresOf('en')]).toEqual([['it1'], ['en2']])
  await expect(prerendering.pagesOf('ar', settings)).rejects.toThrow("'ar' take too long")
  expect(await failuresOf('en')).toEqual(['en1'])
})

test('a program that fails after its answer ends nothing else, and the next language is rendered by another one', async () => {
  const site = siteWith(`import { writeFileSync } from 'node:fs'
    import { parentPort } from 'node:worker_threads'
    let asked = 0
    process.on('exit', () => writeFileSync(new URL('ended', import.meta.url), ''))
    parentPort.on('message', ({ tag }) => {
      parentPort.postMessage({ pages: {}, failures: [tag + (asked += 1)] })
      if (tag === 'it') setTimeout(() => { throw new Error('late') }, 300)
    })`)
  const prerendering = createPrerendering(site, 60_000)
  onTestFinished(prerendering.stop)
  expect((await prerendering.pagesOf('it', settings))?.failures).toEqual(['it1'])
  await vi.waitFor(() => expect(existsSync(join(site, 'prerender/ended'))).toBe(true), { timeout: 20_000 })
  const next = () => prerendering.pagesOf('en', settings).catch(() => undefined)
  await vi.waitFor(async () => expect((await next())?.failures).toEqual(['en1']), { timeout: 20_000 })
})

test('a program that is stopped rejects', async () => {
  const prerendering = createPrerendering(siteWith('setInterval(() => {}, 1000)'), 60_000)
  const pages = prerendering.pagesOf('it', settings)
  await prerendering.stop()
  await expect(pages).rejects.toThrow("'it' were not written")
})
