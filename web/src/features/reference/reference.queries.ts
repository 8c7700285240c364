import {
  type addReferenceEntry,
  type deleteReferenceEntry,
  listReferenceEntryUses,
  listReferenceLists,
  type moveReferenceEntry,
  type ReferenceEntry,
  type ReferenceList,
  type renameReferenceEntry,
  type retireReferenceEntry,
} from '@portal/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CallInput, call } from '#lib/api/call.ts'
import { notify } from '#lib/page/notices.ts'

const entriesKey = ['referenceEntries']

export const entryListKey = (list: ReferenceList) => [...entriesKey, 'list', list]

export const listsQuery = queryOptions({
  queryKey: [...entriesKey, 'lists'],
  queryFn: ({ signal }) => call(listReferenceLists, {}, { signal }),
})

export const usesQuery = (list: ReferenceList, id: number) =>
  queryOptions({
    queryKey: [...entriesKey, 'uses', list, id],
    queryFn: ({ signal }) => call(listReferenceEntryUses, { query: { list, id } }, { signal }),
  })

type EntryChange =
  | typeof addReferenceEntry
  | typeof renameReferenceEntry
  | typeof retireReferenceEntry
  | typeof moveReferenceEntry
  | typeof deleteReferenceEntry

/**
 * A change of an entry, announced by `textOf`. The pages of the lists are fetched again, and so are the choices of every form in
 * this tab.
 */
export function useEntryChange<E extends EntryChange>(
  endpoint: E,
  textOf: (entry: ReferenceEntry) => string,
  onDone?: () => void,
) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: entriesKey })
  return useMutation({
    meta: { isHandled: true },
    // One of five calls, with the input of this one, which `E` ties to it.
    mutationFn: (input: CallInput<E>): Promise<ReferenceEntry> => call(endpoint as EntryChange, input as never),
    onSuccess: async (entry) => {
      onDone?.()
      notify({ kind: 'success', body: textOf(entry) })
      await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: ['reference'], refetchType: 'all' })])
    },
    // After a conflict the list shows what the other user has changed.
    onError: refresh,
  })
}
