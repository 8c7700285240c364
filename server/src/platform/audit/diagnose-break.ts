import type { AuditVerification } from '@portal/contract'
import type { Db } from '../database/transaction.ts'
import { findDigest } from './chain.store.ts'
import { digestOf } from './digest.ts'
import type { Seal } from './seal.ts'
import { loadLinks, type WalkedLink } from './verify.store.ts'

interface Break {
  /** Digest of the previous link, which is valid. */
  readonly before: Buffer
  readonly link: WalkedLink
  /** The seal that covers the link. */
  readonly seal: Seal
}

type FaultKind = NonNullable<AuditVerification['found']>['fault']

/**
 * Returns what is wrong with a link whose digest does not follow from the previous link and its entry. The evidence is the
 * next link, which was computed from the original digest, and the seal, which vouches for a later link.
 */
export async function diagnoseBreak(db: Db, { before, link, seal }: Break): Promise<FaultKind> {
  const later = await loadLinks(db, link.position)
  if (later.some((other) => belongsAfter(before, other, link))) return 'linksReordered'
  const stored = link.digest
  const expected = link.entry && digestOf(before, link.entry)
  const [next] = later
  const leadsToNext = (digest: Buffer) =>
    next?.entry ? digestOf(digest, next.entry).equals(next.digest) : digest.equals(seal.digest)
  if (expected && leadsToNext(expected)) return 'digestWrong'
  const sealed = link.position === seal.upTo ? stored : await findDigest(db, seal.upTo)
  if (sealed?.equals(seal.digest)) return 'entryChanged'
  // The rest of the chain is intact, only at other positions: something before it is missing.
  return leadsToNext(stored) ? 'linkMissing' : 'digestWrong'
}

/** Whether another link, or its entry, belongs at the position of the broken one. */
function belongsAfter(before: Buffer, other: WalkedLink, broken: WalkedLink): boolean {
  const expected = other.entry && digestOf(before, other.entry)
  return expected !== undefined && (expected.equals(other.digest) || expected.equals(broken.digest))
}
