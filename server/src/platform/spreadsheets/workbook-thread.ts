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

/** Heap of the thread: a page of rows and what is written of it need a tenth of that. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }

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
  const rows = pages[Symbol.asyncIterator]()
  let count = 0
  let hasEnded = false
  try {
    for await (const [message] of on(worker, 'message') as AsyncIterable<[FromThread]>) {
      if ('isDone' in message) return
      if ('bytes' in message) {
        yield message.bytes
        send({ isTaken: true })
      } else if (!hasEnded) {
        const { done, value } = await rows.next()
        hasEnded = done === true
        if (done) send({ about: await about(count) })
        else {
          count += value.length
          send({ page: JSON.stringify(value) })
        }
      }
    }
  } finally {
    await rows.return?.()
    await worker.terminate()
  }
}
