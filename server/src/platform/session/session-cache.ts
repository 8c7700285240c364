import type { RecordKind } from '@portal/contract'
import type { SessionUser } from './session.store.ts'

interface Entry {
  readonly user: SessionUser
  /** Moment of `performance.now()`. */
  readonly until: number
}

const lifetimeMs = 30_000
const maxEntries = 10_000
/** Kinds of records whose changes may change who may do what. */
const kindsOfRights: readonly RecordKind[] = ['user', 'association']

export type SessionCache = ReturnType<typeof createSessionCache>

/**
 * Keeps the users of sessions, with their roles, in memory: but only while every change of theirs is heard (`open`). Until then, and
 * after `close`, each is read from the database.
 */
export function createSessionCache() {
  const entries = new Map<string, Entry>()
  let isOpen = false
  // Raised by every change: what was read before it is not kept.
  let generation = 0

  const forget = (isMeant: (hash: string, user: SessionUser) => boolean) => {
    generation += 1
    for (const [hash, { user }] of entries) if (isMeant(hash, user)) entries.delete(hash)
  }
  const forgetAll = () => forget(() => true)

  function keep(hash: string, user: SessionUser): void {
    entries.delete(hash)
    entries.set(hash, { user, until: performance.now() + lifetimeMs })
    const [oldest] = entries.keys()
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
  }

  return {
    /** The user of an unexpired session, from memory or by `load`. */
    async find(hash: string, now: Date, load: () => Promise<SessionUser | undefined>) {
      const known = isOpen ? entries.get(hash) : undefined
      if (known && known.user.expiresAt > now && known.until > performance.now()) return known.user
      const before = generation
      const user = await load()
      if (user && isOpen && generation === before) keep(hash, user)
      return user
    },

    /** Notes that a session now ends later. */
    prolong(hash: string, expiresAt: Date): void {
      const known = entries.get(hash)
      if (known) entries.set(hash, { ...known, user: { ...known.user, expiresAt } })
    },

    forgetSession: (hash: string) => forget((one) => one === hash),
    forgetUser: (id: number) => forget((_hash, user) => user.id === id),

    /** To be called after the commit of a change of this server, with the kinds of its records: others hear of it a little later. */
    noteCommit(kinds: readonly RecordKind[]): void {
      if (kinds.some((kind) => kindsOfRights.includes(kind))) forgetAll()
    },

    /** Every change is heard from now on. */
    open(): void {
      forgetAll()
      isOpen = true
    },

    /** Changes may be missed from now on. */
    close(): void {
      isOpen = false
      forgetAll()
    },
  }
}
