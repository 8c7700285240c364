import type { KeyObject } from 'node:crypto'
import type { AuditVerification, PlainDate } from '@portal/contract'
import type { Db } from '../database/transaction.ts'
import type { Anchor } from './anchor.ts'
import { blame } from './blame.ts'
import { findDigest, findLastLink, findLastSeal, listPublicKeys } from './chain.store.ts'
import { digestOf, genesis } from './digest.ts'
import type { Reader } from './reader.ts'
import { isGenuine, publicKeyOf, publicKeyText, type Seal } from './seal.ts'
import {
  type Between,
  countPending,
  findLeftOver,
  findSealBefore,
  findSealNumberFrom,
  hasEntry,
  instantsOf,
  positionsIn,
  readEntries,
  readLinks,
  readSeals,
  type WalkedLink,
} from './verify.store.ts'

export type Fault = NonNullable<AuditVerification['found']>

interface Options {
  /** Only what belongs to this day; everything unless told. */
  readonly day?: PlainDate | undefined
  /** The only keys to be trusted; those in the database unless told. */
  readonly publicKeys?: readonly string[] | undefined
  /** Places of the chain that are known from elsewhere. */
  readonly anchors?: readonly Anchor[]
  /** The file that kept one cannot be read, so that nothing tells whether the chain was cut. */
  readonly isAnchorDamaged?: boolean
}

/** How far the walk has come: the last link found whole, and the seal that it is under. */
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
  /** Only the links of this time are counted. */
  readonly between: Between | undefined
}

// A seal on later entries shows that the chainer ran, so that what still waits was left out by it.
const patienceMs = 60_000

/**
 * Verifies the chain with nothing but the public keys, and finds its first broken link. It reads batch by batch, and may
 * run while the chain grows.
 */
export async function verifyAudit(
  db: Db,
  { day, publicKeys, anchors = [], isAnchorDamaged = false }: Options = {},
): Promise<AuditVerification> {
  const texts = publicKeys ?? (await listPublicKeys(db)).map(publicKeyText)
  const keys = texts.map(publicKeyOf)
  const between = day && (await instantsOf(db, day))
  const { walk, lastSeal, after } = between ? await around(db, between) : wholeChain()
  const chain = { db, keys, links: readLinks(db, after), between }
  const found =
    (walk.seal && (await checkStart(chain, walk.seal))) ??
    (await walkChain(chain, walk, lastSeal)) ??
    (await findUnchained(db, between)) ??
    (await findCut(db, anchors)) ??
    (isAnchorDamaged ? { fault: 'anchorDamaged' as const } : undefined)
  const head = await findLastSeal(db)
  return {
    isWhole: found === undefined,
    ...{ links: walk.links, seals: walk.seals, waiting: await countPending(db), publicKeys: [...texts] },
    ...(head && { head: { position: head.upTo, digest: head.digest.toString('hex'), sealedAt: head.signedAt } }),
    ...(found && { found }),
  }
}

interface Route {
  readonly walk: Walk
  /** Number of the seal to walk to. */
  readonly lastSeal: number
  /** Position to read links from; from the very first one, even before position 1, where there is none. */
  readonly after: number | undefined
}

const wholeChain = (): Route => ({
  walk: { position: 0, digest: genesis, seal: undefined, links: 0, seals: 0 },
  lastSeal: Number.POSITIVE_INFINITY,
  after: undefined,
})

/**
 * From the last seal before a time, whose digest its signature vouches for, to the first one after it: what is gone in
 * between leaves a gap, even where it is all.
 */
async function around(db: Db, { from, to }: Between): Promise<Route> {
  const { first, last } = await positionsIn(db, { from, to })
  const seal = await findSealBefore(db, from, first)
  const whole = wholeChain()
  const lastSeal = (await findSealNumberFrom(db, to, last)) ?? whole.lastSeal
  if (!seal) return { ...whole, lastSeal }
  return { walk: { ...whole.walk, position: seal.upTo, digest: seal.digest, seal }, lastSeal, after: seal.upTo }
}

