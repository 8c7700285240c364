import { type CaseDetail, channelIds, getCaseSheet, getInPersonRecord, getInPersonRecordWord } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { callFile } from '#lib/api/call.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { useDocumentDownload } from '#lib/files/file-download.tsx'
import { saveFile } from '#lib/files/save-file.ts'

/** Saves the whole case as a PDF. */
export const useCaseDownload = ({ id }: Pick<CaseDetail, 'id'>) =>
  useDocumentDownload(String(id), (query) => callFile(getCaseSheet, { params: { id }, query }))

/** Saves the record of a report made in person, to be signed. */
export const useInPersonRecord = ({ id }: Pick<CaseDetail, 'id'>) =>
  useDocumentDownload(`${id}-verbale`, (query) => callFile(getInPersonRecord, { params: { id }, query }))

/** The same as a document to complete. */
export const useInPersonWord = ({ id }: Pick<CaseDetail, 'id'>) =>
  useMutation({
    meta: { isHandled: true },
    mutationFn: async () => saveFile(`${id}-verbale.docx`, await callFile(getInPersonRecordWord, { params: { id } })),
    onError: notifyError,
  })

/** Whether the reporter came in person, and signs a record. */
export const isInPerson = ({ values }: Pick<CaseDetail, 'values'>) => values.channelId === channelIds.inPerson
