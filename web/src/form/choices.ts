import { defaults, type Field, listAtPath, type ReferenceItem, type ReferenceList } from '@portal/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { loadPart } from '#lib/lazy-part.ts'

/** What calls the server is loaded with the first list that the page did not bring. */
const calls = () => loadPart(() => import('./reference-calls.ts'))

// A list that is there is not fetched again while the page lives (specification §3).
const forLife = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const

/** The reference lists in one answer. */
export const bundleQuery = () =>
  queryOptions({
    queryKey: ['reference', 'bundle', i18next.language],
    queryFn: async () => (await calls()).fetchBundle(i18next.language),
    meta: { isReference: true },
    ...forLife,
  })

const listQuery = (list: ReferenceList, parentId: number | undefined, isOn: boolean) =>
  queryOptions({
    queryKey: ['reference', list, parentId, i18next.language],
    queryFn: async () => (await calls()).fetchList(list, i18next.language, parentId),
    enabled: isOn,
    meta: { isReference: true },
    ...forLife,
  })

const none: readonly ReferenceItem[] = []

/** The entries that a field offers, all or those under the parent's choice. A list that the bundle brought is not fetched. */
export const useChoices = (field: Field, parentId: number | undefined): readonly ReferenceItem[] =>
  useList(field, parentId).items

interface List {
  readonly items: readonly ReferenceItem[]
  /** True where the list was asked for and did not come. */
  readonly hasFailed: boolean
  readonly isLoading: boolean
  readonly reload: () => void
}

/** The same with what became of the call. */
export function useList(field: Field, parentId: number | undefined): List {
  const queryClient = useQueryClient()
  const list = listAtPath(field.list ?? '')
  const isReady = list !== undefined && (field.parent === undefined || parentId !== undefined)
  const { data, isError, isFetching, refetch } = useQuery({
    ...listQuery(list ?? 'region', parentId, isReady),
    initialData: () => (list && queryClient.getQueryData(bundleQuery().queryKey)?.[list]) || undefined,
  })
  const items = isReady && data ? data : none
  return {
    items: list === 'nation' ? homeFirst(items) : items,
    hasFailed: isReady && isError,
    isLoading: isFetching,
    reload: () => void refetch(),
  }
}

/** Italia stands at the head of the nations: most people choose it. */
const homeFirst = (nations: readonly ReferenceItem[]) =>
  nations.toSorted((a, b) => Number(b.id === defaults.nationId) - Number(a.id === defaults.nationId))
