import { createHash } from 'node:crypto'
import { lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type TransferKindName, transferFiles } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { type Correspondence, correspondencesName } from './correspondences.ts'
import { plainFile } from './read-lines.ts'
import { type FolderTexts, manifestName, type ReadFolder } from './read-texts.ts'
import { findTable } from './table/tables.store.ts'

/** Longest manifest and longest table of correspondences, in bytes. */
const longestManifest = 100_000
const longestTable = 10_000_000

/** A file of a folder, with the kind of its records. */
export interface TransferFile {
  readonly kind: TransferKindName
  readonly name: string
  readonly path: string
  readonly rows: number
  readonly sha256: string
}

/** A folder as its manifest describes it. */
export interface TransferFolder {
  readonly folder: string
  readonly source: string
  /** In the order of import. */
  readonly files: readonly TransferFile[]
  /** What the office has filled in; empty without a table. */
  readonly correspondences: readonly Correspondence[]
  /** Of the manifest, which names the digests of all files. */
  readonly digest: string
  /** Of the manifest and of what the office has filled in: all that a check depends on in the folder. */
  readonly checkedDigest: string
}

/** Thrown for a folder that cannot be judged row by row; the message is for the operator of the server. */
export class FolderError extends Error {}

export const fileNameOf = (kind: TransferKindName) => `${transferFiles[kind]}.jsonl`
const order = Object.keys(transferFiles) as TransferKindName[]

/** What opening a folder needs of the portal. */
export interface FolderNeeds {
  readonly db: Db
  readonly vault: Vault
  readonly readTexts: ReadTexts
}

/** The texts of a folder, to be read in the process of a parser. */
export type ReadTexts = (texts: FolderTexts) => Promise<ReadFolder>

/** The bytes of a file that is no longer than allowed; undefined where there is none. Follows no symbolic link. */
async function bytesOf(folder: string, name: string, longest: number): Promise<Buffer | undefined> {
  const file = await open(join(folder, name), plainFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new FolderError(`${name} is not a file that can be read.`)
  })
  if (!file) return undefined
  try {
    if ((await file.stat()).size > longest) throw new FolderError(`${name} is longer than ${longest} bytes.`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

const sha256 = (...parts: readonly (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

/** Reads the manifest; throws a `FolderError` where there is none, or a file that it names is missing. */
export async function openFolder({ db, vault, readTexts }: FolderNeeds, folder: string): Promise<TransferFolder> {
  const bytes = await bytesOf(folder, manifestName, longestManifest)
  if (!bytes) throw new FolderError(`There is no ${manifestName} in ${folder}.`)
  const table = await bytesOf(folder, correspondencesName, longestTable)
  const filled = (await findTable(db, vault, folder))?.filled ?? undefined
  const read = await readTexts({ manifest: bytes, correspondences: table, filled })
  if ('error' in read) throw new FolderError(read.error)
  const { manifest, correspondences } = read
  const known = order.flatMap((kind) =>
    manifest.files
      .filter(({ name }) => name === fileNameOf(kind))
      .map(({ name, rows, sha256 }) => ({ kind, name, rows, sha256, path: join(folder, name) })),
  )
  if (known.length < manifest.files.length || new Set(known.map(({ name }) => name)).size < known.length)
    throw new FolderError(`${manifestName} names a file twice, or one that the format does not have.`)
  for (const file of known) {
    const about = await lstat(file.path).catch(() => undefined)
    if (!about) throw new FolderError(`${file.name} is missing.`)
    if (!about.isFile()) throw new FolderError(`${file.name} is not a file that can be read.`)
  }
  const attached = await lstat(join(folder, 'allegati')).catch(() => undefined)
  if (attached?.isSymbolicLink()) throw new FolderError('allegati is a symbolic link, which is not followed.')
  const filledIn = correspondences.filter(({ ours }) => ours !== '').map(({ list, value, ours }) => [list, value, ours])
  return {
    folder,
    source: manifest.source,
    files: known,
    correspondences,
    digest: sha256(bytes),
    checkedDigest: sha256(bytes, JSON.stringify(filledIn)),
  }
}
