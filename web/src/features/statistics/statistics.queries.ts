import { useQuery } from '@tanstack/react-query'
import { requestOf } from './comparison.rules.ts'
import type { StatisticsFilters, StatisticsSource } from './statistics-source.ts'

/** Between two calls for a result that is not ready (decisions §9). */
export const pollMs = 2000

/** Starts the counting and asks for its result until it is there. While other statistics are counted the last ones stay. */
export function useStatistics<F extends object>(source: StatisticsSource<F>, filters: StatisticsFilters<F>) {
  const request = requestOf<F>(filters, source.period)
  const queryKey = ['statistics', source.subject]
  const started = useQuery({
    queryKey: [...queryKey, request],
    queryFn: ({ signal }) => source.start(request, signal),
    meta: { isHandled: true },
  })
  const id = started.data?.id
  const result = useQuery({
    queryKey: [...queryKey, 'result', id],
    queryFn: ({ signal }) => source.get(id as number, signal),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => state.data === null && pollMs,
    placeholderData: (before) => before,
    meta: { isHandled: true },
  })
  const error = started.error ?? result.error
  const isCounting = !error && (started.isFetching || result.isPlaceholderData || !result.data)
  return {
    statistics: error ? undefined : (result.data ?? undefined),
    error,
    isCounting,
    isFetching: started.isFetching || result.isFetching,
    /** Counts again. */
    refresh: () => void started.refetch(),
  }
}
