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

const empty: UploadSnapshot = { accepted: [], uploads: [], news: undefined, isFull: false }

/** The state of an upload queue, and its listeners. */
export function createUploadStore(
  accepted: readonly AcceptedFile[] = [],
  onChange?: (accepted: readonly AcceptedFile[]) => void,
) {
  const listeners = new Set<() => void>()
  let snapshot: UploadSnapshot = { ...empty, accepted }
  let serial = 0

  const replace = (next: UploadSnapshot) => {
    snapshot = next
    for (const listener of listeners) listener()
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
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
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
    empty: () => replace(empty),
  }
}
