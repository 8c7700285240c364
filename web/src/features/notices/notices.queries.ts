import { listNotices, type Notice, type ReadNotices, readNotices } from '@portal/contract'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { firstPage, nextPageOf } from '#lib/api/next-page.ts'
import { badgesQuery, registerCountsQuery } from '#lib/backoffice/badges.ts'

const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices'],
  queryFn: ({ pageParam, signal }) => call(listNotices, { query: pageParam }, { signal }),
  initialPageParam: firstPage,
  getNextPageParam: nextPageOf,
  meta: { isHandled: true },
})

/** The notices of the user, a page at a time. */
export function useNotices() {
  const queryClient = useQueryClient()
  const { data, isFetching, refetch, ...earlier } = useInfiniteQuery({ ...noticesQuery, enabled: false })
  return {
    notices: data?.pages.flatMap(({ rows }) => rows),
    isFetching,
    earlier,
    /** Loads the newest page again and drops the earlier ones. */
    open: async () => {
      queryClient.setQueryData(
        noticesQuery.queryKey,
        (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
      )
      await refetch()
    },
    showEarlier: earlier.fetchNextPage,
  }
}

/** Marks notices as read; list and counter follow at once. */
export function useReadNotices() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (which: ReadNotices) => call(readNotices, { body: which }),
    onSuccess: ({ unread }, { ids = [], upTo = 0 }) => {
      const readAt = new Date()
      const withRead = (row: Notice) => (row.id <= upTo || ids.includes(row.id) ? { readAt, ...row } : row)
      queryClient.setQueryData(badgesQuery.queryKey, (badges) => badges && { ...badges, notices: unread })
      queryClient.setQueryData(registerCountsQuery.queryKey, (counts) => counts && { ...counts, notices: unread })
      queryClient.setQueryData(
        noticesQuery.queryKey,
        (known) =>
          known && { ...known, pages: known.pages.map((page) => ({ ...page, rows: page.rows.map(withRead) })) },
      )
    },
  })
}
