import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { MissingFileError, type ObjectStore, StoreAwayError } from './object-store.ts'

/** The stores of an installation. */
export interface FileStores {
  /** The store of new files. */
  readonly target: ObjectStore
  /** Stores that may have older files, which the attachment migration moves to the target. */
  readonly others: readonly ObjectStore[]
}

/** Where the row of a file says that its bytes are. */
export interface FilePlace {
  readonly storedName: string
  /** Name of a store; null for files from before stores had names. */
  readonly store: string | null
}

export const allStores = ({ target, others }: FileStores): readonly ObjectStore[] => [target, ...others]

/** The store that the row names; every store where it names none, or one that is not configured. */
function storesOf(stores: FileStores, { store }: FilePlace): readonly ObjectStore[] {
  const named = allStores(stores).find(({ name }) => name === store)
  return named ? [named] : allStores(stores)
}

/** Opens the bytes of a file, and returns the store that has them; throws `MissingFileError`. */
export async function getBytes(
  stores: FileStores,
  place: FilePlace,
): Promise<{ readonly store: ObjectStore; readonly stream: Readable }> {
  for (const store of storesOf(stores, place)) {
    try {
      return { store, stream: await store.get(place.storedName) }
    } catch (error) {
      if (!(error instanceof MissingFileError)) throw error
    }
  }
  throw new MissingFileError(place.storedName)
}

/** Deletes an object that no row names, in whichever store it is. Where a store is away, the sweep deletes it later. */
export async function deleteBytes(stores: FileStores, log: Logger, storedName: string): Promise<void> {
  for (const store of allStores(stores)) {
    try {
      await store.delete(storedName)
    } catch (error) {
      if (!(error instanceof StoreAwayError)) throw error
      log.warn({ err: error }, 'the bytes of a deleted file remain until the next sweep')
    }
  }
}
