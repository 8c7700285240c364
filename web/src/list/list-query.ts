import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fieldErrorText } from '#lib/api/field-errors.ts'
import type { List, ListRow, ListSource, ListState } from './list.ts'
import { hereHref, neighbourHrefs, orderingsOf, rowsAt } from './list-address.ts'

/** A count is asked for by hand: it is not asked for again behind anybody's back. */
const countMs = 30_000

const placeOf = (name: string) => [name, 'words']

/** Remembers the filters that must not stand in an address; gives what names them there. */
export const rememberSealed = (queryClient: QueryClient, name: string, sealed: object): string =>
  remember(queryClient, placeOf(name), sealed)

/** What an address names; undefined where there is nothing, or nothing any more. */
export const rememberedSealed = <F extends object>(queryClient: QueryClient, name: string, id: string | undefined) =>
  remembered<F>(queryClient, placeOf(name), id)

/** The same for the page on show. */
export const useRememberedSealed = <F extends object>(name: string, id: string | undefined) =>
  rememberedSealed<F>(useQueryClient(), name, id)

/** A page of a list. */
export const pageQuery = <Row extends ListRow, F extends object>(
  source: ListSource<Row, F>,
  state: ListState<F>,
  sealed?: F,
) =>
  queryOptions({
    // A search that is asked for once more has a new name, and is asked for again.
    queryKey: [...source.queryKey, state, sealed] as readonly unknown[],
    queryFn: ({ signal }) => {
      const page = { ...rowsAt(state, state.size), orderings: orderingsOf(source.sorts, state.sort) }
      return source.fetchPage(
        { page, filters: { ...state.filters, ...sealed }, isSealed: sealed !== undefined },
        signal,
      )
    },
    placeholderData: keepPreviousData,
    meta: { isHandled: true },
  })

/** How many rows a list has, however many. */
export const countQuery = <Row extends ListRow, F extends object>(
  source: ListSource<Row, F>,
  { filters }: ListState<F>,
  sealed?: F,
) =>
  queryOptions({
    queryKey: [...source.queryKey, 'count', filters, sealed] as readonly unknown[],
    queryFn: async ({ signal }) => {
      const request = { filters: { ...filters, ...sealed }, isSealed: sealed !== undefined }
      return (await source.fetchPage({ page: { from: 1, to: 1, isExact: true }, ...request }, signal)).count
    },
    staleTime: countMs,
  })

/** The page of a list that an address asks for. A list that is too long to be sorted so is shown in the server's order. */
export function useShownPage<Row extends ListRow, F extends object>(
  list: ListSource<Row, F> & Pick<List<Row, F>, 'onShown'>,
  state: ListState<F>,
) {
  const sealed = useRememberedSealed<F>(list.name, state.sealedId)
  const sorted = useQuery(pageQuery(list, state, sealed))
  const sortError = fieldErrorText(sorted.error, 'ordinamenti')
  const unsortedState = { ...state, sort: undefined, page: 1, after: undefined, before: undefined }
  const unsorted = useQuery({ ...pageQuery(list, unsortedState, sealed), enabled: sortError !== undefined })
  const { data: page, error, isFetching, isPlaceholderData, refetch } = sortError === undefined ? sorted : unsorted
  const shown = sortError === undefined ? state : unsortedState
  const { onShown } = list
  const href = hereHref(list, shown)
  // While the next rows come, those before them are still there to be opened; only what follows them is not known.
  const { previous, next } = page && !isPlaceholderData ? neighbourHrefs(list, shown, page) : {}
  useEffect(() => {
    if (page) onShown?.({ href, ids: page.rows.map(({ id }) => id) }, { previous, next })
  }, [onShown, page, href, previous, next])
  return {
    state: shown,
    /** What is looked for without its standing in the address; none where the address names something that is forgotten. */
    sealed,
    filters: { ...shown.filters, ...sealed } as F,
    /** The address names words that this tab does not remember any more. */
    isForgotten: state.sealedId !== undefined && sealed === undefined,
    page,
    error,
    /** Why the list is not sorted as it was asked to be. */
    sortError,
    isRefreshing: isPlaceholderData,
    isFetching,
    refetch,
  }
}

/**
 * Remembers what is looked for in this page's memory and gives the name that the address carries instead: nothing of it
 * comes into the browser's history, and it goes with everything else that was read when the session ends.
 */
function remember(queryClient: QueryClient, place: readonly string[], value: unknown): string {
  // Begins with a letter: a bare number in an address comes back as one.
  const id = `r${crypto.getRandomValues(new Uint32Array(1)).join('')}`
  queryClient.setQueryDefaults(place, { gcTime: Number.POSITIVE_INFINITY })
  queryClient.setQueryData([...place, id], value)
  return id
}

/** What an address names; undefined where there is nothing, or nothing any more. */
const remembered = <T>(queryClient: QueryClient, place: readonly string[], id: string | undefined) =>
  id === undefined ? undefined : queryClient.getQueryData<T>([...place, id])
