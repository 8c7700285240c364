import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import type { Vault } from '../protection/vault.ts'
import { deleteBytes, type FileStores, getBytes } from './file-stores.ts'
import { claimUpload, deleteFile, deleteFiles, deleteUnclaimed, findFile, listUnclaimed } from './files.store.ts'
import { type FileRecord, fileWriter, type NewFile } from './keep-file.ts'
import { MissingFileError, transformStream } from './object-store.ts'
import { DamagedFileError, openStream } from './sealed-stream.ts'
import { sweepStores } from './stored-names.ts'

export type Files = ReturnType<typeof createFiles>

interface Needs {
  readonly db: Db
  readonly vault: Vault
  readonly stores: FileStores
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Encrypted files: the bytes are in an object store, sealed under a key of their own; that key and the name are in the
 * database, sealed by the vault. While the store is unreachable, operations that need it throw `StoreAwayError`.
 */
export function createFiles(needs: Needs) {
  const { db, vault, stores, clock } = needs
  const { storeBytes, record } = fileWriter({ db, vault, stores, clock })

  return {
    /** Stores a new file; slow, so never inside a transaction. Rethrows errors of the source. */
    keep: async (file: NewFile, source: AsyncIterable<Uint8Array>): Promise<FileRecord> =>
      record(db, file, await storeBytes(source)),

    /** First half of `keep`: stores bytes that no row refers to until `record` is called, possibly in a transaction. */
    storeBytes,

    /** Second half of `keep`: writes the row of stored bytes. */
    record,

    /** Deletes bytes without a row. */
    async discard(storedNames: readonly string[]): Promise<void> {
      for (const name of storedNames) await deleteObject(needs, name)
    },

    /** Deletes files in a transaction; returns the names of their bytes, to discard after the commit. */
    deleteIn: (tx: Db, ids: readonly string[]): Promise<string[]> => deleteFiles(tx, ids),

    /**
     * Returns a file and its bytes; 404 where there is none. The stream may fail with `DamagedFileError` after some bytes, all of
     * them correct: a consumer that passes them on must abort too, so that they are not mistaken for the whole file.
     */
    open: (id: string) => openFile(needs, id),

    /** Claims an upload for a record, so that it does not expire; 404 unless it exists and is unclaimed. */
    async claim(tx: Db, id: string): Promise<void> {
      if (!(await claimUpload(tx, id, clock.now()))) throw new AppError('not_found')
    },

    /** Deletes a file; returns whether it existed. Bytes that cannot be deleted now have lost their key and are swept later. */
    delete: async (id: string): Promise<boolean> => deleteObject(needs, await deleteFile(db, id)),

    /** Ids of unclaimed uploads and of exports created before an instant, oldest first. */
    listExpired: (before: Date, limit: number): Promise<string[]> => listUnclaimed(db, before, limit),

    /** Deletes an expired file, unless it was claimed in the meantime; returns whether it was deleted. */
    deleteExpired: async (id: string, before: Date): Promise<boolean> =>
      deleteObject(needs, await deleteUnclaimed(db, id, before)),

    /** Runs `sweepStores`; returns the number of deleted objects. */
    sweep: (before: Date): Promise<number> => sweepStores({ db, stores }, before),
  }
}

async function openFile(needs: Needs, id: string): Promise<{ record: FileRecord; stream: Readable }> {
  const alarm = (error: unknown) => {
    if (error instanceof DamagedFileError || error instanceof MissingFileError)
      needs.log.error({ alert: 'damaged', err: error }, 'a protected file cannot be read')
  }
  try {
    const { file, sealed } = await openSealedBytes(needs, id)
    const { contentKey, storedName: _name, store: _store, keyId: _keyId, draftId: _draftId, ...record } = file
    const stream = transformStream(sealed, (chunks) => openStream(Buffer.from(contentKey, 'base64'), id, chunks))
    return { record, stream: stream.on('error', alarm) }
  } catch (error) {
    alarm(error)
    throw error
  }
}

/** The row of a file and its sealed bytes. A file that is moved between the two reads is looked for again. */
async function openSealedBytes(
  needs: Needs,
  id: string,
  missing?: MissingFileError,
): Promise<{ file: NonNullable<Awaited<ReturnType<typeof findFile>>>; sealed: Readable }> {
  const { db, vault, stores } = needs
  const file = await findFile(db, vault, id)
  if (!file) throw new AppError('not_found')
  if (missing?.storedName === file.storedName) throw missing
  try {
    return { file, sealed: (await getBytes(stores, file)).stream }
  } catch (error) {
    if (!(error instanceof MissingFileError)) throw error
    return openSealedBytes(needs, id, error)
  }
}

/** Deletes the bytes of a deleted row; returns whether there was one. */
async function deleteObject({ stores, log }: Needs, storedName: string | undefined): Promise<boolean> {
  if (storedName === undefined) return false
  await deleteBytes(stores, log, storedName)
  return true
}
