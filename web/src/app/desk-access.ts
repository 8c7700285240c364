import { mayEnter, mayOpen, paths, type User } from '@portal/contract'
import { redirect } from '@tanstack/react-router'
import { CallError } from '#lib/api/call-error.ts'
import { queryClient } from '#lib/api/queries.tsx'
import { currentUserQuery } from '#lib/session/current-user.ts'

/** Whoever is signed in; who is not goes to the login and comes back, who may not to the page that says so (specification §6). */
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

/** Whether somebody signed in has anything to do here: enabled and, in an association's name, with an association. */
export const hasAccess = ({ isEnabled, selectedRole, associations }: User) =>
  isEnabled && (!mayEnter('personalArea', selectedRole) || associations.length > 0)

/** Sends whoever may not open a page of the office to the page that says so. */
export function admit(path: string, { selectedRole }: User) {
  if (!mayOpen(path, selectedRole)) throw redirect({ to: paths.notAuthorized, replace: true })
}
