import { limits } from '@portal/contract'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import { deriveKey, openBytes, sealBytes } from '../protection/aead.ts'
import { deleteMemories, deleteMemory, findMemory, putMemory } from './visit-memory.store.ts'
import type { Visit } from './visitor-cookie.ts'

/** A named value of a visit; `T` survives JSON. */
export interface Slot<T> {
  readonly name: string
  readonly written?: T
}
export const defineSlot = <T>(name: string): Slot<T> => ({ name })

export type VisitMemory = ReturnType<typeof createVisitMemory>

interface Options {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
}

interface Stored {
  readonly value: unknown
  /** Epoch milliseconds. The column beside it only serves deletion. */
  readonly until: number
}

const contextOf = ({ hash }: Visit, { name }: Slot<unknown>) => `visit_memories.content:${hash}:${name}`
const keyOf = ({ id }: Visit) => deriveKey(Buffer.from(id, 'base64url'), 'visit memory')

/**
 * Stores what the next page of a browser without scripts shows, for half an hour. Each value is sealed under the id in the
 * visitor's cookie, of which the server stores a digest alone: without the cookie nobody reads the value, nor can a row be written
 * that opens (docs/decisions/0068).
 */
export function createVisitMemory({ db, clock, log }: Options) {
  function open(visit: Visit, slot: Slot<unknown>, content: Buffer): Stored | undefined {
    try {
      return JSON.parse(openBytes(keyOf(visit), contextOf(visit, slot), content).toString())
    } catch (error) {
      log.error({ alert: 'damaged', err: error }, 'a stored page of a visit cannot be decrypted')
      return undefined
    }
  }

  async function find<T>(visit: Visit, slot: Slot<T>): Promise<T | undefined> {
    const now = clock.now()
    const row = await findMemory(db, visit.hash, slot.name, now)
    const stored = row && open(visit, slot, row.content)
    return stored && stored.until > now.getTime() ? (stored.value as T) : undefined
  }

  return {
    async put<T>(visit: Visit, slot: Slot<T>, value: T): Promise<void> {
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + limits.session.seconds * 1000)
      const stored: Stored = { value, until: expiresAt.getTime() }
      const content = sealBytes(keyOf(visit), contextOf(visit, slot), Buffer.from(JSON.stringify(stored)))
      await putMemory(db, { visitHash: visit.hash, slot: slot.name, content, expiresAt }, now)
    },

    find,

    /** The value, which is deleted. */
    async take<T>(visit: Visit, slot: Slot<T>): Promise<T | undefined> {
      const value = await find(visit, slot)
      if (value !== undefined) await deleteMemory(db, visit.hash, slot.name)
      return value
    },

    forget: async (visit: Visit, slot: Slot<unknown>): Promise<void> => {
      await deleteMemory(db, visit.hash, slot.name)
    },

    forgetAll: async (visit: Visit): Promise<void> => {
      await deleteMemories(db, visit.hash)
    },
  }
}
