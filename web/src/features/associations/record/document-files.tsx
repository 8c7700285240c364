import type { FileRef } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { FileList } from '#record/file-list.tsx'
import type { Elements } from '#ui/elements.tsx'

export interface DocumentFilesProps {
  readonly files: readonly FileRef[]
  /** The button that shows a file in place. */
  readonly buttonOf: (file: FileRef) => Elements
}

/** Files by name, each to be saved or read in place. */
export function DocumentFiles({ files, buttonOf }: DocumentFilesProps) {
  const { t } = useTranslation()
  if (files.length === 0) return <p className="not-given">{t('register.documents.none')}</p>
  return <FileList files={files} buttonOf={buttonOf} />
}
