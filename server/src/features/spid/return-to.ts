import { isSitePath, paths } from '@portal/contract'

/** Pages that are no target after sign-in. */
const excludedPaths: readonly string[] = [paths.login, paths.notAuthorized, paths.userNotAllowed, paths.signInRefused]

/**
 * The page to open after sign-in, below the base path; undefined if it is no page of the site. Keeps only numeric query
 * parameters: the path is stored in clear, and a search text could contain a name.
 */
export function returnPath(target: unknown): string | undefined {
  if (typeof target !== 'string' || target.length > 300) return undefined
  const [path = '', query = ''] = (target.split('#')[0] ?? '').split('?')
  if (!path.startsWith('/') || !isSitePath(path) || excludedPaths.includes(path)) return undefined
  const numbers = query.split('&').filter((pair) => /^[A-Za-z_]{1,40}=[0-9]{1,12}$/.test(pair))
  return numbers.length > 0 ? `${path}?${numbers.join('&')}` : path
}
