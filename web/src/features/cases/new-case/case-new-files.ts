import { caseFields, limits } from '@portal/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createServerUploads } from '#form/upload/server-uploads.ts'
import { isUploading, type KeptFile } from '#form/upload/upload-rules.ts'
import { useUploads } from '#form/upload/use-uploads.ts'
import { noteSettled, takeBackFiles } from '#lib/files/uploaded-files.ts'
import type { CaseIssue } from '../record/case-field-texts.ts'
import type { EntryDraft } from './case-new-form.ts'

type FilesChanged = (kept: readonly KeptFile[]) => void

const beginUploads = (onChange: FilesChanged, kept?: readonly KeptFile[]) =>
  createServerUploads('case', { most: limits.caseAttachments.files, kept, onChange })

/** What a draft holds was put there by a queue like this one. */
const filesOf = ({ attachments = [] }: EntryDraft) => attachments as readonly KeptFile[]

/** The files that a new case arrived with: brought while it is typed, its own once it is saved. */
export function useEntryFiles(onChange: FilesChanged) {
  const { t } = useTranslation()
  const [queue, setQueue] = useState(() => beginUploads(onChange))
  const { uploads, kept } = useUploads(queue)
  // What is still on its way when the page is left has nowhere to go.
  useEffect(() => () => queue.clear(), [queue])
  const waiting = isUploading(queue.get()) ? t('caseNew.filesUnderWay') : t('caseNew.filesRefused')
  const issue: CaseIssue = {
    ...{ key: 'attachments', path: caseFields.attachments.wire, message: 'valore_non_valido' },
    text: waiting,
  }
  return {
    queue,
    /** A case is not saved without a file that somebody chose for it, unless they take it off the list. */
    issues: uploads.length > 0 ? [issue] : [],
    /** Goes on with the files of a draft that was kept. */
    goOn: (draft: EntryDraft) => setQueue(beginUploads(onChange, filesOf(draft))),
    settle: () => noteSettled(kept.map(({ id }) => id)),
    takeBack: (draft: EntryDraft) => takeBackFiles(filesOf(draft).map(({ id }) => id)),
  }
}
