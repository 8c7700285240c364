import { createListeners } from '#lib/page/listeners.ts'
import {
  type AcceptedFile,
  canRetry,
  type RowError,
  type Upload,
  type UploadNews,
  type UploadSnapshot,
} from './upload-rules.ts'

/** Something that happened, before it has its number. */
type UploadEvent = UploadNews extends infer N ? (N extends unknown ? Omit<N, 'serial'> : never) : never
export type UploadStore = ReturnType<typeof createUploadStore>

const emptySnapshot: UploadSnapshot = { accepted: [], uploads: [], news: undefined, isFull: false }

/** The state of an upload queue, and its listeners. */
export function createUploadStore(
  accepted: readonly AcceptedFile[] = [],
  onChange?: (accepted: readonly AcceptedFile[]) => void,
) {
  const listeners = createListeners()
  let snapshot: UploadSnapshot = { ...emptySnapshot, accepted }
  let serial = 0

  const put = (next: UploadSnapshot) => {
    snapshot = next
    listeners.tell()
  }
  const change = (next: Partial<UploadSnapshot>, event?: UploadEvent) => {
    const before = snapshot.accepted
    const news = event ? ({ ...event, serial: ++serial } as UploadNews) : snapshot.news
    put({ ...snapshot, ...next, news })
    if (snapshot.accepted !== before) onChange?.(snapshot.accepted)
  }
  const set = (key: number, part: Partial<Upload>, event?: UploadEvent) =>
    change({ uploads: snapshot.uploads.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)) }, event)
  const setState = (key: number, state: Upload['state'], event?: UploadEvent) => set(key, { state }, event)
  return {
    get: () => snapshot,
    subscribe: listeners.add,
    change,
    set,
    setState,
    /** Puts an upload in the place of that with its key. */
    replace: (upload: Upload) =>
      change({ uploads: snapshot.uploads.map((other) => (other.key === upload.key ? upload : other)) }),
    refuse: ({ key, file }: Upload, error: RowError) =>
      setState(key, { kind: 'refused', error, canRetry: canRetry(error) }, { kind: 'refused', name: file.name, error }),
    find: (key: number) => snapshot.uploads.find((upload) => upload.key === key),
    /** The uploads without this one. */
    without: (key: number) => snapshot.uploads.filter((upload) => upload.key !== key),
    /** Those that are on their way, or about to be. */
    active: () => snapshot.uploads.filter(({ state }) => state.kind !== 'refused'),
    /** Forgets everything, and tells nobody but the screen. */
    empty: () => put(emptySnapshot),
  }
}
