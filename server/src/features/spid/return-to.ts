import { isSitePath, paths } from '@portal/contract'

/** Pages that nobody wants to go on to after signing in. */
const dead: readonly string[] = [paths.login, paths.notAuthorized, paths.userNotAllowed, paths.signInRefused]

/**
 * The page to go on to after sign-in, below the base path; undefined for what is no page of the site. Of its query only
 * numbers stay: it is kept in clear, and any other word could be a name that somebody looked for.
 */
export function returnPath(wanted: unknown): string | undefined {
  if (typeof wanted !== 'string' || wanted.length > 300) return undefined
  const [path = '', query = ''] = (wanted.split('#')[0] ?? '').split('?')
  if (!path.startsWith('/') || !isSitePath(path) || dead.includes(path)) return undefined
  const numbers = query.split('&').filter((pair) => /^[A-Za-z_]{1,40}=[0-9]{1,12}$/.test(pair))
  return numbers.length > 0 ? `${path}?${numbers.join('&')}` : path
}
