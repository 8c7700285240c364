import type { ScanOutcome } from '@portal/contract'
import { useSyncExternalStore } from 'react'
import { newSenderKey } from '#lib/api/sender-key.ts'
import { createListeners } from '#lib/page/listeners.ts'
import {
  type AcceptedFile,
  canRetry,
  errorOfCall,
  errorOfFile,
  type FileLimits,
  type RowError,
  type Upload,
  type UploadNews,
  type UploadSnapshot,
} from './upload-rules.ts'

interface SendOptions {
  /** The sender's key: the same each time that this file is sent. */
  readonly senderKey: string
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}
export interface UploadQueueOptions extends FileLimits {
  /** How many files there may be. */
  readonly most: number
  readonly accepted?: readonly AcceptedFile[] | undefined
  readonly onChange?: (accepted: readonly AcceptedFile[]) => void
  readonly send: (file: File, options: SendOptions) => Promise<ScanOutcome>
  /** Asks the server to delete a file; whether it did. */
  readonly remove: (id: string) => Promise<boolean>
  readonly digest?: (file: File) => Promise<string | undefined>
}

const full = { message: 'allegati_al_limite' } as const

const newUpload = (key: number, file: File): Upload => ({
  ...{ key, file, senderKey: newSenderKey() },
  state: { kind: 'waiting' },
})

/** More at a time would only slow one another down on a thin line. */
const atOnce = 2

export type UploadQueue = ReturnType<typeof createUploadQueue>

/**
 * The files of one form: those that the server keeps, and those on their way. It lives apart from the screen, so that a
 * file goes on arriving while another page of the form is on show.
 */
export function createUploadQueue(options: UploadQueueOptions) {
  const { area, isPdfOnly, most, accepted, onChange } = options
  const store = createUploadStore(accepted, onChange)
  const runner = createRunner(store, options)
  let lastKey = 0
  const roomLeft = () => Math.max(0, most - store.get().accepted.length - store.active().length)
  return {
    ...{ area, isPdfOnly, most },
    get: store.get,
    subscribe: store.subscribe,
    /** Takes files; those past the limit are turned away, each on a row of its own: none vanishes without a word. */
    add(files: readonly File[]) {
      const room = roomLeft()
      const isFull = files.length > room
      const chosen = files.map((file) => newUpload(++lastKey, file))
      store.change({ uploads: [...store.get().uploads, ...chosen], isFull })
      for (const [index, upload] of chosen.entries()) {
        const error = errorOfFile(options, upload.file)
        if (index >= room) store.refuse(upload, full)
        else if (error) store.refuse(upload, error)
      }
      if (isFull) store.change({}, { kind: 'full' })
      runner.pump()
    },
    /** Stops a file on its way, or takes a refused one off the list. */
    cancel(key: number) {
      const upload = store.find(key)
      if (!upload) return
      runner.stop(key)
      store.change({ uploads: store.without(key), isFull: false }, { kind: 'cancelled', name: upload.file.name })
      runner.pump()
    },
    retry(key: number) {
      const upload = store.find(key)
      if (!upload) return
      if (roomLeft() <= 0) return store.refuse(upload, full)
      store.setState(key, { kind: 'waiting' })
      runner.pump()
    },
    /**
     * Deletes a kept file on the server; one that it does not delete stays, and is said so (specification 1 §8). A file of the
     * record only leaves the list.
     */
    async remove(id: string) {
      const file = store.get().accepted.find((one) => one.id === id)
      if (!file) return
      const isRemoved = file.isStored || (await options.remove(id).catch(() => false))
      const left = store.get().accepted.filter((one) => one.id !== id)
      if (isRemoved) store.change({ accepted: left, isFull: false }, { kind: 'removed', name: file.name })
      else store.change({}, { kind: 'notRemoved' })
    },
    /** The accepted files are part of what was saved now: taking one off the list deletes nothing. */
    markStored: () => store.change({ accepted: store.get().accepted.map((file) => ({ ...file, isStored: true })) }),
    /** Forgets everything without a word to the server: the form was sent, or wiped. */
    clear() {
      runner.stopAll()
      store.empty()
    },
  }
}

/** Something that happened, before it has its number. */
type UploadEvent = UploadNews extends infer N ? (N extends unknown ? Omit<N, 'serial'> : never) : never
type UploadStore = ReturnType<typeof createUploadStore>

const emptySnapshot: UploadSnapshot = { accepted: [], uploads: [], news: undefined, isFull: false }

