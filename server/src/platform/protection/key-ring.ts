import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Db, findTransaction, type InTransaction } from '../database/transaction.ts'
import { deriveKey, openBytes, sealBytes } from './aead.ts'
import { deleteDataKey, insertDataKey, listDataKeys, lockDataKeys, nextDataKeyId, updateDataKey } from './keys.store.ts'

/** A key of the ring. Each use has a key of its own, derived from it. */
export interface DataKey {
  readonly id: number
  readonly createdAt: Date
  readonly sealing: Buffer
  /** Key of the search tokens of one field. */
  tokenKey(field: string): Buffer
}

export type KeyRing = Awaited<ReturnType<typeof openKeyRing>>

const contextOf = (id: number) => `data_keys.sealed:${id}`

/** What tells one master key from another without telling anything of it. */
const fingerprintOf = (master: Buffer) =>
  deriveKey(master, 'fingerprint of the master key').subarray(0, 8).toString('hex')

function dataKey(id: number, createdAt: Date, secret: Buffer): DataKey {
  const root = deriveKey(secret, 'search tokens')
  const fields = new Map<string, Buffer>()
  return {
    id,
    createdAt,
    sealing: deriveKey(secret, 'sealed fields'),
    tokenKey(field) {
      const known = fields.get(field) ?? createHmac('sha256', root).update(field).digest()
      fields.set(field, known)
      return known
    },
  }
}

type StoredKey = Awaited<ReturnType<typeof listDataKeys>>[number]

/** Refuses a ring that another master key seals, if only in part. */
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

/** Tells of a key within the transaction that changes it. */
type Told = (id: number) => void

async function addKey(tx: Db, master: Buffer): Promise<number> {
  refuseOtherMaster(master, await listDataKeys(tx))
  const id = await nextDataKeyId(tx)
  const sealed = sealBytes(master, contextOf(id), randomBytes(32))
  await insertDataKey(tx, { id, master: fingerprintOf(master), sealed })
  return id
}

/** One process at a time changes the ring. */
const alone = <T>(inTransaction: InTransaction, work: (tx: Db) => Promise<T>) =>
  inTransaction(async (tx) => {
    await lockDataKeys(tx)
    return work(tx)
  })

/** Seals the whole ring under another master key; the servers must be started anew with it. */
export const changeMaster = (inTransaction: InTransaction, master: Buffer, next: Buffer, told: Told = () => {}) =>
  alone(inTransaction, async (tx) => {
    const stored = await listDataKeys(tx)
    refuseOtherMaster(master, stored)
    for (const key of stored) {
      const sealed = sealBytes(next, contextOf(key.id), openSecret(master, key))
      await updateDataKey(tx, key.id, { master: fingerprintOf(next), sealed })
      told(key.id)
    }
  })

/** Milliseconds: how long a new key waits before it seals, and how old it must be before an older one may go. */
export interface KeyTimes {
  readonly settle: number
  readonly retire: number
}

// Every process reads the ring anew each second: when the first row is sealed under a key, all of them know it.
const usualTimes: KeyTimes = { settle: 3000, retire: 10_000 }

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly master: Buffer
  readonly times?: KeyTimes | undefined
}

/**
 * The data keys of the database, opened by the master key; the first one is made here. Several live at once: one seals, all
 * of them open. They stay in memory; `reload` takes in what other processes changed.
 */
export async function openKeyRing({ db, inTransaction, master, times = usualTimes }: Options) {
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
    await alone(inTransaction, async (tx) => {
      if ((await listDataKeys(tx)).length === 0) await addKey(tx, master)
    })
    await load(0)
  }
  const all = (): readonly DataKey[] => [...keys.values()]
  const waitFor = ({ id }: DataKey) => Math.max(0, (settledAt.get(id) ?? 0) - performance.now())
  const newest = (): DataKey => {
    const key = all().at(-1)
    if (!key) throw new Error('The key ring is empty.')
    return key
  }
  return {
    /** Every key that opens, oldest first. */
    all,
    newest,
    /** The key that seals: the newest that every process knows by now. */
    sealing: (): DataKey => all().findLast((key) => waitFor(key) === 0) ?? newest(),
    /** Waits until the newest key is the one that seals. A timer may ring up to a millisecond early: it is asked again. */
    async settled(): Promise<void> {
      while (waitFor(newest()) > 0) await delay(Math.ceil(waitFor(newest())))
    },
    async find(id: number): Promise<DataKey | undefined> {
      if (!keys.has(id)) await reload()
      return keys.get(id)
    },
    reload,
    /** Makes a new key, which seals as soon as every process knows it; gives its id. */
    async add(told: Told = () => {}): Promise<number> {
      const id = await alone(inTransaction, async (tx) => {
        const made = await addKey(tx, master)
        told(made)
        return made
      })
      await reload()
      return id
    },
    /** Takes an older key out of the ring for ever. The database refuses it while a row is still sealed under it. */
    async retire(id: number, told: Told = () => {}): Promise<void> {
      await reload()
      if (id === newest().id) throw new Error(`Key ${id} is the one that seals: make a new one first.`)
      // Whoever was about to seal under it has done so by then.
      await delay(Math.max(0, waitFor(newest()) + times.retire - times.settle))
      await alone(inTransaction, async (tx) => {
        await deleteDataKey(tx, id)
        told(id)
      })
      await reload()
    },
  }
}
