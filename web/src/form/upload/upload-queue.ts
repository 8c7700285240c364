import type { ScanOutcome } from '@portal/contract'
import { useSyncExternalStore } from 'react'
import { newSenderKey } from '#lib/api/sender-key.ts'
import { type TraceReader, workerTraces } from './file-traces.ts'
import { browserPhotos, isLargePhoto, isUploadSlow, type PhotoShrinker } from './smaller-photo.ts'
import { type AcceptedFile, errorOfCall, errorOfFile, type FileLimits, type Upload } from './upload-rules.ts'
import { createUploadStore, type UploadStore } from './upload-store.ts'

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
  readonly traces?: TraceReader
  /** Whether the sender decides about place and author before a file is sent; shown otherwise, once it is. */
  readonly asksForTraces?: () => boolean
  readonly photos?: PhotoShrinker
}

const full = { message: 'allegati_al_limite' } as const

const newUpload = (key: number, file: File): Upload => ({
  key,
  file,
  senderKey: newSenderKey(),
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
  const { area, isPdfOnly, most, accepted, onChange, traces = workerTraces, photos = browserPhotos } = options
  const store = createUploadStore(accepted, onChange)
  const runner = createRunner(store, { ...options, traces, photos })
  let lastKey = 0
  const roomLeft = () => Math.max(0, most - store.get().accepted.length - store.active().length)
  return {
    area,
    isPdfOnly,
    most,
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
    /** The sender's answer about the place and the author in a file that waits for it. */
    async decide(key: number, decision: 'removed' | 'kept') {
      const upload = store.find(key)
      if (upload?.state.kind !== 'asking') return
      if (decision === 'removed') await runner.clean(upload)
      else store.replace({ ...upload, decision, state: { kind: 'waiting' } })
      runner.pump()
    },
    /** Sends a smaller copy in place of a photo that is on its way; the photo goes on where none can be made. */
    shrink: (key: number) => sendSmaller({ store, runner, photos }, key),
    /** Whether the device still has this kept file, and can remove place and author from it. */
    canClean: (id: string) => runner.originals.has(id),
    /** Whether this kept file came before the page was opened: the device may still have it, but the page does not. */
    isFromBefore: (id: string) => accepted?.some((file) => file.id === id) === true,
    /** Replaces a kept file on the server by one without place and author. */
    async clean(id: string) {
      const file = runner.originals.get(id)
      const name = store.get().accepted.find((one) => one.id === id)?.name
      if (!file || name === undefined) return
      const cleaned = await traces.remove(file)
      if (!cleaned) return store.change({}, { kind: 'notCleaned', name })
      if (!(await options.remove(id).catch(() => false))) return store.change({}, { kind: 'notRemoved' })
      runner.originals.delete(id)
      store.change({
        accepted: store.get().accepted.filter((one) => one.id !== id),
        uploads: [...store.get().uploads, { ...newUpload(++lastKey, cleaned), decision: 'removed' }],
      })
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

interface ShrinkNeeds {
  readonly store: UploadStore
  readonly runner: ReturnType<typeof createRunner>
  readonly photos: PhotoShrinker
}

async function sendSmaller({ store, runner, photos }: ShrinkNeeds, key: number) {
  const upload = store.find(key)
  if (upload?.smaller !== 'offered') return
  store.set(key, { smaller: 'making' })
  const file = await photos.shrink(upload.file)
  // The photo may be there already.
  if (store.find(key)?.state.kind !== 'sending') return
  if (!file) return store.set(key, { smaller: 'refused' }, { kind: 'notSmaller', name: upload.file.name })
  runner.stop(key)
  // A drawn copy has the picture and nothing else.
  store.replace({ ...newUpload(key, file), decision: 'removed', isSmaller: true })
  runner.pump()
}

type RunnerOptions = UploadQueueOptions & { readonly traces: TraceReader; readonly photos: PhotoShrinker }

/** Carries files to the server, a few at a time, and puts what becomes of each into the store. */
function createRunner(store: UploadStore, { send, digest = digestOf, traces, asksForTraces, photos }: RunnerOptions) {
  const stops = new Map<number, AbortController>()
  /** The kept files that carry a place or an author which can be removed, by id. */
  const originals = new Map<string, File>()
  const isRepeated = createRepeats(store)
  const watch = createProgressWatch(store, photos)

  const pump = () => {
    const running = store.active().filter(({ state }) => state.kind !== 'asking')
    const waiting = running.filter(({ state }) => state.kind === 'waiting')
    const free = atOnce - (running.length - waiting.length)
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
      // Its smaller copy may be on its way by now.
      if (stops.get(upload.key) === stop) stops.delete(upload.key)
      pump()
    }
  }
  const carry = async (upload: Upload, signal: AbortSignal) => {
    const { key, senderKey, file } = upload
    const own = await digest(file)
    signal.throwIfAborted()
    if (isRepeated(upload, own)) return store.refuse(upload, { message: 'allegato_ripetuto' })
    const found = upload.decision === 'removed' ? undefined : await traces.find(file)
    signal.throwIfAborted()
    const hasTraces = found && (found.hasPlace || found.hasAuthor)
    if (hasTraces && !upload.decision && asksForTraces?.())
      return store.setState(key, { kind: 'asking', traces: found }, { kind: 'asking', name: file.name })
    const outcome = await send(file, { senderKey, signal, onProgress: watch(upload, signal) })
    signal.throwIfAborted()
    settle(upload, own, outcome)
    if (hasTraces && found.canRemove && outcome.attachment) originals.set(outcome.attachment.id, file)
  }
  /** Removes place and author from a file that waits for it; one from which they cannot be removed asks on. */
  const clean = async (upload: Upload) => {
    const { key, file, state } = upload
    store.setState(key, { kind: 'cleaning' })
    const cleaned = await traces.remove(file)
    if (!store.find(key)) return
    if (cleaned) return store.replace({ ...newUpload(key, cleaned), decision: 'removed' })
    const rest = state.kind === 'asking' ? { ...state.traces, canRemove: false } : undefined
    if (rest) store.setState(key, { kind: 'asking', traces: rest }, { kind: 'notCleaned', name: file.name })
  }
  const settle = (
    upload: Upload,
    ownDigest: string | undefined,
    { code, within, attachment, isScanned }: ScanOutcome,
  ) => {
    if (!attachment) return store.refuse(upload, { code: code === 'SUCCESS_ANTIVIRUS' ? 'ERROR_SYSTEM' : code, within })
    const { id, name, size, digest = ownDigest, warnings, contains } = attachment
    // A browser that cannot tell what is in a file learns it here.
    if (store.get().accepted.some((accepted) => accepted.id === id))
      return store.refuse(upload, { message: 'allegato_ripetuto' })
    const { isSmaller } = upload
    const isCleaned = upload.decision === 'removed' && !isSmaller
    const file: AcceptedFile = {
      id,
      name,
      size,
      digest,
      isScanned,
      ...(warnings && { warnings }),
      ...(contains !== undefined && { contains }),
      ...(isCleaned && { isCleaned }),
      ...(isSmaller && { isSmaller }),
    }
    store.change(
      { accepted: [...store.get().accepted, file], uploads: store.without(upload.key) },
      { kind: 'accepted', file },
    )
  }
  return {
    pump,
    clean,
    originals,
    stop: (key: number) => stops.get(key)?.abort(),
    stopAll() {
      for (const stop of stops.values()) stop.abort()
      originals.clear()
    },
  }
}

/** Shows how far a file has come, and offers a smaller copy of a large photo on a slow line. */
function createProgressWatch(store: UploadStore, photos: PhotoShrinker) {
  return ({ key, file, isSmaller }: Upload, signal: AbortSignal) => {
    const startedAt = photos.now()
    const canShrink = isLargePhoto(file) && !isSmaller
    const offer = () => {
      if (canShrink && store.find(key)?.smaller === undefined) store.set(key, { smaller: 'offered' })
    }
    if (photos.isLineSlow()) offer()
    return (percent: number) => {
      if (signal.aborted) return
      store.setState(key, percent < 100 ? { kind: 'sending', percent } : { kind: 'checking' })
      if (isUploadSlow({ percent, elapsedMs: photos.now() - startedAt })) offer()
    }
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
