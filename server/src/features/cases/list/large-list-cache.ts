import { createHash } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'

/** Where a page of a large list was found: in the window of the next cases, or only after all matching cases were sorted. */
export type PageLocation = 'window' | 'sorted'

/** Lists above the cap for exact counts: they are not counted again for each page. */
export interface LargeListCache {
  readonly find: (query: string) => PageLocation | undefined
  /** `share` is the part of a minute for which the list surely stays above the cap: `shareOfMinute`. */
  readonly remember: (query: string, location: PageLocation, share: number) => void
}

const lifetimeMs = 60_000
const maxEntries = 1000

/** Remembers large lists for at most a minute by the digest of their query, which does not reveal the search text. */
export function createLargeListCache(clock: Clock): LargeListCache {
  const entries = new Map<string, { readonly location: PageLocation; readonly until: number }>()
  const digestOf = (query: string) => createHash('sha256').update(query).digest('base64')
  return {
    find(query) {
      const entry = entries.get(digestOf(query))
      return entry && entry.until > clock.now().getTime() ? entry.location : undefined
    },
    remember(query, location, share) {
      const digest = digestOf(query)
      entries.delete(digest)
      entries.set(digest, { location, until: clock.now().getTime() + share * lifetimeMs })
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    },
  }
}
