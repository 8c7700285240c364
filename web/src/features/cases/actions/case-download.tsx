import { type CaseDetail, getCaseSheet } from '@portal/contract'
import { callFile } from '#lib/api/call.ts'
import { useDocumentDownload } from '#lib/files/file-download.tsx'

/** Saves the whole case as a PDF. */
export const useCaseDownload = ({ id }: Pick<CaseDetail, 'id'>) =>
  useDocumentDownload(String(id), (query) => callFile(getCaseSheet, { params: { id }, query }))
