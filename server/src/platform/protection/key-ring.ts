import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { AuditRecorder } from '../audit/audit-recorder.ts'
import { type Db, findTransaction, type InTransaction, unaudited } from '../database/transaction.ts'
import { deriveKey, openBytes, sealBytes } from './aead.ts'
import { deleteDataKey, insertDataKey, listDataKeys, lockDataKeys, nextDataKeyId, updateDataKey } from './keys.store.ts'

/** A data key. Each purpose has its own key, derived from it. */
export interface DataKey {
  readonly id: number
  readonly createdAt: Date
  readonly sealing: Buffer
  /** Key of the search tokens of one field; as an object, since a buffer is imported again for each token. */
  tokenKey(field: string): KeyObject
}

export type KeyRing = Awaited<ReturnType<typeof openKeyRing>>

const contextOf = (id: number) => `data_keys.sealed:${id}`

/** Identifies a master key without disclosing anything about it. */
const fingerprintOf = (master: Buffer) =>
  deriveKey(master, 'fingerprint of the master key').subarray(0, 8).toString('hex')

function dataKey(id: number, createdAt: Date, secret: Buffer): DataKey {
  const root = deriveKey(secret, 'search tokens')
  const fields = new Map<string, KeyObject>()
  return {
    id,
    createdAt,
    sealing: deriveKey(secret, 'sealed fields'),
    tokenKey(field) {
      const tokenKey = fields.get(field) ?? createSecretKey(createHmac('sha256', root).update(field).digest())
      fields.set(field, tokenKey)
      return tokenKey
    },
  }
}

type StoredKey = Awaited<ReturnType<typeof listDataKeys>>[number]

/** Throws where another master key seals the ring, or a part of it. */
function refuseOtherMaster(master: Buffer, stored: readonly Pick<StoredKey, 'id' | 'master'>[]): void {
  const fingerprint = fingerprintOf(master)
  const other = stored.find((key) => key.master !== fingerprint)
  if (other)
    throw new Error(
      `The master key does not open the key ring: data key ${other.id} was sealed under another one (fingerprint ${other.master}, this one has ${fingerprint}).`,
    )
}

function openSecret(master: Buffer, { id, sealed }: Pick<StoredKey, 'id' | 'sealed'>): Buffer {
  try {
    return openBytes(master, contextOf(id), sealed)
  } catch (cause) {
    throw new Error(`Data key ${id} does not open although the master key is the right one: its row was changed.`, {
      cause,
    })
  }
}

async function addKey(tx: Db, master: Buffer): Promise<number> {
  refuseOtherMaster(master, await listDataKeys(tx))
  const id = await nextDataKeyId(tx)
  const sealed = sealBytes(master, contextOf(id), randomBytes(32))
  await insertDataKey(tx, { id, master: fingerprintOf(master), sealed })
  return id
}

/** Runs a change of the ring while no other process changes it. */
const withRingLock = <T>(
  inTransaction: InTransaction,
  audit: AuditRecorder | undefined,
  work: (tx: Db) => Promise<T>,
) =>
  inTransaction(audit, async (tx) => {
    await lockDataKeys(tx)
    return work(tx)
  })

/** Seals the whole ring under another master key; the servers must then be restarted with it. */
export const changeMaster = (
  inTransaction: InTransaction,
  master: Buffer,
  next: Buffer,
  audit: AuditRecorder | undefined = unaudited,
) =>
  withRingLock(inTransaction, audit, async (tx) => {
    const stored = await listDataKeys(tx)
    refuseOtherMaster(master, stored)
    for (const key of stored) {
      const sealed = sealBytes(next, contextOf(key.id), openSecret(master, key))
      await updateDataKey(tx, key.id, { master: fingerprintOf(next), sealed })
      audit?.record('key', [key.id])
    }
  })

/** Milliseconds until a new key seals, and minimum age of the newest key before an older one may be retired. */
export interface KeyTimes {
  readonly settle: number
  readonly retire: number
}

// Every process reloads the ring each second, so all of them know a key before the first row is sealed under it.
const defaultTimes: KeyTimes = { settle: 3000, retire: 10_000 }

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly master: Buffer
  readonly times?: KeyTimes | undefined
}

/** Creates the first key, unless another process has. */
const addFirstKey = (inTransaction: InTransaction, master: Buffer) =>
  withRingLock(inTransaction, unaudited, async (tx) => {
    if ((await listDataKeys(tx)).length === 0) await addKey(tx, master)
  })

function newestOf(keys: readonly DataKey[]): DataKey {
  const key = keys.at(-1)
  if (!key) throw new Error('The key ring is empty.')
  return key
}

/**
 * The data keys of the database, opened by the master key; creates the first one. Several are active at once: one seals, all
 * of them open. They remain in memory; `reload` loads changes of other processes.
 */
export async function openKeyRing({ db, inTransaction, master, times = defaultTimes }: Options) {
  let keys = new Map<number, DataKey>()
  const settledAt = new Map<number, number>()
  const load = async (settle: number) => {
    const stored = await listDataKeys(findTransaction() ?? db)
    refuseOtherMaster(master, stored)
    for (const { id } of stored) if (!settledAt.has(id)) settledAt.set(id, performance.now() + settle)
    keys = new Map(
      stored.map((row) => [row.id, keys.get(row.id) ?? dataKey(row.id, row.createdAt, openSecret(master, row))]),
    )
  }
  const reload = () => load(times.settle)
  await load(0)
  if (keys.size === 0) {
    await addFirstKey(inTransaction, master)
    await load(0)
  }
  const all = (): readonly DataKey[] => [...keys.values()]
  const waitFor = ({ id }: DataKey) => Math.max(0, (settledAt.get(id) ?? 0) - performance.now())
  const newest = () => newestOf(all())
  return {
    /** Every key that can open, oldest first. */
    all,
    newest,
    /** The key that seals: the newest one that every process knows by now. */
    sealing: (): DataKey => all().findLast((key) => waitFor(key) === 0) ?? newest(),
    /** Waits until the newest key seals. Repeated, because a timer may fire up to a millisecond early. */
    async settled(): Promise<void> {
      while (waitFor(newest()) > 0) await delay(Math.ceil(waitFor(newest())))
    },
    /** A key that this process knows; `reload` knows those of other processes too. */
    find: (id: number): DataKey | undefined => keys.get(id),
    reload,
    /** Creates a key, which seals as soon as every process knows it; returns its id. */
    async add(audit: AuditRecorder | undefined = unaudited): Promise<number> {
      const id = await withRingLock(inTransaction, audit, async (tx) => {
        const newId = await addKey(tx, master)
        audit?.record('key', [newId])
        return newId
      })
      await reload()
      return id
    },
    /** Removes an older key for good. The database refuses this while a row is sealed under it. */
    async retire(id: number, audit: AuditRecorder | undefined = unaudited): Promise<void> {
      await reload()
      if (id === newest().id) throw new Error(`Key ${id} is the one that seals: make a new one first.`)
      // By then no process still seals under it.
      await delay(Math.max(0, waitFor(newest()) + times.retire - times.settle))
      await withRingLock(inTransaction, audit, async (tx) => {
        await deleteDataKey(tx, id)
        audit?.record('key', [id])
      })
      await reload()
    },
  }
}
