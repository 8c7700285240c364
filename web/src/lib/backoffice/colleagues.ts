import { listColleagues } from '@portal/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The enabled people who work here, by surname, to choose from. */
export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: ({ signal }) => call(listColleagues, {}, { signal }),
  staleTime: 60_000,
  meta: { isHandled: true },
})
