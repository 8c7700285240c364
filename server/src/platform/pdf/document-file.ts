import { Readable } from 'node:stream'
import type { DocumentFormat } from '@portal/contract'
import { AppError } from '../app-error.ts'
import type { FileReply } from '../http/serve.ts'
import { BudgetExceededError } from '../parsing/budget.ts'
import type { Signer } from '../signing/open-signer.ts'
import { signPdf } from '../signing/sign-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'
import { writeText } from './text-document.ts'

interface Request {
  /** Name of the file without its extension. */
  readonly name: string
  readonly document: PdfDocument
  /** The network or user whose share of the processes it takes. */
  readonly client: string
  /** PDF by default. */
  readonly format?: DocumentFormat | undefined
  /** Signs a PDF at this time; it is not signed by default. */
  readonly signed?: { readonly by: Signer; readonly at: Date } | undefined
}

/**
 * Writes a document to a file. Throws `document_not_ready` (503) while the portal is too busy to draw it, and
 * `document_beyond_limits` where it needs more processor time or memory than a process may take; its text needs neither.
 */
export type DocumentFile = (request: Request) => Promise<FileReply>

/** The share of the processes that a signed-in user may take. */
export const userShare = (userId: number) => `user ${userId}`

type Draw = (document: PdfDocument, client: string) => Promise<Uint8Array>

function drawingError(error: unknown): unknown {
  if (error instanceof BudgetExceededError) return new AppError('document_beyond_limits')
  if (error instanceof AppError && error.code === 'unavailable')
    return new AppError('document_not_ready', error.details)
  return error
}

export const createDocumentFile =
  (draw: Draw): DocumentFile =>
  async ({ name, document, client, format = 'pdf', signed }) => {
    if (format === 'text')
      return {
        name: `${name}.txt`,
        mediaType: 'text/plain; charset=utf-8',
        stream: Readable.from([Buffer.from(writeText(document))]),
      }
    try {
      const signature = signed && { at: signed.at, bytes: signed.by.bytes }
      const drawn = await draw({ ...document, ...(signature && { signature }) }, client)
      const bytes = signed ? await signPdf(drawn, signed.by.sign) : Buffer.from(drawn)
      return { name: `${name}.pdf`, stream: Readable.from([bytes]) }
    } catch (error) {
      throw drawingError(error)
    }
  }
