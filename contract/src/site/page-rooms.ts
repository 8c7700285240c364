import { mayEnter, type Role, type Room } from '../session/roles.ts'
import { protectedPages } from './paths.ts'

const roomByPath = new Map<string, Room | null>(Object.values(protectedPages))

/** Whether a role may open a page for signed-in users, by its path with or without a query. False for other pages. */
export function mayOpen(address: string, role: Role): boolean {
  const room = roomByPath.get(address.replace(/\/*(?:[?#].*)?$/s, ''))
  return room === null || (room !== undefined && mayEnter(room, role))
}
