import type { KeyObject } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { nextId } from '../database/new-rows.ts'
import { type Db, type InTransaction, unaudited } from '../database/transaction.ts'
import { insertSealed, openSealed } from '../protection/sealed-rows.ts'
import { sealedTable } from '../protection/sealed-table.ts'
import type { Vault } from '../protection/vault.ts'
import { findNewestKey, lockHead } from './chain.store.ts'
import { newKeyPair, privateKeyOf } from './seal.ts'

interface AuditKey {
  readonly privateKey: string
}

/** The keys that sign the chain: with a copy of the database one can verify signatures, but not create any. */
export const sealedAuditKeys = sealedTable<AuditKey>()({
  table: 'auditKeys',
  key: 'id',
  sealed: ['privateKey'],
  ends: { stay: 'signatures are verified for as long as the log is kept' },
})

export interface Signer {
  readonly id: number
  readonly privateKey: KeyObject
}

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
}

/** Returns the signing key; creates the first one. */
export async function openSigner({ db, inTransaction, vault, clock }: Options): Promise<Signer> {
  if (!(await findNewestKey(db)))
    await inTransaction(unaudited, async (tx) => {
      await lockHead(tx, 'wait')
      if (!(await findNewestKey(tx))) await insertKey(tx, vault, clock.now())
    })
  const row = await findNewestKey(db)
  if (!row) throw new Error('The audit log has no key.')
  const { privateKey } = await openSealed(vault, sealedAuditKeys, row.id, row)
  return { id: row.id, privateKey: privateKeyOf(privateKey) }
}

async function insertKey(tx: Db, vault: Vault, createdAt: Date): Promise<void> {
  const id = await nextId(tx, 'audit_keys')
  await insertSealed(tx, vault, sealedAuditKeys, { id, ...newKeyPair(), createdAt })
}
