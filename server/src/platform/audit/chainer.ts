import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { type Db, type InTransaction, unaudited } from '../database/transaction.ts'
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

const batchSize = 1000
// Also without new entries: a truncated end is then noticed.
const sealEveryMs = 60 * 60 * 1000

interface Batch {
  readonly count: number
  readonly seal?: Seal
}

/** Chains one batch of pending entries in a transaction; none while another process does. */
async function chainBatch(tx: Db, signer: Signer, now: Date): Promise<Batch> {
  if (!(await lockHead(tx, 'skip'))) return { count: 0 }
  const last = await findLastLink(tx)
  const links = linksAfter(last ?? { position: 0, digest: genesis }, await listPending(tx, batchSize))
  if (links.length > 0) await insertLinks(tx, links)
  const head = links.at(-1) ?? last
  const before = await findLastSeal(tx)
  const isDue = links.length > 0 || (before && now.getTime() - before.signedAt.getTime() >= sealEveryMs)
  if (!head || !isDue) return { count: links.length }
  const unsigned = { number: (before?.number ?? 0) + 1, upTo: head.position, digest: head.digest, signedAt: now }
  const seal = { ...unsigned, signature: signSeal(signer.privateKey, unsigned, before) }
  await insertSeal(tx, { ...seal, signedBy: signer.id })
  return { count: links.length, seal }
}

function linksAfter(last: { position: number; digest: Buffer }, entries: readonly ChainedEntry[]): StoredLink[] {
  let { digest } = last
  return entries.map((entry, index) => {
    digest = digestOf(digest, entry)
    return { position: last.position + index + 1, entryAt: entry.at, entryId: entry.id, digest }
  })
}

/** Builds the chain: links pending entries in their order and seals each batch. */
export function createChainer({ db, inTransaction, vault, clock, log, anchor }: Options) {
  let signer: Signer | undefined

  /** Reads the stored position. An unreadable file is set aside as evidence. */
  function readStoredAnchor(): Anchor | undefined {
    const stored = anchor.read()
    if (stored !== 'damaged') return stored
    const file = anchor.setAside(clock.now())
    log.error({ alert: 'audit', audit: 'anchor', file }, 'the stored position of the audit chain is unreadable')
    return undefined
  }

  /** Stores the position outside of the database, unless the chain no longer reaches the stored one: that file is evidence. */
  async function storeAnchor({ upTo, digest }: Seal): Promise<void> {
    const stored = readStoredAnchor()
    const storedDigest = stored && (await findDigest(db, stored.position))
    if (stored && storedDigest?.toString('hex') !== stored.digest)
      log.error(
        { alert: 'audit', audit: 'cut', position: stored.position, file: anchor.file },
        'the audit chain was cut',
      )
    else anchor.write({ position: upTo, digest: digest.toString('hex') })
  }

  return {
    /** Chains all pending entries, batch by batch. */
    async run(): Promise<void> {
      signer ??= await openSigner({ db, inTransaction, vault, clock })
      const by = signer
      for (;;) {
        const { count, seal } = await inTransaction(unaudited, (tx) => chainBatch(tx, by, clock.now()))
        if (seal) {
          log.info({ audit: 'sealed', position: seal.upTo, digest: seal.digest.toString('hex') }, 'audit chain sealed')
          await storeAnchor(seal)
        }
        if (count < batchSize) return
      }
    },
  }
}
