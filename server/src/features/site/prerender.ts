import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Language, PageSettings } from '@portal/contract'

/** A page of the site as HTML, its title, and the part of the program that it belongs to. */
export interface PrerenderedPage {
  readonly title: string
  readonly html: string
  readonly part: string
}

/** The pages of one language, by their path below the base path, and what became of those that are not there. */
export interface Prerendered {
  readonly pages: Readonly<Record<string, PrerenderedPage>>
  readonly failures: readonly string[]
}

/** The pages of a language take half a second; their first reader waits at most this long. */
const defaultTimeoutMillis = 10_000

export interface Prerendering {
  /** Undefined where the built site has no program for it. Rejects when the program fails or exceeds its time. */
  pagesOf(language: Language, settings: PageSettings): Promise<Prerendered | undefined>
  /** Terminates the program that is running. */
  stop(): Promise<void>
}

/**
 * Runs the site's own program in a thread beside this one: it writes the pages that say the same to everybody as a browser
 * would first show them. What it is made of is the site's affair; here it is a file of the built site.
 */
export function createPrerendering(siteFolder: string, timeoutMillis = defaultTimeoutMillis): Prerendering {
  const program = join(siteFolder, 'prerender/prerender.js')
  let worker: Worker | undefined
  return {
    async pagesOf(language, settings) {
      if (!existsSync(program)) return undefined
      const own = new Worker(program, { workerData: { language, settings }, env: {}, stdin: false })
      worker = own
      let timer: NodeJS.Timeout | undefined
      try {
        return await new Promise((resolve, reject) => {
          timer = setTimeout(() => reject(new Error(`the pages in '${language}' take too long`)), timeoutMillis)
          own.once('message', resolve)
          own.once('error', reject)
          own.once('exit', (code) =>
            reject(new Error(`the pages in '${language}' were not written (exit code ${code})`)),
          )
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
