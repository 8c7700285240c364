import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db, InTransaction } from '../database/transaction.ts'
import type { Vault } from '../protection/vault.ts'
import type { Anchor, AnchorFile } from './anchor.ts'
import { openSigner, type Signer } from './audit-keys.ts'
import {
  findDigest,
  findLastLink,
  findLastSeal,
  insertLinks,
  insertSeal,
  listPending,
  lockHead,
  type StoredLink,
} from './chain.store.ts'
import { type ChainedEntry, digestOf, genesis } from './digest.ts'
import { type Seal, signSeal } from './seal.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
  readonly anchor: AnchorFile
}

const entriesInTurn = 1000
// Even when nothing happens: a tail that was cut off then shows.
const sealEveryMs = 60 * 60 * 1000

interface Turn {
  readonly taken: number
  readonly seal?: Seal
}

/** Chains what waits: one turn in a transaction, none while another process is at it. */
async function takeTurn(tx: Db, signer: Signer, now: Date): Promise<Turn> {
  if (!(await lockHead(tx, 'skip'))) return { taken: 0 }
  const last = await findLastLink(tx)
  const links = linksAfter(last ?? { position: 0, digest: genesis }, await listPending(tx, entriesInTurn))
  if (links.length > 0) await insertLinks(tx, links)
  const head = links.at(-1) ?? last
  const before = await findLastSeal(tx)
  const isDue = links.length > 0 || (before && now.getTime() - before.signedAt.getTime() >= sealEveryMs)
  if (!head || !isDue) return { taken: links.length }
  const unsigned = { number: (before?.number ?? 0) + 1, upTo: head.position, digest: head.digest, signedAt: now }
  const seal = { ...unsigned, signature: signSeal(signer.privateKey, unsigned, before) }
  await insertSeal(tx, { ...seal, signedBy: signer.id })
  return { taken: links.length, seal }
}

function linksAfter(last: { position: number; digest: Buffer }, entries: readonly ChainedEntry[]): StoredLink[] {
  let { digest } = last
  return entries.map((entry, index) => {
    digest = digestOf(digest, entry)
    return { position: last.position + index + 1, entryAt: entry.at, entryId: entry.id, digest }
  })
}

/** Makes the chain: entry after entry as they wait, and a seal on what it took in. */
export function createChainer({ db, inTransaction, vault, clock, log, anchor }: Options) {
  let signer: Signer | undefined

  /** The place kept before. A file that tells none is set aside, as evidence of its own. */
  function readKept(): Anchor | undefined {
    const kept = anchor.read()
    if (kept !== 'damaged') return kept
    const file = anchor.setAside(clock.now())
    log.error({ alert: 'audit', audit: 'anchor', file }, 'the place kept of the audit chain cannot be read')
    return undefined
  }

  /** Keeps the place outside the database, unless the chain no longer reaches the place kept before: that is evidence. */
  async function keep({ upTo, digest }: Seal): Promise<void> {
    const kept = readKept()
    const there = kept && (await findDigest(db, kept.position))
    if (kept && there?.toString('hex') !== kept.digest)
      log.error({ alert: 'audit', audit: 'cut', position: kept.position, file: anchor.file }, 'the audit chain was cut')
    else anchor.write({ position: upTo, digest: digest.toString('hex') })
  }

  return {
    /** Chains all that waits, by turns. */
    async run(): Promise<void> {
      signer ??= await openSigner({ db, inTransaction, vault, clock })
      const by = signer
      for (;;) {
        const { taken, seal } = await inTransaction((tx) => takeTurn(tx, by, clock.now()))
        if (seal) {
          log.info({ audit: 'sealed', position: seal.upTo, digest: seal.digest.toString('hex') }, 'audit chain sealed')
          await keep(seal)
        }
        if (taken < entriesInTurn) return
      }
    },
  }
}
