import { getCurrentUser, type Role, type User } from '@portal/contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The user who is signed in. */
export const currentUserQuery = queryOptions({
  queryKey: ['session', 'user'],
  queryFn: () => call({ ...getCurrentUser, silent: true }, {}),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isHandled: true },
})

/** The signed-in user, on pages that require one. Suspends until the call answers, and throws its error. */
export const useUser = (): User & { selectedRole: Role } => useSuspenseQuery(currentUserQuery).data
