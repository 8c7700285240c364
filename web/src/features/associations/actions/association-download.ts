import { getAssociationSheet } from '@portal/contract'
import { callFile } from '#lib/api/call.ts'
import { useDocumentDownload } from '#lib/files/file-download.tsx'

/** Saves the whole association as a PDF. */
export const useAssociationDownload = (id: number) =>
  useDocumentDownload(String(id), (query) => callFile(getAssociationSheet, { params: { id }, query }))
