import {
  actOnSummary,
  getSummary,
  type SummaryActionWord,
  type SummaryInput,
  type SummaryTexts,
} from '@portal/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { useCaseRefresh } from '../actions/case-commands.queries.ts'

export const summaryQuery = (id: number) =>
  queryOptions({
    queryKey: ['cases', 'assessment-summary', id],
    queryFn: ({ signal }) => call(getSummary, { params: { id } }, { signal }),
    meta: { isHandled: true },
  })

interface Act extends SummaryInput {
  readonly action: SummaryActionWord
  readonly version: number
  readonly texts?: SummaryTexts
}

/** Performs an action on the summary of an assessment; `onDone` comes after the new state is shown. */
export function useSummaryAct(id: number, onDone?: (action: SummaryActionWord) => void) {
  const queryClient = useQueryClient()
  const refresh = useCaseRefresh()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (body: Act) => call(actOnSummary, { params: { id }, body }),
    onSuccess: (changed, { action }) => {
      queryClient.setQueryData(summaryQuery(id).queryKey, changed)
      void refresh(id)
      onDone?.(action)
    },
  })
}
