import { getCurrentUser, type Role, type User } from '@portal/contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Whoever is signed in. */
export const currentUserQuery = queryOptions({
  queryKey: ['session', 'user'],
  queryFn: () => call({ ...getCurrentUser, silent: true }, {}),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isHandled: true },
})

/** The person signed in, on pages that only such a person reaches. */
export const useUser = (): User & { selectedRole: Role } => useSuspenseQuery(currentUserQuery).data
