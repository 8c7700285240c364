import { can, countNewRequests, getBadges, limits } from '@portal/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useUser } from '../session/current-user.ts'

export const badgesQuery = queryOptions({
  queryKey: ['cases', 'badges'],
  queryFn: () => call(getBadges, {}),
  refetchInterval: limits.badgePollMs,
  meta: { isHandled: true },
})

/** Badge counters, every five seconds while the tab is visible; undefined for roles without cases. */
export function useBadges() {
  const { selectedRole } = useUser()
  return useQuery({ ...badgesQuery, enabled: can('cases', selectedRole) }).data
}

export const registerCountsQuery = queryOptions({
  queryKey: ['associations', 'counts'],
  queryFn: () => call(countNewRequests, {}),
  refetchInterval: limits.badgePollMs,
  meta: { isHandled: true },
})

/** The counters of the register in the same way; undefined for roles without the register. */
export function useRegisterCounts() {
  const { selectedRole } = useUser()
  return useQuery({ ...registerCountsQuery, enabled: can('register', selectedRole) }).data
}

/** How many notices the user has not read; counted with the cases, or for roles without cases with the register. */
export function useUnreadNotices(): number | undefined {
  const { selectedRole } = useUser()
  const isOfRegister = !can('cases', selectedRole) && can('register', selectedRole)
  const register = useQuery({ ...registerCountsQuery, enabled: isOfRegister }).data
  return (useBadges() ?? register)?.notices
}
