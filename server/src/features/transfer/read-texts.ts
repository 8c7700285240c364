import { type TransferManifest, transferManifest } from '@portal/contract'
import { readPart } from '#platform/http/read-part.ts'
import { type Correspondence, correspondencesName, readCorrespondences, withFilled } from './correspondences.ts'

export const manifestName = 'manifesto.json'

/** The manifest and the table of a folder, as bytes. */
export interface FolderTexts {
  readonly manifest: Uint8Array
  readonly correspondences: Uint8Array | undefined
  /** The table that was uploaded for the folder; it comes before the one in it. */
  readonly filled?: string | undefined
}

/** What a folder says of itself, or why that cannot be read: a sentence for the operator of the server. */
export type ReadFolder =
  | { readonly manifest: TransferManifest; readonly correspondences: readonly Correspondence[] }
  | { readonly error: string }

/** Reads the texts of a folder, for the process of a parser. */
export function readFolderTexts({ manifest, correspondences, filled = '' }: FolderTexts): ReadFolder {
  const read = readManifest(textOf(manifest))
  if (typeof read === 'string') return { error: read }
  try {
    const ofFolder = correspondences ? readCorrespondences(textOf(correspondences)) : []
    return { manifest: read, correspondences: withFilled(ofFolder, readCorrespondences(filled)) }
  } catch (error) {
    return { error: `${correspondencesName}: ${error instanceof Error ? error.message : 'unreadable'}` }
  }
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

/** The manifest, or why it cannot be read. */
function readManifest(text: string): TransferManifest | string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return `${manifestName} is not JSON.`
  }
  const { value, fieldErrors } = readPart(transferManifest, body)
  if (fieldErrors.length === 0) return value as TransferManifest
  const lines = fieldErrors.map(({ path, message }) => `${path}: ${message}`)
  return `${manifestName} has errors. ${lines.join('; ')}`
}