/** Walks from seal to seal, to the one of that number or to the end. */
async function walkChain(chain: Chain, walk: Walk, lastSeal: number): Promise<Fault | undefined> {
  const seals = readSeals(chain.db, walk.seal?.number ?? 0)
  while ((walk.seal?.number ?? 0) < lastSeal) {
    // Looked at before the seal: a link that came meanwhile came with its seal.
    const link = await chain.links.peek()
    const seal = await seals.take()
    if (!seal) return link && faultAt(link, 'sealMissing')
    const found = checkSeal(chain, seal, walk.seal) ?? (await walkTo(chain, walk, seal))
    if (found) return found
    walk.seal = seal
    walk.seals += 1
  }
  return undefined
}

/** The seal that a walk begins at is trusted for its digest: so it must be genuine itself. */
async function checkStart({ db, keys }: Chain, seal: Seal): Promise<Fault | undefined> {
  const before = seal.number > 1 ? await readSeals(db, seal.number - 2).peek() : undefined
  return isGenuine(keys, seal, before) ? undefined : sealFault('sealForged', seal)
}

const sealFault = (fault: Fault['fault'], { number, upTo }: Seal): Fault => ({ fault, seal: number, position: upTo })

function checkSeal({ keys }: Chain, seal: Seal, before: Seal | undefined): Fault | undefined {
  const number = (before?.number ?? 0) + 1
  if (seal.number !== number) return { fault: 'sealMissing', seal: number, position: (before?.upTo ?? 0) + 1 }
  return isGenuine(keys, seal, before) ? undefined : sealFault('sealForged', seal)
}

/** Walks the links that a seal is on, and compares the digest that it vouches for. */
async function walkTo(chain: Chain, walk: Walk, seal: Seal): Promise<Fault | undefined> {
  while (walk.position < seal.upTo) {
    const link = await chain.links.peek()
    if (!link || link.position > walk.position + 1) return missingLink(chain.db, walk.position + 1)
    const kind = await checkLink(chain.db, walk, link, seal)
    if (kind === 'linkMissing') return missingLink(chain.db, link.position)
    if (kind) return faultAt(link, kind)
    await chain.links.take()
    walk.position = link.position
    walk.digest = link.digest
    if (isCounted(chain, link)) walk.links += 1
  }
  return walk.digest.equals(seal.digest) ? undefined : sealFault('digestWrong', seal)
}

const isCounted = ({ between }: Chain, { entry }: WalkedLink): boolean =>
  !between || (entry !== undefined && entry.at >= between.from && entry.at < between.to)

async function checkLink(db: Db, walk: Walk, link: WalkedLink, seal: Seal): Promise<Fault['fault'] | undefined> {
  if (link.position <= walk.position) return 'linksReordered'
  if (!link.entry) return (await hasEntry(db, link.entryId)) ? 'entryChanged' : 'entryMissing'
  if (digestOf(walk.digest, link.entry).equals(link.digest)) return undefined
  return blame(db, { before: walk.digest, link, seal })
}

const faultAt = ({ position, entryId }: WalkedLink, fault: Fault['fault']): Fault => ({ fault, position, entryId })

async function missingLink(db: Db, position: number): Promise<Fault> {
  const entry = await findUnchained(db, undefined)
  return { fault: 'linkMissing', position, entryId: entry?.entryId }
}

/** The first entry that is neither in the chain nor on its way there. */
async function findUnchained(db: Db, between: Between | undefined): Promise<Fault | undefined> {
  const entries = readEntries(db, between)
  for (let entry = await entries.take(); entry; entry = await entries.take())
    if (!entry.isKnown) return { fault: 'entryUnchained', entryId: entry.id }
  const seal = await findLastSeal(db)
  const left = seal && (await findLeftOver(db, new Date(seal.signedAt.getTime() - patienceMs)))
  return left && { fault: left.id === null ? 'entryMissing' : 'entryUnchained', entryId: left.entryId }
}

/** Whether the chain still has the places that are known from elsewhere. */
async function findCut(db: Db, anchors: readonly Anchor[]): Promise<Fault | undefined> {
  for (const { position, digest } of anchors) {
    const there = await findDigest(db, position)
    if (there?.toString('hex') === digest) continue
    const end = (await findLastLink(db))?.position ?? 0
    return { fault: 'chainCut', position: Math.min(position, end + 1) }
  }
  return undefined
}
