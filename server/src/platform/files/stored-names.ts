import { randomBytes } from 'node:crypto'
import type { Db } from '../database/transaction.ts'
import { allStores, type FileStores } from './file-stores.ts'
import { getStoreMark, listKnownNames } from './files.store.ts'
import type { ObjectStore } from './object-store.ts'

const randomLength = 32
const batchSize = 500

const nameSuffix = async (db: Db) => `-${await getStoreMark(db, randomBytes(4).toString('hex'))}`

/** Returns a name for a new object: random, with the suffix of this database. */
export const makeStoredName = async (db: Db): Promise<string> =>
  randomBytes(randomLength / 2).toString('hex') + (await nameSuffix(db))

interface Stored {
  readonly db: Db
  readonly store: ObjectStore
}

/** The objects of this database in a possibly shared store, with leftovers of interrupted `put` calls in a folder. */
async function* ownObjects({ db, store }: Stored) {
  const suffix = await nameSuffix(db)
  for await (const object of store.list()) if (object.name.startsWith(suffix, randomLength)) yield object
}

interface AllStored {
  readonly db: Db
  readonly stores: FileStores
}

/** Deletes every object of this database in every store. */
export async function clearStores({ db, stores }: AllStored): Promise<void> {
  for (const store of allStores(stores))
    for await (const { name } of ownObjects({ db, store })) await store.delete(name)
}

/**
 * Deletes old objects of this database without a file: those of interrupted uploads and of failed deletions. Returns their
 * number. `before` must be earlier than the start of any running upload; a day ago is.
 */
export async function sweepStores({ db, stores }: AllStored, before: Date): Promise<number> {
  let deletedCount = 0
  for (const store of allStores(stores)) deletedCount += await sweepStore({ db, store }, before)
  return deletedCount
}

async function sweepStore({ db, store }: Stored, before: Date): Promise<number> {
  let deletedCount = 0
  let names: string[] = []
  for await (const { name, modifiedAt } of ownObjects({ db, store })) {
    if (modifiedAt < before) names.push(name)
    if (names.length < batchSize) continue
    deletedCount += await deleteUnknown(db, store, names)
    names = []
  }
  return deletedCount + (await deleteUnknown(db, store, names))
}

async function deleteUnknown(db: Db, store: ObjectStore, names: readonly string[]): Promise<number> {
  const known = new Set(names.length > 0 ? await listKnownNames(db, names) : [])
  const unknown = names.filter((name) => !known.has(name))
  for (const name of unknown) await store.delete(name)
  return unknown.length
}
