import { createHash } from 'node:crypto'

/** An entry with every column that the chain covers. */
export interface ChainedEntry {
  readonly id: number
  readonly at: Date
  readonly userId: number | null
  readonly role: string | null
  readonly action: string
  readonly outcome: string
  readonly recordKind: string | null
  readonly recordIds: readonly (string | number)[]
  readonly requestId: string | null
  readonly network: string | null
  readonly changedFields: readonly string[]
}

/** Digest before the first link. */
export const genesis = Buffer.alloc(32)

/** An entry as one JSON list in the order of its columns, without spaces: a canonical form for the digest. */
const canonical = (entry: ChainedEntry) =>
  JSON.stringify([
    entry.id,
    entry.at.toISOString(),
    entry.userId,
    entry.role,
    entry.action,
    entry.outcome,
    entry.recordKind,
    entry.recordIds.map(Number),
    entry.requestId,
    entry.network,
    entry.changedFields,
  ])

/** The digest of a link: SHA-256 of the previous digest and the entry. */
export const digestOf = (previous: Buffer, entry: ChainedEntry): Buffer =>
  createHash('sha256').update(previous).update(canonical(entry)).digest()
