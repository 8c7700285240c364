import { limits, listNotices, readNotices } from '@portal/contract'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { badgesQuery } from '#lib/badges.ts'
import { call } from '#lib/call.ts'

const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices'],
  queryFn: ({ pageParam, signal }) => call(listNotices, { query: pageParam }, { signal }),
  initialPageParam: {} as { readonly from?: number; readonly to?: number; readonly after?: string },
  getNextPageParam: ({ from, rows, count, lastKey }) => {
    const next = from + rows.length
    if (rows.length === 0 || next > count) return undefined
    // By key: what comes meanwhile moves nothing.
    return { from: next, to: next + limits.page.rows - 1, ...(lastKey !== undefined && { after: lastKey }) }
  },
  meta: { isHandled: true },
})

/** What the office told whoever is signed in, a page at a time. What was shown counts as read, and nothing else does. */
export function useNotices() {
  const queryClient = useQueryClient()
  const { data, isFetching, refetch, ...earlier } = useInfiniteQuery({ ...noticesQuery, enabled: false })
  const markRead = useReading()
  const markShown = ({ data: shown, isSuccess }: Awaited<ReturnType<typeof refetch>>) => {
    const last = isSuccess ? (shown?.pages.at(-1)?.rows ?? []) : []
    const ids = last.filter(({ readAt }) => readAt === undefined).map(({ id }) => id)
    if (ids.length > 0) markRead(ids)
  }
  return {
    notices: data?.pages.flatMap(({ rows }) => rows),
    isFetching,
    earlier,
    /** Begins anew with the newest. */
    open: async () => {
      queryClient.setQueryData(
        noticesQuery.queryKey,
        (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
      )
      markShown(await refetch())
    },
    showEarlier: async () => markShown(await earlier.fetchNextPage()),
  }
}

/** Marks notices as read; the counter follows at once. */
function useReading() {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    meta: { isHandled: true },
    mutationFn: (ids: number[]) => call(readNotices, { body: { ids } }),
    onSuccess: ({ unread }) =>
      queryClient.setQueryData(badgesQuery.queryKey, (badges) => badges && { ...badges, notices: unread }),
  })
  return mutate
}
