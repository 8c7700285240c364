import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PageSettings, PageTag } from '@portal/contract'

/** HTML and title of a page, and the part of the site whose scripts it needs. */
export interface PrerenderedPage {
  readonly title: string
  readonly html: string
  readonly part: string
}

/** The pages of one tag by path below the base path, and the errors of those that failed. */
export interface PrerenderResult {
  readonly pages: Readonly<Record<string, PrerenderedPage>>
  readonly failures: readonly string[]
}

export interface Prerendering {
  /** Undefined if the built site has no prerender program. Rejects when the program fails or times out. */
  pagesOf(tag: PageTag, settings: PageSettings): Promise<PrerenderResult | undefined>
  /** Terminates the running program. */
  stop(): Promise<void>
}

/**
 * Runs the site's prerender program in a worker thread. It renders the pages that are the same for every visitor; the server
 * knows it only as a file of the built site. A language takes about half a second of a processor.
 */
export function createPrerendering(siteFolder: string, timeoutMillis: number): Prerendering {
  const program = join(siteFolder, 'prerender/prerender.js')
  let worker: Worker | undefined
  return {
    async pagesOf(tag, settings) {
      if (!existsSync(program)) return undefined
      const own = new Worker(program, { workerData: { tag, settings }, env: {}, stdin: false })
      worker = own
      let timer: NodeJS.Timeout | undefined
      try {
        return await new Promise((resolve, reject) => {
          timer = setTimeout(() => reject(new Error(`the pages in '${tag}' take too long`)), timeoutMillis)
          own.once('message', resolve)
          own.once('error', reject)
          own.once('exit', (code) => reject(new Error(`the pages in '${tag}' were not written (exit code ${code})`)))
        })
      } finally {
        clearTimeout(timer)
        await own.terminate()
      }
    },
    stop: async () => {
      await worker?.terminate()
    },
  }
}
