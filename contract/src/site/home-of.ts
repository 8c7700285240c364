import { mayEnter, type Role } from '../session/roles.ts'
import { paths, type SitePath } from './paths.ts'

/** The page that a role begins on. */
export function homeOf(role: Role): SitePath | undefined {
  if (mayEnter('cases', role)) return paths.deskHome
  if (mayEnter('register', role)) return paths.registerHome
  return mayEnter('personalArea', role) ? paths.personalArea : undefined
}
