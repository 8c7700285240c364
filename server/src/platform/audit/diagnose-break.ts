import type { AuditVerification } from '@portal/contract'
import type { Db } from '../database/transaction.ts'
import { findDigest } from './chain.store.ts'
import { digestOf } from './digest.ts'
import type { Seal } from './seal.ts'
import { loadLinks, type WalkedLink } from './verify.store.ts'

interface Break {
  /** Digest of the link before, which is whole. */
  readonly before: Buffer
  readonly link: WalkedLink
  /** The seal that the link is under. */
  readonly seal: Seal
}

type FaultKind = NonNullable<AuditVerification['found']>['fault']

/**
 * What is wrong with a link whose digest does not come from the one before and its entry. The witnesses are the link after
 * it, which was made on the true digest, and the seal, which vouches for a later one.
 */
export async function blame(db: Db, { before, link, seal }: Break): Promise<FaultKind> {
  const later = await loadLinks(db, link.position)
  if (later.some((other) => belongsAfter(before, other, link))) return 'linksReordered'
  const stored = link.digest
  const made = link.entry && digestOf(before, link.entry)
  const [next] = later
  const leadsOn = (digest: Buffer) =>
    next?.entry ? digestOf(digest, next.entry).equals(next.digest) : digest.equals(seal.digest)
  if (made && leadsOn(made)) return 'digestWrong'
  const sealed = link.position === seal.upTo ? stored : await findDigest(db, seal.upTo)
  if (sealed?.equals(seal.digest)) return 'entryChanged'
  // The rest of the chain is as it was made, only not where it was: something before it is gone.
  return leadsOn(stored) ? 'linkMissing' : 'digestWrong'
}

/** Whether it is another link, or another link's entry, that belongs where the broken one stands. */
function belongsAfter(before: Buffer, other: WalkedLink, broken: WalkedLink): boolean {
  const made = other.entry && digestOf(before, other.entry)
  return made !== undefined && (made.equals(other.digest) || made.equals(broken.digest))
}
