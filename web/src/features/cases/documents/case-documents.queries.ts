import { addCaseDocuments, type CaseDocuments, listCaseDocuments, removeCaseDocument } from '@portal/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'

export const documentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['cases', 'documents', id],
    queryFn: ({ signal }) => call(listCaseDocuments, { params: { id } }, { signal }),
    meta: { isHandled: true },
  })

/** Stores the documents that a change returns, and invalidates the history of the case. */
function useDocumentChange<I>(caseId: number, change: (input: I) => Promise<CaseDocuments>) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: change,
    onSuccess: (documents) => {
      queryClient.setQueryData(documentsQuery(caseId).queryKey, documents)
      void queryClient.invalidateQueries({ queryKey: ['cases', 'events', caseId] })
    },
  })
}

export const useAddDocuments = (id: number) =>
  useDocumentChange(id, (files: { id: string; typeId: number }[]) =>
    call(addCaseDocuments, { params: { id }, body: { files } }),
  )

export const useRemoveDocument = (id: number) =>
  useDocumentChange(id, (fileId: string) => call(removeCaseDocument, { params: { id }, body: { id: fileId } }))
