import { deleteView, listSavedViews, saveView } from '@portal/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'

export const savedViewsQuery = queryOptions({
  queryKey: ['cases', 'savedViews'],
  queryFn: async ({ signal }) => (await call(listSavedViews, {}, { signal })).rows,
  staleTime: 60_000,
  meta: { isHandled: true },
})

type NewView = Parameters<typeof call<typeof saveView>>[1]

export function useSaveView(onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (view: NewView) => call(saveView, view),
    onSuccess: ({ rows }) => {
      queryClient.setQueryData(savedViewsQuery.queryKey, rows)
      onDone()
    },
  })
}

export function useDeleteView() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (id: number) => call(deleteView, { body: { id } }),
    onSuccess: ({ rows }) => queryClient.setQueryData(savedViewsQuery.queryKey, rows),
  })
}
