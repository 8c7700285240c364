import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { CallError } from '#lib/api/call-error.ts'
import { operatorQuery } from './operators.queries.ts'

/** The account that the address names. */
export function useOperator() {
  const { id } = useSearch({ strict: false }) as { id?: unknown }
  const operatorId = Number(id)
  const isId = Number.isSafeInteger(operatorId) && operatorId > 0
  const query = useQuery({ ...operatorQuery(operatorId), enabled: isId })
  const { error } = query
  const isMissing = !isId || (error instanceof CallError && [400, 403, 404].includes(error.status))
  return { ...query, operatorId, isMissing }
}
