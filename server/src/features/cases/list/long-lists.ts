import { createHash } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'

/** Where the pages of a long list were found: among the next cases of all, or only when all that match were sorted. */
export type Lying = 'near' | 'far'

/** Which lists are long: they are not counted each time that somebody turns a page. */
export interface LongLists {
  readonly find: (list: string) => Lying | undefined
  readonly remember: (list: string, lying: Lying) => void
}

const forMs = 60_000
const most = 1000

/** Remembers long lists for a minute, by what they ask for; digests alone, which say nothing of what was looked for. */
export function createLongLists(clock: Clock): LongLists {
  const known = new Map<string, { readonly lying: Lying; readonly until: number }>()
  const keyOf = (list: string) => createHash('sha256').update(list).digest('base64')
  return {
    find(list) {
      const found = known.get(keyOf(list))
      return found && found.until > clock.now().getTime() ? found.lying : undefined
    },
    remember(list, lying) {
      const key = keyOf(list)
      known.delete(key)
      known.set(key, { lying, until: clock.now().getTime() + forMs })
      const [oldest] = known.keys()
      if (known.size > most && oldest !== undefined) known.delete(oldest)
    },
  }
}
