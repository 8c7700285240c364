import { listColleagues } from '@portal/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The enabled operators, by surname, to choose from. */
export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: ({ signal }) => call(listColleagues, {}, { signal }),
  staleTime: 60_000,
  meta: { isHandled: true },
})

/** The same as options of a list, by id. */
export function useColleagueOptions() {
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  return colleagues.map(({ id, lastName, firstName }) => ({ id: String(id), label: `${lastName} ${firstName}` }))
}
