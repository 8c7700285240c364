import type { Endpoint, Page } from '@portal/contract'
import type * as z from 'zod/mini'
import { call } from '#lib/api/call.ts'
import type { List, ListRow } from './list.ts'

type PageCall<Row extends ListRow, F extends object> = Endpoint & {
  readonly query: z.ZodMiniType<{ readonly filters?: F | undefined }>
  readonly reply: z.ZodMiniType<Page<Row>>
}

/** The same list by POST, with the filters that no address may contain. */
type SearchCall<Row extends ListRow, F extends object> = Endpoint & {
  readonly body: z.ZodMiniType<{ readonly filters?: F | undefined }>
  readonly reply: z.ZodMiniType<Page<Row>>
}

/**
 * What a list has from its endpoint: its name, how its pages are fetched and cached, and its sort columns. Its filters are those
 * of the call, or with sealed filters those of `search`. A list with other needs names its own members after these.
 */
export const fromEndpoint = <Row extends ListRow, F extends object, S extends F = F>(
  endpoint: PageCall<Row, F>,
  search?: SearchCall<Row, S>,
) => ({
  name: endpoint.path,
  queryKey: [endpoint.path],
  fetchPage: (({ page, filters, isSealed }, signal) =>
    search && isSealed
      ? call(search, { body: { ...page, filters } }, { signal })
      : call(endpoint, { query: { ...page, filters } }, { signal })) as List<Row, S>['fetchPage'],
  ...(endpoint.sorts && { sorts: endpoint.sorts }),
})

/** The same of a list that has a call by POST only. */
export const fromSearch = <Row extends ListRow, F extends object>(search: SearchCall<Row, F>) => ({
  name: search.path,
  queryKey: [search.path],
  fetchPage: (({ page, filters }, signal) => call(search, { body: { ...page, filters } }, { signal })) as List<
    Row,
    F
  >['fetchPage'],
})
