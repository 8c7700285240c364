import { limits } from '@portal/contract'
import { useEffect, useState } from 'react'
import { createServerUploads } from '#form/upload/server-uploads.ts'
import type { UploadQueue } from '#form/upload/upload-queue.ts'
import { deleteUploads } from '#lib/files/uploaded-files.ts'
import { onReportLeft } from '#lib/page/leave-report.ts'

/** An answer that was not sent yet. */
export interface Unsent {
  readonly text: string
  readonly queue: UploadQueue
  readonly type: (text: string) => void
}

/**
 * The unsent message and its uploaded files, by the code of the report: after the end of a session, the reporter finds
 * them again with the same code. Closing the report deletes them.
 */
export function useUnsent() {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [queues] = useState(() => new Map<string, UploadQueue>())
  const drop = () => {
    for (const queue of queues.values()) {
      deleteUploads(queue.get().accepted.map(({ id }) => id))
      queue.clear()
    }
    queues.clear()
  }
  const forget = () => {
    drop()
    setTexts({})
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page is left
  useEffect(() => drop, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it changes nothing but what stays the same
  useEffect(() => onReportLeft(forget), [])
  const queueOf = (code: string) => {
    const queue =
      queues.get(code) ??
      createServerUploads('report', {
        most: limits.reportAttachments.files,
        // Who follows a report may have sent it without a name.
        asksForTraces: () => true,
      })
    queues.set(code, queue)
    return queue
  }
  return {
    answerTo: (code: string): Unsent => ({
      text: texts[code] ?? '',
      queue: queueOf(code),
      type: (text) => setTexts((before) => ({ ...before, [code]: text })),
    }),
  }
}
