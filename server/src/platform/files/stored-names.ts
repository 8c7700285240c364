import { randomBytes } from 'node:crypto'
import type { Db } from '../database/transaction.ts'
import { getStoreMark, listKnownNames } from './files.store.ts'
import type { ObjectStore } from './object-store.ts'

const randomLength = 32
const namesAtATime = 500

const endOfNames = async (db: Db) => `-${await getStoreMark(db, randomBytes(4).toString('hex'))}`

/** A name for a new object: random, then the mark of this database. */
export const makeStoredName = async (db: Db): Promise<string> =>
  randomBytes(randomLength / 2).toString('hex') + (await endOfNames(db))

interface Stored {
  readonly db: Db
  readonly store: ObjectStore
}

/** The objects of this database in a store that others may use too, with what a `put` that was broken off left in a folder. */
async function* ownObjects({ db, store }: Stored) {
  const end = await endOfNames(db)
  for await (const object of store.list()) if (object.name.startsWith(end, randomLength)) yield object
}

/** Deletes every object of this database. */
export async function clearStore(stored: Stored): Promise<void> {
  for await (const { name } of ownObjects(stored)) await stored.store.delete(name)
}

/**
 * Deletes objects of this database from before that belong to no file: what was broken off, or could not be deleted when
 * its file was. Gives their number. `before` must be earlier than the beginning of any upload under way: a day ago is.
 */
export async function sweepStore({ db, store }: Stored, before: Date): Promise<number> {
  let swept = 0
  let names: string[] = []
  for await (const { name, modifiedAt } of ownObjects({ db, store })) {
    if (modifiedAt < before) names.push(name)
    if (names.length < namesAtATime) continue
    swept += await deleteUnknown(db, store, names)
    names = []
  }
  return swept + (await deleteUnknown(db, store, names))
}

async function deleteUnknown(db: Db, store: ObjectStore, names: readonly string[]): Promise<number> {
  const known = new Set(names.length > 0 ? await listKnownNames(db, names) : [])
  const unknown = names.filter((name) => !known.has(name))
  for (const name of unknown) await store.delete(name)
  return unknown.length
}
