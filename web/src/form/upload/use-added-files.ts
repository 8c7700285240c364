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
  const error = ():
    | 'caseDocuments.filesUnderWay'
    | 'caseDocuments.filesRefused'
    | 'caseDocuments.filesMissing'
    | undefined => {
    if (uploads.length > 0)
      return isUploading(queue.get()) ? 'caseDocuments.filesUnderWay' : 'caseDocuments.filesRefused'
    return accepted.length === 0 ? 'caseDocuments.filesMissing' : undefined
  }
  return {
    queue,
    accepted,
    error: error(),
    hasAny: uploads.length > 0 || accepted.length > 0,
    /** After files were added: the record has room for so many fewer. */
    settle: (added: readonly { readonly id: string }[]) => {
      forgetUploads(added.map(({ id }) => id))
      queue.clear()
      setQueue(begin(most - added.length))
    },
  }
}
