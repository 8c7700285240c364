import { mayEnter, paths, type Role } from '@portal/contract'

/** The page that a role begins on. */
export function homeOf(role: Role): string | undefined {
  if (mayEnter('cases', role)) return paths.deskHome
  if (mayEnter('register', role)) return paths.registerHome
  return mayEnter('personalArea', role) ? paths.personalArea : undefined
}
