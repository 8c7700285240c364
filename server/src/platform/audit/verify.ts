import type { KeyObject } from 'node:crypto'
import type { AuditVerification, PlainDate } from '@portal/contract'
import type { Db } from '../database/transaction.ts'
import type { Anchor } from './anchor.ts'
import { type Archived, openArchived } from './archived.ts'
import { findDigest, findLastLink, findLastSeal, listPublicKeys } from './chain.store.ts'
import { digestOf, genesis } from './digest.ts'
import type { Reader } from './reader.ts'
import { isGenuine, publicKeyOf, publicKeyText, type Seal } from './seal.ts'
import {
  countPending,
  findSealBefore,
  findSealNumberFrom,
  findStalePending,
  hasEntry,
  loadLinks,
  type Period,
  periodOfDay,
  positionsIn,
  readEntries,
  readLinks,
  readSeals,
  type WalkedLink,
} from './verify.store.ts'

export type ChainBreak = NonNullable<AuditVerification['found']>

interface Options {
  /** Verifies only the entries of this day; everything by default. */
  readonly day?: PlainDate | undefined
  /** The trusted keys; by default those in the database. */
  readonly publicKeys?: readonly string[] | undefined
  /** Positions of the chain that are stored elsewhere. */
  readonly anchors?: readonly Anchor[]
  /** The anchor file is unreadable, so that a truncated chain cannot be excluded. */
  readonly isAnchorDamaged?: boolean
}

/** Progress of the verification: the last valid link, and the seal that covers it. */
interface Walk {
  position: number
  digest: Buffer
  seal: Seal | undefined
  links: number
  seals: number
}

interface Chain {
  readonly db: Db
  readonly keys: readonly KeyObject[]
  readonly links: Reader<WalkedLink>
  /** Only links with entries of this period are counted. */
  readonly between: Period | undefined
  readonly archived: Archived
}

// A seal on later entries proves that the chainer ran and left out what is still pending.
const graceMs = 60_000

/**
 * Verifies the chain with the public keys alone, and finds its first broken link. Reads in batches, and may run while the
 * chain grows.
 */
export async function verifyAudit(
  db: Db,
  { day, publicKeys, anchors = [], isAnchorDamaged = false }: Options = {},
): Promise<AuditVerification> {
  const texts = publicKeys ?? (await listPublicKeys(db)).map(publicKeyText)
  const keys = texts.map(publicKeyOf)
  const between = day && (await periodOfDay(db, day))
  const { walk, lastSeal, after } = between ? await routeAround(db, between) : wholeChain()
  const archived = await openArchived(db)
  const chain = { db, keys, links: readLinks(db, after), between, archived }
  const found =
    (walk.seal && (await checkStart(chain, walk.seal))) ??
    (await walkChain(chain, walk, lastSeal)) ??
    (await findUnchained(db, between)) ??
    (await archived.findWrong(between)) ??
    (await findCut(db, anchors)) ??
    (isAnchorDamaged ? { kind: 'anchorDamaged' as const } : undefined)
  const head = await findLastSeal(db)
  return {
    isWhole: found === undefined,
    links: walk.links,
    seals: walk.seals,
    waiting: await countPending(db),
    publicKeys: [...texts],
    archived: archived.summary(),
    ...(head && { head: { position: head.upTo, digest: head.digest.toString('hex'), sealedAt: head.signedAt } }),
    ...(found && { found }),
  }
}

interface Route {
  readonly walk: Walk
  /** Number of the last seal to verify. */
  readonly lastSeal: number
  /** Position after which links are read; undefined reads from the first link, even one before position 1. */
  readonly after: number | undefined
}

const wholeChain = (): Route => ({
  walk: { position: 0, digest: genesis, seal: undefined, links: 0, seals: 0 },
  lastSeal: Number.POSITIVE_INFINITY,
  after: undefined,
})

/**
 * The part of the chain around a period: from the last seal before it, whose signature vouches for its digest, to the first
 * seal after it. Missing entries in between leave a gap, even if all are missing.
 */
async function routeAround(db: Db, { from, to }: Period): Promise<Route> {
  const { first, last } = await positionsIn(db, { from, to })
  const seal = await findSealBefore(db, from, first)
  const chain = wholeChain()
  const lastSeal = (await findSealNumberFrom(db, to, last)) ?? chain.lastSeal
  if (!seal) return { ...chain, lastSeal }
  return { walk: { ...chain.walk, position: seal.upTo, digest: seal.digest, seal }, lastSeal, after: seal.upTo }
}

/** Verifies seal by seal, up to the given number or to the end. */
async function walkChain(chain: Chain, walk: Walk, lastSeal: number): Promise<ChainBreak | undefined> {
  const seals = readSeals(chain.db, walk.seal?.number ?? 0)
  while ((walk.seal?.number ?? 0) < lastSeal) {
    // Read before the seal: a link that was added since came with its seal.
    const link = await chain.links.peek()
    const seal = await seals.take()
    if (!seal) return link && breakAt(link, 'sealMissing')
    const found = checkSeal(chain, seal, walk.seal) ?? (await walkTo(chain, walk, seal))
    if (found) return found
    walk.seal = seal
    walk.seals += 1
  }
  return undefined
}

