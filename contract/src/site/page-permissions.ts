import { can, type Permission, type Role } from '../session/roles.ts'
import { protectedPages } from './paths.ts'

const permissionByPath = new Map<string, Permission | null>(Object.values(protectedPages))

/** Whether a role may open a page for signed-in users, by its path with or without a query. False for other pages. */
export function mayOpen(address: string, role: Role): boolean {
  const permission = permissionByPath.get(address.replace(/\/*(?:[?#].*)?$/s, ''))
  return permission === null || (permission !== undefined && can(permission, role))
}
