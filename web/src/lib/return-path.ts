import { isSitePath, mayEnter, type Role, type Room } from '@portal/contract'

/** Where to go on after sign-in: a path of the site with its query, as the address of the login carries it. */
export function readReturn(given: unknown): { readonly path: string; readonly href: string } | undefined {
  if (typeof given !== 'string' || !given.startsWith('/')) return undefined
  const path = given.replace(/[?#].*$/s, '')
  // The path must be one of the site's own to the letter: no other host, no way up.
  return isSitePath(path) ? { path, href: given } : undefined
}

/** What leads to the page wanted before sign-in, if it is there for this role. */
export function returnFor(given: unknown, role: Role, roomOf: (path: string) => Room | 'everybody' | undefined) {
  const wanted = readReturn(given)
  const room = wanted && roomOf(wanted.path)
  if (!room) return undefined
  return room === 'everybody' || mayEnter(room, role) ? wanted.href : undefined
}
