import { parentPort, workerData } from 'node:worker_threads'
import type { PageSettings } from '@portal/contract'
import { languageOf } from '@portal/contract'

/** What the server starts this worker with: one worker writes the pages of one language. */
export interface PrerenderInput {
  readonly settings: PageSettings
  readonly language: string
}

const { settings, language } = workerData as PrerenderInput
// Before anything reads it.
globalThis.pageSettings = settings
const { renderPages } = await import('./render-pages.tsx')
parentPort?.postMessage(await renderPages(languageOf(language)))
