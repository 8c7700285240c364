import { parentPort, workerData } from 'node:worker_threads'
import type { PageSettings } from '@portal/contract'
import { languageOf } from '@portal/contract'

/** What the server starts this worker with: one worker writes the pages of one language. */
export interface PrerenderInput {
  readonly settings: PageSettings
  readonly language: string
}

/** What it answers. */
export interface Prerendered {
  /** Pages as HTML by their path below the base path; `preloads.json` names the files of the part they belong to. */
  readonly pages: Readonly<Record<string, { readonly html: string; readonly part: string }>>
  /** The pages that could not be written, with the reasons. */
  readonly failures: readonly string[]
}

const { settings, language } = workerData as PrerenderInput
// Before anything reads it.
globalThis.pageSettings = settings
const { renderPages } = await import('./render-pages.tsx')
parentPort?.postMessage(await renderPages(languageOf(language)))
