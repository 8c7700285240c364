import { limits } from '@portal/contract'
import { tooBusy, tooMany } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import type { Vault } from '../protection/vault.ts'
import { countRequest } from '../request-counts.store.ts'
import type { Maker } from './attachments.store.ts'
import { countUnclaimedOf, unclaimedBytes } from './unclaimed.store.ts'

interface Needs {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly scansPerMinute: number
}

/** The network of an unclaimed file is stored only as a digest, to recognise files of the same network. */
export const networkDigest = (vault: Vault, network: string) => vault.digest('attachments.network', network)

/** Throws for a sender with too many uploads in a minute, or too many unclaimed files. */
export async function refuseFlood(
  { db, vault, clock, scansPerMinute }: Needs,
  { network, maker }: { readonly network: string; readonly maker: Maker },
): Promise<void> {
  const { uploads } = limits
  const scans = await countRequest({ db, vault }, { bucket: 'scan', subject: network }, clock.now())
  if (scans > scansPerMinute) throw tooMany(60)
  const maxUnclaimed = maker.userId === undefined ? uploads.unclaimedOfVisitor : uploads.unclaimedOfUser
  if ((await countUnclaimedOf(db, maker)) >= maxUnclaimed) throw tooMany(3600)
  const bytes = await unclaimedBytes(db, networkDigest(vault, network), 'alone')
  if (bytes.ofNetwork >= uploads.unclaimedBytesOfNetwork) throw tooMany(3600)
  // The store is for records; a flood of unclaimed files must not fill it.
  if (bytes.ofAll >= uploads.unclaimedBytes) throw tooBusy(3600)
}

/** Throws while drafts, which stay for weeks, keep too many bytes: those of one network, or all. */
export async function refuseFullDrafts(tx: Db, vault: Vault, network: string): Promise<void> {
  const bytes = await unclaimedBytes(tx, networkDigest(vault, network), 'in drafts')
  if (bytes.ofNetwork >= limits.uploads.draftBytesOfNetwork) throw tooMany(3600)
  if (bytes.ofAll >= limits.uploads.draftBytes) throw tooBusy(3600)
}
