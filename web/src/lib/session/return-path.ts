import { isSitePath } from '@portal/contract'

/** Where to go on after sign-in: a page of the site with its query, as the address of the login carries it. */
export function readReturn(given: unknown): string | undefined {
  if (typeof given !== 'string' || !given.startsWith('/')) return undefined
  // The path must be one of the site's own to the letter: no other host, no way up.
  return isSitePath(given.replace(/[?#].*$/s, '')) ? given : undefined
}
