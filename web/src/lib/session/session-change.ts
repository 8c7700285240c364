import { homeOf, mayOpen, paths, type User } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { forgetDesk } from '../drafts/tab-store.ts'
import { siteHref } from '../page/page-settings.ts'
import { currentUserQuery } from './current-user.ts'
import { readReturn } from './return-path.ts'
import { readingOf, sessionClock } from './session-clock.ts'

/** How a page passes from one person or role to another, or to nobody: nothing of what was read before is left. */
export function useSessionChange() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMemo(() => {
    return {
      /** The page shows the person from now on, on the page wanted if it is there for their role, else on its first. */
      async enter(user: User, wanted?: unknown) {
        const { selectedRole } = user
        const asked = readReturn(wanted)
        const href = asked && mayOpen(asked, selectedRole) ? asked : (homeOf(selectedRole) ?? paths.userNotAllowed)
        sessionClock.change(true)
        try {
          queryClient.clear()
          forgetDesk(user.id)
          queryClient.setQueryData(currentUserQuery.queryKey, user)
          sessionClock.begin(readingOf(Date.now(), user.secondsLeft))
          await router.navigate({ href: siteHref(href), ignoreBlocker: true })
        } finally {
          sessionClock.change(false)
        }
      },

      /** Nothing of the office is shown any more, and the login takes its place. */
      async leave() {
        sessionClock.change(true)
        await router.navigate({ href: siteHref(paths.login), ignoreBlocker: true })
        queryClient.clear()
        forgetDesk()
        sessionClock.forget()
      },
    }
  }, [queryClient, router])
}
