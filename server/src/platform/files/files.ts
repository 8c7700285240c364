import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import { Problem } from '../problem.ts'
import type { Vault } from '../protection/vault.ts'
import { claimUpload, deleteFile, deleteFiles, deleteUnclaimed, findFile, listUnclaimed } from './files.store.ts'
import { type FileRecord, fileWriter, type NewFile } from './keep-file.ts'
import { MissingFileError, type ObjectStore, StoreAwayError, through } from './object-store.ts'
import { DamagedFileError, openStream } from './sealed-stream.ts'
import { sweepStore } from './stored-names.ts'

export type Files = ReturnType<typeof createFiles>

interface Needs {
  readonly db: Db
  readonly vault: Vault
  readonly store: ObjectStore
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Files that nobody reads without the keys: the bytes in an object store, sealed under a key of each file's own; that key
 * and the name in the database, sealed by the vault. While the store is away, what needs it throws `StoreAwayError`.
 */
export function createFiles({ db, vault, store, clock, log }: Needs) {
  const deleteObject = async (storedName: string | undefined): Promise<boolean> => {
    if (storedName === undefined) return false
    try {
      await store.delete(storedName)
    } catch (error) {
      if (!(error instanceof StoreAwayError)) throw error
      log.warn({ err: error }, 'the bytes of a deleted file stay until the next sweep')
    }
    return true
  }

  const alarm = (error: unknown) => {
    if (error instanceof DamagedFileError || error instanceof MissingFileError)
      log.error({ alert: 'damaged', err: error }, 'a protected file cannot be read')
  }

  const { storeBytes, record } = fileWriter({ db, vault, store, clock })

  return {
    /** Keeps a new file, not inside a transaction: bytes take their time. A fault of the source is thrown on. */
    keep: async (file: NewFile, source: AsyncIterable<Uint8Array>): Promise<FileRecord> =>
      record(db, file, await storeBytes(source)),

    /** The first half of `keep`: nothing knows of the bytes until `record` is told, which may be in a transaction. */
    storeBytes,

    /** The second half. */
    record,

    /** Deletes bytes that no row knows, or no row any more. */
    async discard(storedNames: readonly string[]): Promise<void> {
      for (const name of storedNames) await deleteObject(name)
    },

    /** Deletes files in a transaction; gives the names of their bytes, to be discarded once that is committed. */
    deleteIn: (tx: Db, ids: readonly string[]): Promise<string[]> => deleteFiles(tx, ids),

    /**
     * A file and its bytes; 404 where there is none. The stream may break off with `DamagedFileError` after some bytes, all
     * of them right: whoever passes them on must break off too, so that they are not taken for the whole file.
     */
    async open(id: string): Promise<{ record: FileRecord; stream: Readable }> {
      const found = await findFile(db, vault, id)
      if (!found) throw new Problem('not_found')
      const { contentKey, storedName, keyId: _keyId, ...record } = found
      try {
        const sealed = await store.get(storedName)
        const stream = through(sealed, (chunks) => openStream(Buffer.from(contentKey, 'base64'), id, chunks))
        return { record, stream: stream.on('error', alarm) }
      } catch (error) {
        alarm(error)
        throw error
      }
    },

    /** Makes an upload a record's own, so that it does not go with the unclaimed; 404 unless it is there unclaimed. */
    async claim(tx: Db, id: string): Promise<void> {
      if (!(await claimUpload(tx, id, clock.now()))) throw new Problem('not_found')
    },

    /** Deletes a file; whether it was there. Bytes that cannot be deleted now have lost their key, and are swept later. */
    delete: async (id: string): Promise<boolean> => deleteObject(await deleteFile(db, id)),

    /** Ids of unclaimed uploads and of exports made before, oldest first. */
    listExpired: (before: Date, limit: number): Promise<string[]> => listUnclaimed(db, before, limit),

    /** Deletes one of those, unless it was claimed meanwhile; whether it did. */
    deleteExpired: async (id: string, before: Date): Promise<boolean> =>
      deleteObject(await deleteUnclaimed(db, id, before)),

    /** Deletes what `sweepStore` does; gives the number of objects. */
    sweep: (before: Date): Promise<number> => sweepStore({ db, store }, before),
  }
}
