import { useEffect, useState } from 'react'
import { deleteUploads, forgetUploads } from '#lib/files/uploaded-files.ts'
import { createServerUploads } from './server-uploads.ts'
import { useUploads } from './upload-queue.ts'
import { isUploading } from './upload-rules.ts'

/** Files uploaded for a record of the office and not yet added to it; leaving the page deletes them. */
export function useAddedFiles(most: number) {
  const begin = (room: number) => createServerUploads('case', { most: room })
  const [queue, setQueue] = useState(() => begin(most))
  const { uploads, accepted } = useUploads(queue)
  useEffect(() => {
    return () => {
      deleteUploads(queue.get().accepted.map(({ id }) => id))
      queue.clear()
    }
  }, [queue])
  const unsettled = (): 'caseDocuments.filesUnderWay' | 'caseDocuments.filesRefused' | undefined => {
    if (uploads.length === 0) return undefined
    return isUploading(queue.get()) ? 'caseDocuments.filesUnderWay' : 'caseDocuments.filesRefused'
  }
  const missing: 'caseDocuments.filesMissing' | undefined =
    accepted.length === 0 ? 'caseDocuments.filesMissing' : undefined
  return {
    queue,
    accepted,
    /** Why the files cannot be added yet, where there may be none; `error` where there must be some. */
    unsettled: unsettled(),
    error: unsettled() ?? missing,
    hasAny: uploads.length > 0 || accepted.length > 0,
    /** After files were added: the record has room for so many fewer. */
    settle: (added: readonly { readonly id: string }[]) => {
      forgetUploads(added.map(({ id }) => id))
      queue.clear()
      setQueue(begin(most - added.length))
    },
  }
}