/** The seal at the start is trusted for its digest, so it must be genuine itself. */
async function checkStart({ db, keys }: Chain, seal: Seal): Promise<ChainBreak | undefined> {
  const before = seal.number > 1 ? await readSeals(db, seal.number - 2).peek() : undefined
  return isGenuine(keys, seal, before) ? undefined : sealBreak('sealForged', seal)
}

const sealBreak = (kind: ChainBreak['kind'], { number, upTo }: Seal): ChainBreak => ({
  kind,
  seal: number,
  position: upTo,
})

function checkSeal({ keys }: Chain, seal: Seal, before: Seal | undefined): ChainBreak | undefined {
  const number = (before?.number ?? 0) + 1
  if (seal.number !== number) return { kind: 'sealMissing', seal: number, position: (before?.upTo ?? 0) + 1 }
  return isGenuine(keys, seal, before) ? undefined : sealBreak('sealForged', seal)
}

/** Verifies the links under a seal and compares the sealed digest. */
async function walkTo(chain: Chain, walk: Walk, seal: Seal): Promise<ChainBreak | undefined> {
  while (walk.position < seal.upTo) {
    const link = await chain.links.peek()
    if (!link || link.position > walk.position + 1) return missingLink(chain.db, walk.position + 1)
    const kind = await checkLink(chain, walk, link, seal)
    if (kind === 'linkMissing') return missingLink(chain.db, link.position)
    if (kind) return breakAt(link, kind)
    await chain.links.take()
    walk.position = link.position
    walk.digest = link.digest
    if (isCounted(chain, link)) walk.links += 1
  }
  return walk.digest.equals(seal.digest) ? undefined : sealBreak('digestWrong', seal)
}

const isCounted = ({ between }: Chain, { entryAt }: WalkedLink): boolean =>
  !between || (entryAt >= between.from && entryAt < between.to)

async function checkLink(
  { db, archived }: Chain,
  walk: Walk,
  link: WalkedLink,
  seal: Seal,
): Promise<ChainBreak['kind'] | undefined> {
  if (link.position <= walk.position) return 'linksReordered'
  // Its stored digest goes on; the seals and the links after it vouch for it.
  if (!link.entry && (await archived.has(link.entryAt))) return undefined
  if (!link.entry) return (await hasEntry(db, link.entryId)) ? 'entryChanged' : 'entryMissing'
  if (digestOf(walk.digest, link.entry).equals(link.digest)) return undefined
  return diagnoseBreak(db, { before: walk.digest, link, seal })
}

const breakAt = ({ position, entryId }: WalkedLink, kind: ChainBreak['kind']): ChainBreak => ({
  kind,
  position,
  entryId,
})

async function missingLink(db: Db, position: number): Promise<ChainBreak> {
  const entry = await findUnchained(db, undefined)
  return { kind: 'linkMissing', position, entryId: entry?.entryId }
}

/** The first entry that is neither in the chain nor pending. */
async function findUnchained(db: Db, between: Period | undefined): Promise<ChainBreak | undefined> {
  const entries = readEntries(db, between)
  for (let entry = await entries.take(); entry; entry = await entries.take())
    if (!entry.isKnown) return { kind: 'entryUnchained', entryId: entry.id }
  const seal = await findLastSeal(db)
  const stale = seal && (await findStalePending(db, new Date(seal.signedAt.getTime() - graceMs)))
  return stale && { kind: stale.id === null ? 'entryMissing' : 'entryUnchained', entryId: stale.entryId }
}

/** Whether the chain lacks a position that is stored elsewhere. */
async function findCut(db: Db, anchors: readonly Anchor[]): Promise<ChainBreak | undefined> {
  for (const { position, digest } of anchors) {
    const storedDigest = await findDigest(db, position)
    if (storedDigest?.toString('hex') === digest) continue
    const end = (await findLastLink(db))?.position ?? 0
    return { kind: 'chainCut', position: Math.min(position, end + 1) }
  }
  return undefined
}

interface Break {
  /** Digest of the previous link, which is valid. */
  readonly before: Buffer
  readonly link: WalkedLink
  /** The seal that covers the link. */
  readonly seal: Seal
}

type ChainBreakKind = NonNullable<AuditVerification['found']>['kind']

/**
 * Returns what is wrong with a link whose digest does not follow from the previous link and its entry. The evidence is the
 * next link, which was computed from the original digest, and the seal, which vouches for a later link.
 */
async function diagnoseBreak(db: Db, { before, link, seal }: Break): Promise<ChainBreakKind> {
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
