import { on } from 'node:events'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Pages, Sheet } from './sheet.ts'
import type { FromThread, ToThread } from './workbook-worker.ts'

/** In development the source file runs as it is; in the bundle the program of the thread is next to that of the server. */
const entry = new URL(
  import.meta.url.endsWith('.ts') ? './workbook-worker-dev.mjs' : './workbook-worker.js',
  import.meta.url,
)

/** Heap of the thread: some portions of rows and what is written of them need a tenth of that. What is free is filled with garbage. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 }

/** Characters of the rows that the thread gets at once, as JSON: a page of long texts would be more than its heap. */
const portionCharacters = 256 * 1024

/** The rows of the pages in portions, as JSON, with the number of their rows. */
async function* portionsOf(pages: Pages): AsyncGenerator<{ readonly page: string; readonly count: number }> {
  for await (const page of pages) {
    let rows: string[] = []
    let characters = 0
    for (const [index, row] of page.entries()) {
      const text = JSON.stringify(row)
      rows.push(text)
      characters += text.length
      if (characters < portionCharacters && index < page.length - 1) continue
      yield { page: `[${rows.join()}]`, count: rows.length }
      rows = []
      characters = 0
    }
  }
}

/**
 * Writes the same file as `writeWorkbook` in a thread of its own, for lists of any length: this thread reads the rows meanwhile, and
 * answers other calls.
 */
export const writeWorkbookInThread = (sheet: Sheet, pages: Pages): Readable =>
  Readable.from(bytesFrom(sheet, pages), { objectMode: false })

async function* bytesFrom({ name, columns, about }: Sheet, pages: Pages): AsyncGenerator<Uint8Array> {
  const worker = new Worker(entry, { workerData: { name, columns }, resourceLimits, env: {} })
  // While no message is awaited, an error of the thread must not end the process.
  worker.on('error', () => {})
  const send = (message: ToThread) => worker.postMessage(message)
  const portions = portionsOf(pages)
  let count = 0
  let hasEnded = false
  try {
    for await (const [message] of on(worker, 'message') as AsyncIterable<[FromThread]>) {
      if ('isDone' in message) return
      if ('bytes' in message) {
        yield message.bytes
        send({ isTaken: true })
      } else if (!hasEnded) {
        const { done, value } = await portions.next()
        hasEnded = done === true
        if (done) send({ about: await about(count) })
        else {
          count += value.count
          send({ page: value.page })
        }
      }
    }
  } finally {
    await portions.return(undefined)
    await worker.terminate()
  }
}
