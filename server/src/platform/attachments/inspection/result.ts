import { type AttachmentArea, type ContentKind, type FileWarning, fileWarnings, type ScanCode } from '@portal/contract'
import type { Budget } from '../../parsing/budget.ts'
import type { SpooledFile } from '../spool.ts'

export interface Rejection {
  readonly code: ScanCode
  /** The name of the file within the upload that is the reason. */
  readonly within?: string
}

/** The content of a file is what its type requires. */
export interface Acceptance {
  readonly warnings: readonly FileWarning[]
}

/** Result of an inspection: the code of a refusal, or what is known of the file. */
export type Inspection =
  | Rejection
  | (Acceptance & {
      /** The true extension, which differs from that of the name for a picture under the extension of another. */
      readonly extension: string
      /** Of a signed file: the extension of what was signed. */
      readonly contains?: string
    })

/** A file under inspection. */
export interface Subject {
  readonly file: SpooledFile
  readonly head: Buffer
  readonly name: string
  readonly content: ContentKind
  /** One for an upload and all that it contains. */
  readonly budget: Budget
  readonly area: AttachmentArea
  /** 0 for an upload, 1 for what it contains, and so on. */
  readonly level: number
}

export type Inspector = (subject: Subject) => Rejection | Acceptance | Promise<Rejection | Acceptance>

export const refuse = (code: ScanCode): Rejection => ({ code })
export const wrongType = refuse('TIPO_ERROR')
export const program = refuse('FILE_ESEGUIBILE')
export const needsPassword = refuse('PASSWORD_ERROR')

export const accept = (...warnings: (FileWarning | false)[]): Acceptance => ({
  warnings: warnings.filter((word) => word !== false),
})
export const { macros, activeContent, place, author, password } = fileWarnings

export const startsWith = (head: Buffer, text: string) =>
  head.subarray(0, text.length).equals(Buffer.from(text, 'latin1'))
