import {
  type Attachment,
  type AttachmentArea,
  extensionOf,
  type FileRef,
  largestFile,
  type ScanCode,
  takesName,
} from '@portal/contract'
import type { FileTraces } from '@portal/contract/file-traces'
import { CallError } from '#lib/api/call-error.ts'

/** A file that the server has and that nothing has claimed yet. */
export interface AcceptedFile extends FileRef {
  /** Unknown for a file that the record had before. */
  readonly size?: number | undefined
  /** The record has it already: taking it off the list deletes nothing. */
  readonly isStored?: boolean | undefined
  readonly digest?: string | undefined
  readonly warnings?: Attachment['warnings']
  /** Whether an antivirus looked through it. */
  readonly isScanned?: boolean | undefined
  /** Its place and author were removed before it was sent. */
  readonly isCleaned?: boolean | undefined
  /** A smaller copy of the photo that the sender chose. */
  readonly isSmaller?: boolean | undefined
  /** Of a signed file: the extension of what was signed. */
  readonly contains?: string | undefined
}

/** Why a file is not on the list of those kept. */
export type RowError =
  | {
      readonly code: ScanCode
      /** The file within it that is the reason. */
      readonly within?: string | undefined
    }
  | { readonly message: 'allegato_ripetuto' | 'allegati_al_limite' | 'allegato_solo_pdf' }
  /** The connection broke, or the server refused the call itself and says why. */
  | { readonly lost: true; readonly reason?: string | undefined }

export type UploadState =
  | { readonly kind: 'waiting' | 'checking' | 'cleaning' }
  /** The sender decides what becomes of the place and the author that the file carries. */
  | { readonly kind: 'asking'; readonly traces: FileTraces }
  | { readonly kind: 'sending'; readonly percent: number }
  | { readonly kind: 'refused'; readonly error: RowError; readonly canRetry: boolean }

export interface Upload {
  readonly key: number
  readonly senderKey: string
  readonly file: File
  readonly state: UploadState
  /** What the sender decided about place and author. */
  readonly decision?: 'removed' | 'kept' | undefined
  /** A smaller copy of a large photo: offered on a slow line, and being made. */
  readonly smaller?: 'offered' | 'making' | 'refused' | undefined
  /** This is the smaller copy. */
  readonly isSmaller?: boolean | undefined
}

/** The last event, to be announced. */
export type UploadNews = { readonly serial: number } & (
  | { readonly kind: 'accepted'; readonly file: AcceptedFile }
  | { readonly kind: 'removed' | 'cancelled' | 'asking' | 'notCleaned' | 'notSmaller'; readonly name: string }
  | { readonly kind: 'refused'; readonly name: string; readonly error: RowError }
  | { readonly kind: 'full' | 'notRemoved' }
)

export interface UploadSnapshot {
  readonly accepted: readonly AcceptedFile[]
  readonly uploads: readonly Upload[]
  readonly news: UploadNews | undefined
  /** Whether files were turned away since the list is full. */
  readonly isFull: boolean
}

/** What can be set right by trying once more. */
const passing: readonly ScanCode[] = ['ERROR_SYSTEM', 'ERROR_SAVE', 'ERROR_SCMIS', 'TIMEOUT_ANTIVIRUS']

export interface FileLimits {
  readonly area: AttachmentArea
  /** Only PDF, whatever else the area takes. */
  readonly isPdfOnly?: boolean | undefined
}

/** Why a file would be refused, known before it is sent; what is in it only the server sees. */
export function errorOfFile(
  { area, isPdfOnly }: FileLimits,
  { name, size }: Pick<File, 'name' | 'size'>,
): RowError | undefined {
  if (isPdfOnly && extensionOf(name) !== 'pdf') return { message: 'allegato_solo_pdf' }
  if (!takesName(area, name)) return { code: 'ESTENSIONE_ERROR' }
  if (size === 0) return { code: 'FILE_VUOTO' }
  return size > largestFile[area] ? { code: 'DIMENSIONE_ERROR' } : undefined
}

export const errorOfCall = (error: unknown): RowError => {
  if (!(error instanceof CallError)) return { code: 'ERROR_SYSTEM' }
  if (error.fieldErrors.some(({ codice }) => codice === 'allegato_ripetuto')) return { message: 'allegato_ripetuto' }
  if (error.status === 413) return { code: 'DIMENSIONE_ERROR' }
  const isExplained = error.status === 429 || error.status === 503
  return error.status === 0 || isExplained
    ? { lost: true, reason: isExplained ? error.message : undefined }
    : { code: 'ERROR_SYSTEM' }
}
export const canRetry = (error: RowError) =>
  'lost' in error || ('code' in error ? passing.includes(error.code) : error.message === 'allegati_al_limite')

/** Whether files are not yet at the server, and still can be. */
export const isUploading = ({ uploads }: UploadSnapshot) => uploads.some(({ state }) => state.kind !== 'refused')
/** Whether the sender must decide about a file first. */
export const isAsking = ({ uploads }: UploadSnapshot) => uploads.some(({ state }) => state.kind === 'asking')
