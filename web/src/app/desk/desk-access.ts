import { can, mayOpen, paths, type User } from '@portal/contract'
import { redirect } from '@tanstack/react-router'
import { CallError } from '#lib/api/call-error.ts'
import { queryClient } from '#lib/api/queries.tsx'
import { currentUserQuery } from '#lib/session/current-user.ts'

/** The signed-in user. Redirects to the login, and back after it, or to the page that denies access (specification §6). */
export async function signedInUser(wanted: string) {
  try {
    return await queryClient.ensureQueryData(currentUserQuery)
  } catch (error) {
    const status = error instanceof CallError ? error.status : undefined
    if (status === 401) throw redirect({ to: paths.login, search: { ritorno: wanted }, replace: true })
    if (status === 403) throw redirect({ to: paths.notAuthorized, replace: true })
    throw error
  }
}

/** True if a user has access: enabled and, for an association's operator, with an association. */
export const hasAccess = ({ isEnabled, selectedRole, associations }: User) =>
  isEnabled && (!can('personalArea', selectedRole) || associations.length > 0)

/** Redirects users without permission for a page of the office to the page that denies access. */
export function admit(path: string, { selectedRole }: User) {
  if (!mayOpen(path, selectedRole)) throw redirect({ to: paths.notAuthorized, replace: true })
}
