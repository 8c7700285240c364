import { can, type Permission, type Role } from '../session/roles.ts'
import { protectedPages } from './paths.ts'

const permissionsByPath = new Map<string, readonly (Permission | null)[]>(
  Object.values(protectedPages).map(([path, ...permissions]) => [path, permissions]),
)

/** Whether a role may open a page for signed-in users, by its path with or without a query. False for other pages. */
export function mayOpen(address: string, role: Role): boolean {
  const permissions = permissionsByPath.get(address.replace(/\/*(?:[?#].*)?$/s, '')) ?? []
  return permissions.length > 0 && permissions.every((permission) => permission === null || can(permission, role))
}
