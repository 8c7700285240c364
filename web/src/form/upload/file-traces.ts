import { extensionOf } from '@portal/contract'
import type { FileTraces } from '@portal/contract/file-traces'

/** A file for the worker: what it carries, or a copy without that. */
export interface TraceTask {
  readonly bytes: Uint8Array
  readonly extension: string
  readonly isRemoval: boolean
}

/** Finds and removes the place and the author that a file carries, before it leaves the device. */
export interface TraceReader {
  readonly find: (file: File) => Promise<FileTraces>
  /** A file of the same name without them; undefined where they cannot be removed. */
  readonly remove: (file: File) => Promise<File | undefined>
}

const none: FileTraces = { hasPlace: false, hasAuthor: false, canRemove: false }
/** A file that takes longer is sent as it is: the server tells what it carries. */
const mostMs = 20_000

export const workerTraces: TraceReader = {
  find: (file) => runWorker<FileTraces>(file, false).catch(() => none),
  async remove(file) {
    const bytes = await runWorker<Uint8Array<ArrayBuffer> | undefined>(file, true).catch(() => undefined)
    return bytes && new File([bytes], file.name, { type: file.type })
  },
}

async function runWorker<Answer>(file: File, isRemoval: boolean): Promise<Answer> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const worker = new Worker(new URL('./file-traces.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Answer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data))
      worker.addEventListener('error', reject)
      setTimeout(reject, mostMs)
      const task: TraceTask = { bytes, extension: extensionOf(file.name), isRemoval }
      worker.postMessage(task, [bytes.buffer])
    })
  } finally {
    worker.terminate()
  }
}
