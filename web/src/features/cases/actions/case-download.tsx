import { type CaseDetail, getCaseSheet } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { callFile } from '#lib/api/call.ts'
import { DownloadButton, useDocumentDownload } from '#lib/files/file-download.tsx'

/** Saves the whole case as a PDF. */
export const useCaseDownload = ({ id }: Pick<CaseDetail, 'id'>) =>
  useDocumentDownload(String(id), (query) => callFile(getCaseSheet, { params: { id }, query }))

/** The whole case on paper. */
export function CaseDownload({ record }: { record: CaseDetail }) {
  const { t } = useTranslation()
  return (
    <DownloadButton variant="quiet" download={useCaseDownload(record)}>
      {t('caseDetail.sheet')}
    </DownloadButton>
  )
}
