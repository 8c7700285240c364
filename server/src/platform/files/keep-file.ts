import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import type { Vault } from '../protection/vault.ts'
import type { FileStores } from './file-stores.ts'
import { insertFile } from './files.store.ts'
import type { FilePurpose } from './files.tables.ts'
import { makeContentKey, sealStream } from './sealed-stream.ts'
import { makeStoredName } from './stored-names.ts'

export interface NewFile {
  readonly name: string
  /** Such as `application/pdf`, in lower case and without parameters. */
  readonly mediaType: string
  readonly purpose: FilePurpose
  /** Id of a user; null for a visitor. */
  readonly madeBy: number | null
}

export interface FileRecord extends NewFile {
  /** A UUID. */
  readonly id: string
  /** Bytes. */
  readonly size: number
  readonly madeAt: Date
  readonly claimedAt: Date | null
}

/** Bytes in the store without a row, to be recorded or discarded. */
export interface StoredBytes {
  /** Name of the store. */
  readonly store: string
  readonly storedName: string
  readonly contentKey: Buffer
  /** Bytes. */
  readonly size: number
}

interface Needs {
  readonly db: Db
  readonly vault: Vault
  readonly stores: FileStores
  readonly clock: Clock
}

/**
 * The two halves of storing a file. Bytes first: a row without bytes would be a damaged file, bytes without a row are
 * swept.
 */
export const fileWriter = ({ db, vault, stores, clock }: Needs) => ({
  async storeBytes(source: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
    const contentKey = makeContentKey()
    const storedName = await makeStoredName(db)
    let size = 0
    const counted = async function* () {
      for await (const chunk of source) {
        size += chunk.length
        yield chunk
      }
    }
    await stores.target.put(storedName, sealStream(contentKey, counted()))
    return { store: stores.target.name, storedName, contentKey, size }
  },

  async record(tx: Db, file: NewFile, { store, storedName, contentKey, size }: StoredBytes): Promise<FileRecord> {
    const { name, mediaType, purpose, madeBy } = file
    const row = { id: randomUUID(), name, mediaType, purpose, madeBy, size, madeAt: clock.now() }
    await insertFile(tx, vault, {
      ...row,
      store,
      storedName,
      contentKey: contentKey.toString('base64'),
    })
    return { ...row, claimedAt: null }
  },
})
