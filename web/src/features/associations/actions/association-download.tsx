import { getAssociationSheet } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { callFile } from '#lib/api/call.ts'
import { DownloadButton, useDocumentDownload } from '#lib/files/file-download.tsx'

/** Saves the whole association as a PDF. */
export function AssociationDownload({ id }: { readonly id: number }) {
  const { t } = useTranslation()
  const download = useDocumentDownload(String(id), (query) => callFile(getAssociationSheet, { params: { id }, query }))
  return (
    <DownloadButton variant="quiet" download={download}>
      {t('register.sheet')}
    </DownloadButton>
  )
}
