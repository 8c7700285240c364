import type { Endpoint, Page } from '@portal/contract'
import type * as z from 'zod/mini'
import { call } from '#lib/api/call.ts'
import type { List, ListRow } from './list.ts'

type PageCall<Row extends ListRow, F extends object> = Endpoint & {
  readonly query: z.ZodMiniType<{ readonly filters?: F | undefined }>
  readonly reply: z.ZodMiniType<Page<Row>>
}

/**
 * What a list has from its endpoint: its name, how its pages are fetched and cached, and its sort columns. Its filters are those
 * of the call. A list with other needs names its own members after these.
 */
export const fromEndpoint = <Row extends ListRow, F extends object>(endpoint: PageCall<Row, F>) => ({
  name: endpoint.path,
  queryKey: [endpoint.path],
  fetchPage: (({ page, filters }, signal) => call(endpoint, { query: { ...page, filters } }, { signal })) as List<
    Row,
    F
  >['fetchPage'],
  ...(endpoint.sorts && { sorts: endpoint.sorts }),
  layout: 'form' as const,
})
