import { type DocumentKey, documentKeys, registerLimits } from '@portal/contract'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createServerUploads } from '#form/upload/server-uploads.ts'
import type { UploadQueue } from '#form/upload/upload-queue.ts'
import { type AcceptedFile, isUploading } from '#form/upload/upload-rules.ts'
import { onQuickExit } from '#lib/page/quick-exit.ts'
import type { FormDraft } from './association-draft.ts'

type Queues = Readonly<Record<DocumentKey, UploadQueue>>
type OnChange = (key: DocumentKey, files: readonly AcceptedFile[]) => void

/** The files of an application, a queue for each type of document. They go on arriving while another tab is open. */
export function useDocuments(draft: FormDraft, onChange: OnChange) {
  const latest = useRef(onChange)
  latest.current = onChange
  const begin = (from: FormDraft): Queues =>
    Object.fromEntries(
      documentKeys.map((key) => {
        const options = { isPdfOnly: true, most: registerLimits.documentsOfType }
        const accepted = from[key] as readonly AcceptedFile[] | undefined
        const tell = (files: readonly AcceptedFile[]) => latest.current(key, files)
        return [key, createServerUploads('report', { ...options, accepted, onChange: tell })]
      }),
    ) as Queues
  const [queues, setQueues] = useState(() => begin(draft))
  useEffect(() => {
    const clear = () => {
      for (const key of documentKeys) queues[key].clear()
    }
    const forget = onQuickExit(clear)
    return () => {
      forget()
      clear()
    }
  }, [queues])
  return { queues, waiting: useWaiting(queues), restart: (from: FormDraft) => setQueues(begin(from)) }
}

const marks = { running: 'r', failed: 'f', none: '-' } as const

/** The documents with files that are still on their way, and with files that were refused. */
function useWaiting(queues: Queues) {
  const subscribe = (tell: () => void) => {
    const ends = documentKeys.map((key) => queues[key].subscribe(tell))
    return () => {
      for (const end of ends) end()
    }
  }
  const markOf = (key: DocumentKey) => {
    const files = queues[key].get()
    if (files.uploads.length === 0) return marks.none
    return isUploading(files) ? marks.running : marks.failed
  }
  const snapshot = () => documentKeys.map(markOf).join('')
  const state = useSyncExternalStore(subscribe, snapshot, snapshot)
  const marked = (mark: string) => documentKeys.filter((_key, index) => state[index] === mark)
  return { running: marked(marks.running), failed: marked(marks.failed) }
}
