import { can, type Role } from '../session/roles.ts'
import { paths, type SitePath } from './paths.ts'

/** The first page of a role; undefined where it has none. */
export function homeOf(role: Role): SitePath | undefined {
  if (can('cases', role)) return paths.deskHome
  if (can('register', role)) return paths.registerHome
  return can('personalArea', role) ? paths.personalArea : undefined
}
