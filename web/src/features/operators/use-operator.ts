import { useQuery } from '@tanstack/react-query'
import { CallError } from '#lib/api/call-error.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { operatorQuery } from './operators.queries.ts'

/** The account that the address names. */
export function useOperator() {
  const { id: operatorId = 0 } = useSiteSearch()
  const isId = operatorId > 0
  const query = useQuery({ ...operatorQuery(operatorId), enabled: isId })
  const { error } = query
  const isMissing = !isId || (error instanceof CallError && [400, 403, 404].includes(error.status))
  return { ...query, operatorId, isMissing }
}
