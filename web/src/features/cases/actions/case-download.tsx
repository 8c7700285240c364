import { type CaseDetail, channelIds, getCaseSheet, getInPersonRecord } from '@portal/contract'
import { callFile } from '#lib/api/call.ts'
import { useDocumentDownload } from '#lib/files/file-download.tsx'

/** Saves the whole case as a PDF. */
export const useCaseDownload = ({ id }: Pick<CaseDetail, 'id'>) =>
  useDocumentDownload(String(id), (query) => callFile(getCaseSheet, { params: { id }, query }))

/** Saves the record of a report made in person, to be signed. */
export const useInPersonRecord = ({ id }: Pick<CaseDetail, 'id'>) =>
  useDocumentDownload(`${id}-verbale`, (query) => callFile(getInPersonRecord, { params: { id }, query }))

/** Whether the reporter came in person, and signs a record. */
export const isInPerson = ({ values }: Pick<CaseDetail, 'values'>) => values.channelId === channelIds.inPerson
