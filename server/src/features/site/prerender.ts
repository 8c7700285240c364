import { once } from 'node:events'
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
  /** Undefined if the built site has no prerender program. Rejects when the program fails or times out: the next call starts another one. */
  pagesOf(tag: PageTag, settings: PageSettings): Promise<PrerenderResult | undefined>
  /** Ends the program, if one runs. */
  stop(): Promise<void>
}

/**
 * Runs the site's prerender program in a worker thread, which renders one tag after the other: loading the program takes as long as
 * rendering three. It renders the pages that are the same for every visitor; the server knows it only as a file of the built site.
 */
export function createPrerendering(siteFolder: string, timeoutMillis: number): Prerendering {
  const program = join(siteFolder, 'prerender/prerender.js')
  let running: Worker | undefined
  async function stop() {
    const worker = running
    running = undefined
    await worker?.terminate()
  }
  const start = () => {
    const worker = new Worker(program, { env: {}, stdin: false })
    running = worker
    const forget = () => {
      if (running === worker) running = undefined
    }
    // Between two tags nobody else listens: an error without a listener would end this process.
    worker.on('error', forget).on('exit', forget)
    return worker
  }
  return {
    async pagesOf(tag, settings) {
      if (!existsSync(program)) return undefined
      const worker = running ?? start()
      try {
        return await answerOf(worker, { tag, settings }, timeoutMillis)
      } catch (error) {
        if (worker === running) await stop()
        throw error
      }
    },
    stop,
  }
}

interface Asked {
  readonly tag: PageTag
  readonly settings: PageSettings
}

/** What the program answers; rejects when it ends or has not answered in time. */
async function answerOf(worker: Worker, asked: Asked, timeoutMillis: number): Promise<PrerenderResult> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), timeoutMillis)
  const answered = once(worker, 'message', waiting).then(([result]) => result as PrerenderResult)
  const ended = once(worker, 'exit', waiting).then(([code]) => {
    throw new Error(`the pages in '${asked.tag}' were not written (exit code ${code})`)
  })
  worker.postMessage(asked)
  try {
    return await Promise.race([answered, ended])
  } catch (error) {
    throw waiting.signal.aborted ? new Error(`the pages in '${asked.tag}' take too long`) : error
  } finally {
    clearTimeout(timer)
    waiting.abort()
  }
}
