import { mayEnter, type Role } from '../session/roles.ts'
import { paths, type SitePath } from './paths.ts'

/** The first page of a role; undefined where it has none. */
export function homeOf(role: Role): SitePath | undefined {
  if (mayEnter('cases', role)) return paths.deskHome
  if (mayEnter('register', role)) return paths.registerHome
  return mayEnter('personalArea', role) ? paths.personalArea : undefined
}
