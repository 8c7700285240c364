import { createHash } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'

/** Values that are known for some time, by keys of any length. */
export interface ExpiringMap<V> {
  readonly get: (key: string) => V | undefined
  readonly set: (key: string, value: V, lifetimeMs: number) => void
}

const maxEntries = 1000

/** Holds digests of the keys, which do not reveal a searched text. The oldest entry makes room for a new one. */
export function createExpiringMap<V>(clock: Clock): ExpiringMap<V> {
  const entries = new Map<string, { readonly value: V; readonly until: number }>()
  const digestOf = (key: string) => createHash('sha256').update(key).digest('base64')
  return {
    get(key) {
      const entry = entries.get(digestOf(key))
      return entry && entry.until > clock.now().getTime() ? entry.value : undefined
    },
    set(key, value, lifetimeMs) {
      const digest = digestOf(key)
      entries.delete(digest)
      entries.set(digest, { value, until: clock.now().getTime() + lifetimeMs })
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    },
  }
}
