import { defaults, type Field, type ReferenceItem, type ReferenceList, referenceLists } from '@portal/contract'
import { queryOptions, useIsFetching, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { loadPart } from '#lib/api/lazy-part.ts'
import type { Narrowed } from './reference-calls.ts'

/** What calls the server is loaded with the first list that the page did not bring. */
const calls = () => loadPart(() => import('./reference-calls.ts'))

// A list that is there is not fetched again while the page lives (specification §3).
const forLife = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  // One that did not come is asked for again by itself.
  refetchOnReconnect: true,
} as const

/** The reference lists in one answer, for the office. A public field fetches its own list when it is shown: 11 kB less in the first load. */
export const bundleQuery = () =>
  queryOptions({
    queryKey: ['reference', 'bundle', i18next.language],
    queryFn: async () => (await calls()).fetchBundle(i18next.language),
    meta: { isReference: true },
    ...forLife,
  })

const listQuery = (list: ReferenceList, { parentId, place }: Narrowed, isOn: boolean) =>
  queryOptions({
    queryKey: ['reference', list, parentId, i18next.language, place],
    queryFn: async () => (await calls()).fetchList(list, i18next.language, { parentId, place }),
    enabled: isOn,
    meta: { isReference: true },
    ...forLife,
  })

const none: readonly ReferenceItem[] = []

interface List {
  readonly items: readonly ReferenceItem[]
  /** True where the list was asked for and did not come. */
  readonly hasFailed: boolean
  readonly isLoading: boolean
  readonly reload: () => void
}

/** The options of a field, all or those of the parent's choice. A list that the page preloads is not fetched. */
export function useList(field: Field, parentId: number | undefined): List {
  const queryClient = useQueryClient()
  const { list } = field
  const isReady = list !== undefined && (field.parent === undefined || parentId !== undefined)
  const { data, isError, isFetching, refetch } = useQuery({
    ...listQuery(list ?? 'region', { parentId, place: field.place }, isReady),
    initialData: () =>
      list && field.place === undefined
        ? under(queryClient.getQueryData(bundleQuery().queryKey)?.[list], parentId)
        : undefined,
  })
  const items = isReady && data ? data : none
  return {
    items: list === 'nation' ? homeFirst(items) : items,
    hasFailed: isReady && isError,
    isLoading: isFetching,
    reload: () => void refetch(),
  }
}

/** The label of an entry of whatever lists have come by now. */
export function useKnownLabel(): (list: ReferenceList, id: number) => string | undefined {
  const queryClient = useQueryClient()
  return (list, id) => {
    const bundled = queryClient.getQueryData(bundleQuery().queryKey)?.[list] ?? []
    const fetched = queryClient.getQueriesData<ReferenceItem[]>({ queryKey: ['reference', list] })
    return [...bundled, ...fetched.flatMap(([, items]) => items ?? [])].find((item) => item.id === id)?.label
  }
}

/** Puts a new entry into the lists that have come, so that it can be chosen at once. */
export function useNewChoice(): (list: ReferenceList, item: ReferenceItem) => void {
  const queryClient = useQueryClient()
  return (list, item) => {
    const add = (items: ReferenceItem[] = []) =>
      items.some(({ id }) => id === item.id) ? items : [...items, item].sort(byLabel)
    queryClient.setQueryData(bundleQuery().queryKey, (lists) => lists && { ...lists, [list]: add(lists[list]) })
    queryClient.setQueriesData<ReferenceItem[]>({ queryKey: ['reference', list] }, add)
  }
}

const byLabel = (one: ReferenceItem, other: ReferenceItem) => one.label.localeCompare(other.label, 'it')

/** What of a list stands below a choice. */
const under = (items: ReferenceItem[] | undefined, parentId: number | undefined) =>
  parentId === undefined ? items : items?.filter((item) => item.parentId === parentId)

/** The calls for a list that the bundle does not bring: one for each parent where it is too long to be read without. */
function callsFor(list: ReferenceList | undefined, parentIds: readonly number[]) {
  if (list === undefined || referenceLists[list].inBundle) return []
  const parents = 'needsParent' in referenceLists[list] ? parentIds : [undefined]
  return parents.map((parentId) => listQuery(list, { parentId }, true))
}

/** A whole list; of one that is too long what stands under any of several choices. */
export function useWholeList(list: ReferenceList | undefined, parentIds: readonly number[]): readonly ReferenceItem[] {
  const { data: bundle } = useQuery(bundleQuery())
  const fetched = useQueries({
    queries: callsFor(list, parentIds),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  const items = (list && bundle?.[list]) ?? fetched
  return list === 'nation' ? homeFirst(items) : items
}

/** True while a reference list that the page needs loads for the first time; false too when that failed. */
export const useIsLoadingLists = (): boolean =>
  useIsFetching({ predicate: ({ meta, state }) => meta?.isReference === true && state.data === undefined }) > 0

/** Italia stands at the head of the nations: most people choose it. */
const homeFirst = (nations: readonly ReferenceItem[]) =>
  [...nations].sort((a, b) => Number(b.id === defaults.nationId) - Number(a.id === defaults.nationId))
