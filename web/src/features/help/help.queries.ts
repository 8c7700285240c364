import { listSeenHelp, markHelpSeen } from '@portal/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { loadPart } from '#lib/api/lazy-part.ts'
import { type BookName, books } from './books.ts'

const bookQuery = (name: BookName) =>
  queryOptions({
    queryKey: ['help', 'book', name],
    queryFn: async () => (await loadPart(books[name].load)).chapters,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isHandled: true },
  })

/** The chapters of a book; of none while it is not wanted. */
export const useBook = (name: BookName, isWanted = true) => useQuery({ ...bookQuery(name), enabled: isWanted })

const seenQuery = queryOptions({
  queryKey: ['help', 'seen'],
  queryFn: ({ signal }) => call(listSeenHelp, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isHandled: true },
})

/** Whether the user has seen an item; undefined while that is unknown. */
export function useIsSeen(item: string): boolean | undefined {
  return useQuery(seenQuery).data?.items.includes(item)
}

/** Marks an item as seen. */
export function useMarkSeen() {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (item: string) => call(markHelpSeen, { body: { item } }),
    onSuccess: (seen) => queryClient.setQueryData(seenQuery.queryKey, seen),
    meta: { isHandled: true },
  })
  return mutate
}
