import { parentPort, workerData } from 'node:worker_threads'
import type { PageSettings } from '@portal/contract'
import { pageTagOf } from '@portal/contract'

/** What the server starts this worker with: one worker writes the pages of one language, or of a form of it. */
export interface PrerenderInput {
  readonly settings: PageSettings
  readonly tag: string
}

const { settings, tag } = workerData as PrerenderInput
// Before anything reads it.
globalThis.pageSettings = settings
const { renderPages } = await import('./render-pages.tsx')
parentPort?.postMessage(await renderPages(pageTagOf(tag)))