/** The state of an upload queue, and its listeners. */
function createUploadStore(
  accepted: readonly AcceptedFile[] = [],
  onChange?: (accepted: readonly AcceptedFile[]) => void,
) {
  const listeners = createListeners()
  let snapshot: UploadSnapshot = { ...emptySnapshot, accepted }
  let serial = 0

  const replace = (next: UploadSnapshot) => {
    snapshot = next
    listeners.tell()
  }
  const change = (next: Partial<UploadSnapshot>, event?: UploadEvent) => {
    const before = snapshot.accepted
    const news = event ? ({ ...event, serial: ++serial } as UploadNews) : snapshot.news
    replace({ ...snapshot, ...next, news })
    if (snapshot.accepted !== before) onChange?.(snapshot.accepted)
  }
  const setState = (key: number, state: Upload['state'], event?: UploadEvent) =>
    change({ uploads: snapshot.uploads.map((upload) => (upload.key === key ? { ...upload, state } : upload)) }, event)
  return {
    get: () => snapshot,
    subscribe: listeners.add,
    change,
    setState,
    refuse: ({ key, file }: Upload, error: RowError) =>
      setState(key, { kind: 'refused', error, canRetry: canRetry(error) }, { kind: 'refused', name: file.name, error }),
    find: (key: number) => snapshot.uploads.find((upload) => upload.key === key),
    /** The uploads without this one. */
    without: (key: number) => snapshot.uploads.filter((upload) => upload.key !== key),
    /** Those that are on their way, or about to be. */
    active: () => snapshot.uploads.filter(({ state }) => state.kind !== 'refused'),
    /** Forgets everything, and tells nobody but the screen. */
    empty: () => replace(emptySnapshot),
  }
}

/** Carries files to the server, a few at a time, and puts what becomes of each into the store. */
function createRunner(store: UploadStore, { send, digest = digestOf }: UploadQueueOptions) {
  const stops = new Map<number, AbortController>()
  const isRepeated = createRepeats(store)

  const pump = () => {
    const waiting = store.active().filter(({ state }) => state.kind === 'waiting')
    const free = atOnce - (store.active().length - waiting.length)
    for (const upload of waiting.slice(0, Math.max(0, free))) void run(upload)
  }
  const run = async (upload: Upload) => {
    const stop = new AbortController()
    stops.set(upload.key, stop)
    store.setState(upload.key, { kind: 'sending', percent: 0 })
    try {
      await carry(upload, stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) store.refuse(upload, errorOfCall(error))
    } finally {
      stops.delete(upload.key)
      pump()
    }
  }
  const carry = async (upload: Upload, signal: AbortSignal) => {
    const { key, senderKey, file } = upload
    const own = await digest(file)
    signal.throwIfAborted()
    if (isRepeated(upload, own)) return store.refuse(upload, { message: 'allegato_ripetuto' })
    const onProgress = (percent: number) => {
      if (!signal.aborted) store.setState(key, percent < 100 ? { kind: 'sending', percent } : { kind: 'checking' })
    }
    const outcome = await send(file, { senderKey, signal, onProgress })
    signal.throwIfAborted()
    settle(upload, own, outcome)
  }
  const settle = (upload: Upload, ownDigest: string | undefined, { code, attachment, isScanned }: ScanOutcome) => {
    if (!attachment) return store.refuse(upload, { code: code === 'SUCCESS_ANTIVIRUS' ? 'ERROR_SYSTEM' : code })
    const { id, name, size, digest = ownDigest, warnings } = attachment
    // A browser that cannot tell what is in a file learns it here.
    if (store.get().accepted.some((accepted) => accepted.id === id))
      return store.refuse(upload, { message: 'allegato_ripetuto' })
    const file: AcceptedFile = { id, name, size, digest, isScanned, ...(warnings && { warnings }) }
    store.change(
      { accepted: [...store.get().accepted, file], uploads: store.without(upload.key) },
      { kind: 'accepted', file },
    )
  }
  return {
    pump,
    stop: (key: number) => stops.get(key)?.abort(),
    stopAll() {
      for (const stop of stops.values()) stop.abort()
    },
  }
}

/** Whether a file is on the list already: by what is in it or, where the browser cannot tell, by name and size. */
function createRepeats(store: UploadStore) {
  const digests = new Map<number, string | undefined>()
  return ({ key, file: { name, size } }: Upload, digest: string | undefined): boolean => {
    digests.set(key, digest)
    const earlier = store.active().filter((other) => other.key < key)
    if (digest === undefined) {
      const isSame = (other: { name: string; size?: number | undefined }) => other.name === name && other.size === size
      return store.get().accepted.some(isSame) || earlier.some(({ file }) => isSame(file))
    }
    return (
      store.get().accepted.some((accepted) => accepted.digest === digest) ||
      earlier.some((other) => digests.get(other.key) === digest)
    )
  }
}

/** SHA-256 of a file in hexadecimal; undefined where the browser does not reckon, which is everywhere but on https. */
async function digestOf(file: Blob): Promise<string | undefined> {
  // Typed as always there; it is not.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return undefined
  const bytes = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What a queue holds at this moment. */
export const useUploads = (queue: UploadQueue) => useSyncExternalStore(queue.subscribe, queue.get, queue.get)
