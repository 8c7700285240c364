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

/** A language takes half a second; whoever asked for its first page waits no longer than this. */
const patienceMillis = 10_000

export interface Prerendering {
  /** Undefined where the built site brings no program for it. Rejects when the program fails, or takes more than ten seconds. */
  pagesOf(language: Language, settings: PageSettings): Promise<Prerendered | undefined>
  /** Ends what is under way. */
  stop(): Promise<void>
}

/**
 * Runs the site's own program in a thread beside this one: it writes the pages that say the same to everybody as a browser
 * would first show them. What it is made of is the site's affair; here it is a file of the built site.
 */
export function createPrerendering(siteFolder: string): Prerendering {
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
          timer = setTimeout(() => reject(new Error(`the pages in '${language}' take too long`)), patienceMillis)
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
