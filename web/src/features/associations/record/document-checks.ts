import {
  type AssociationDetail,
  type AssociationHead,
  approvalOf,
  checkAssociationDocuments,
  checklistOf,
  type DocumentKey,
  documentKeys,
  documentTypes,
  uncheckedTypesOf,
} from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { associationQuery } from '../associations.queries.ts'

/** The documents that the approval needs; none where no approval is due. */
export function documentsToCheck(record: Pick<AssociationHead, 'status'>): DocumentKey[] {
  const approval = approvalOf(record.status)
  const types = approval ? checklistOf(approval) : []
  return documentKeys.filter((key) => types.includes(documentTypes[key]))
}

/** The documents that the approval needs and nobody has checked yet. */
export function uncheckedDocuments({
  status,
  checkedDocuments,
}: Pick<AssociationHead, 'status' | 'checkedDocuments'>): DocumentKey[] {
  const types = uncheckedTypesOf(status, checkedDocuments) ?? []
  return documentKeys.filter((key) => types.includes(documentTypes[key]))
}

/** Saves the checklist at each change; the page shows the change at once, and takes it back where saving fails. */
export function useDocumentChecks(record: AssociationDetail) {
  const queryClient = useQueryClient()
  const { queryKey } = associationQuery(record.id)
  const show = (checkedDocuments: readonly number[]) =>
    queryClient.setQueryData(queryKey, (now) => now && { ...now, checkedDocuments: [...checkedDocuments] })
  const { mutate } = useMutation({
    meta: { isHandled: true },
    // One after the other: the last list that was sent is the one that stays.
    scope: { id: `association.${record.id}.checks` },
    mutationFn: ({ types }: { readonly types: readonly number[]; readonly before: readonly number[] }) =>
      call(checkAssociationDocuments, { body: { id: record.id, types: [...types] } }),
    onError: (error, { before }) => {
      show(before)
      notifyError(error)
    },
  })
  return (key: DocumentKey, isChecked: boolean) => {
    const before = queryClient.getQueryData(queryKey)?.checkedDocuments ?? record.checkedDocuments
    const others = before.filter((type) => type !== documentTypes[key])
    const types = isChecked ? [...others, documentTypes[key]].sort((one, other) => one - other) : others
    show(types)
    mutate({ types, before })
  }
}
