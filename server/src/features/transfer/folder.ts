import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type TransferKindName, type TransferManifest, transferFiles, transferManifest } from '@portal/contract'
import { readPart } from '#platform/http/serve.ts'

export const manifestName = 'manifesto.json'
const longestManifest = 100_000

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
  /** Of the manifest, which names the digests of all files. */
  readonly digest: string
}

/** Thrown for a folder that cannot be judged row by row; the message is for the operator of the server. */
export class FolderError extends Error {}

export const fileNameOf = (kind: TransferKindName) => `${transferFiles[kind]}.jsonl`
const order = Object.keys(transferFiles) as TransferKindName[]

/** Reads the manifest; throws a `FolderError` where there is none, or a file that it names is missing. */
export async function openFolder(folder: string): Promise<TransferFolder> {
  const path = join(folder, manifestName)
  const { size } = await stat(path).catch(() => {
    throw new FolderError(`There is no ${manifestName} in ${folder}.`)
  })
  if (size > longestManifest) throw new FolderError(`${manifestName} is longer than ${longestManifest} bytes.`)
  const bytes = await readFile(path)
  const manifest = readManifest(bytes.toString('utf8'))
  const known = order.flatMap((kind) =>
    manifest.files
      .filter(({ name }) => name === fileNameOf(kind))
      .map(({ name, rows, sha256 }) => ({ kind, name, rows, sha256, path: join(folder, name) })),
  )
  if (known.length < manifest.files.length || new Set(known.map(({ name }) => name)).size < known.length)
    throw new FolderError(`${manifestName} names a file twice, or one that the format does not have.`)
  for (const file of known)
    await stat(file.path).catch(() => {
      throw new FolderError(`${file.name} is missing.`)
    })
  return { folder, source: manifest.source, files: known, digest: createHash('sha256').update(bytes).digest('hex') }
}

function readManifest(text: string): TransferManifest {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new FolderError(`${manifestName} is not JSON.`)
  }
  const { value, fieldErrors } = readPart(transferManifest, body)
  if (fieldErrors.length > 0) {
    const lines = fieldErrors.map(({ path, message }) => `${path}: ${message}`)
    throw new FolderError(`${manifestName} has errors. ${lines.join('; ')}`)
  }
  return value as TransferManifest
}
