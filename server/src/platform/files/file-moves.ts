import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Db } from '../database/transaction.ts'
import type { Vault } from '../protection/vault.ts'
import { allStores, deleteBytes, type FileStores, getBytes } from './file-stores.ts'
import { countByStore, findFile, listOutside, noteStore } from './files.store.ts'
import { MissingFileError, type ObjectStore } from './object-store.ts'
import { DamagedFileError, openStream } from './sealed-stream.ts'
import { makeStoredName } from './stored-names.ts'

interface Needs {
  readonly db: Db
  readonly vault: Vault
  readonly stores: FileStores
  readonly log: Logger
}

/** A verified copy of a file in the target store, under a new name that no row has yet. */
export interface FileCopy {
  readonly id: string
  /** Bytes. */
  readonly size: number
  /** The object that the row names; the same as `to` where the target had it already. */
  readonly from: string
  readonly to: string
}

/** The target store returns other bytes than it was given. */
export class CopyDiffersError extends Error {
  constructor(fileId: string) {
    super(`The copy of the file ${fileId} differs from the original.`)
    this.name = 'CopyDiffersError'
  }
}

/** How many files a store has. */
export interface StoreContent {
  /** Undefined for files from before stores had names. */
  readonly name: string | undefined
  readonly files: number
  readonly bytes: number
  readonly isTarget: boolean
  /** Whether the settings name the store. */
  readonly isConfigured: boolean
}

export type FileMoves = ReturnType<typeof createFileMoves>

/**
 * Moves files to the target store: copies the sealed bytes under a new name, reads the copy back, notes the new place in the
 * row, and only then deletes the old object. What a crash leaves behind is an object without a row, which the sweep deletes.
 */
export function createFileMoves(needs: Needs) {
  const { db, stores, log } = needs
  const target = stores.target.name
  return {
    /** The content of each store, the target first. */
    async contents(): Promise<StoreContent[]> {
      const counts = await countByStore(db)
      const configured = allStores(stores).map(({ name }) => name)
      const names = new Set<string | null>([...configured, ...counts.map(({ store }) => store)])
      return [...names].map((name) => {
        const { files = 0, bytes = 0 } = counts.find(({ store }) => store === name) ?? {}
        const isConfigured = name !== null && configured.includes(name)
        return { name: name ?? undefined, files, bytes, isTarget: name === target, isConfigured }
      })
    },

    /** The files outside the target store, and their bytes. */
    async amountOutside(): Promise<{ readonly total: number; readonly totalBytes: number }> {
      const outside = (await countByStore(db)).filter(({ store }) => store !== target)
      return {
        total: outside.reduce((sum, { files }) => sum + files, 0),
        totalBytes: outside.reduce((sum, { bytes }) => sum + bytes, 0),
      }
    },

    /** Ids of files outside the target store, in their order, after one of them. */
    listOutside: (after: string | undefined, limit: number): Promise<string[]> => listOutside(db, target, after, limit),

    /**
     * Copies a file to the target store and verifies the copy; slow, so never inside a transaction. Returns undefined where the
     * file was deleted or moved in the meantime. Throws `MissingFileError`, `DamagedError`, `CopyDiffersError`, `StoreAwayError`.
     */
    copy: (id: string): Promise<FileCopy | undefined> => copyToTarget(needs, id),

    /** Writes the new place into the row; false where the row has changed since. */
    note: (tx: Db, copy: FileCopy): Promise<boolean> => noteStore(tx, copy, target),

    /** After the commit: deletes the object that no row has, the old one of a noted copy or the copy itself. */
    async discard({ from, to }: FileCopy, isNoted: boolean): Promise<void> {
      if (from !== to) await deleteBytes(stores, log, isNoted ? from : to)
    },

    /** Whether every store answers now. */
    canReach: async (): Promise<boolean> => (await Promise.all(allStores(stores).map(canList))).every(Boolean),
  }
}

async function canList(store: ObjectStore): Promise<boolean> {
  try {
    for await (const _object of store.list()) return true
    return true
  } catch {
    return false
  }
}

interface SealOf {
  readonly fileId: string
  readonly key: Buffer
}

async function* hashing(bytes: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

/** The digest of sealed bytes, which are decrypted on the way; throws `DamagedFileError`. */
async function digestOf({ fileId, key }: SealOf, sealed: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const _chunk of openStream(key, fileId, hashing(sealed, hash)));
  return hash.digest('hex')
}

async function copyToTarget(needs: Needs, id: string): Promise<FileCopy | undefined> {
  const { db, vault, stores } = needs
  const file = await findFile(db, vault, id)
  if (!file || file.store === stores.target.name) return undefined
  try {
    return await copyFile(needs, file)
  } catch (error) {
    // The bytes of a file that was deleted or moved in the meantime are rightly gone.
    if ((await findFile(db, vault, id))?.storedName === file.storedName) throw error
    return undefined
  }
}

type StoredFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

async function copyFile({ db, stores, log }: Needs, file: StoredFile): Promise<FileCopy> {
  const { target } = stores
  const { id, size, storedName: from } = file
  const seal = { fileId: id, key: Buffer.from(file.contentKey, 'base64') }
  const { store: source, stream } = await getBytes(stores, file)
  if (source === target) {
    await digestOf(seal, stream)
    return { id, size, from, to: from }
  }
  const to = await makeStoredName(db)
  const hash = createHash('sha256')
  await target.put(to, hashing(stream, hash))
  try {
    await verifyCopy(seal, { target, to, digest: hash.digest('hex') }, () => source.get(from))
  } catch (error) {
    await deleteBytes(stores, log, to)
    throw error
  }
  return { id, size, from, to }
}

interface Written {
  readonly target: ObjectStore
  readonly to: string
  readonly digest: string
}

/** Reads a copy back; throws `DamagedFileError` where the original is damaged, else `CopyDiffersError` where the copy is. */
async function verifyCopy(
  seal: SealOf,
  { target, to, digest }: Written,
  openOriginal: () => Promise<Readable>,
): Promise<void> {
  try {
    if ((await digestOf(seal, await target.get(to))) === digest) return
  } catch (error) {
    if (!(error instanceof DamagedFileError || error instanceof MissingFileError)) throw error
    await digestOf(seal, await openOriginal())
  }
  throw new CopyDiffersError(seal.fileId)
}
