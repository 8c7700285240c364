import { limits } from '@portal/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createServerUploads } from '#form/upload/server-uploads.ts'
import { isUploading, type KeptFile } from '#form/upload/upload-rules.ts'
import { useUploads } from '#form/upload/use-uploads.ts'
import { noteSettled, takeBackFiles } from '#lib/files/uploaded-files.ts'
import type { EntryDraft } from './case-new-form.ts'

type FilesChanged = (kept: readonly KeptFile[]) => void

const startUploads = (onChange: FilesChanged, kept?: readonly KeptFile[]) =>
  createServerUploads('case', { most: limits.caseAttachments.files, kept, onChange })

/** The files of a draft; an upload queue like this one wrote them. */
const filesOf = ({ attachments = [] }: EntryDraft) => attachments as readonly KeptFile[]

/** The files of a new case: uploaded while the form is filled in, attached when the case is saved. */
export function useEntryFiles(onChange: FilesChanged) {
  const { t } = useTranslation()
  const [queue, setQueue] = useState(() => startUploads(onChange))
  const { uploads, kept } = useUploads(queue)
  // Leaving the page cancels the pending uploads.
  useEffect(() => () => queue.clear(), [queue])
  const waiting = isUploading(queue.get()) ? t('caseNew.filesUnderWay') : t('caseNew.filesRefused')
  return {
    queue,
    /** A chosen file that is not uploaded prevents saving until the user removes it. */
    error: uploads.length > 0 ? waiting : undefined,
    /** Restores the files of a stored draft. */
    goOn: (draft: EntryDraft) => setQueue(startUploads(onChange, filesOf(draft))),
    settle: () => noteSettled(kept.map(({ id }) => id)),
    takeBack: (draft: EntryDraft) => takeBackFiles(filesOf(draft).map(({ id }) => id)),
  }
}
