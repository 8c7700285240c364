import { parentPort } from 'node:worker_threads'
import { type PageSettings, pageTagOf } from '@portal/contract'

/** What the server asks this worker for: the pages of one language, or of its form that is easy to read. */
export interface PrerenderInput {
  readonly settings: PageSettings
  readonly tag: string
}

parentPort?.on('message', async ({ settings, tag }: PrerenderInput) => {
  // Before anything reads it. Of the settings only the list of languages is another one for each tag.
  globalThis.pageSettings ??= settings
  const { renderPages } = await import('./render-pages.tsx')
  parentPort?.postMessage(await renderPages(pageTagOf(tag), settings))
})
