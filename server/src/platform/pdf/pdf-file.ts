import { Readable } from 'node:stream'
import { AppError } from '../app-error.ts'
import type { FileReply } from '../http/serve.ts'
import { BudgetExceededError } from '../parsing/budget.ts'
import type { PdfDocument } from './pdf-document.ts'

/**
 * Draws a document in a thread; `client` is the network or user whose share of the threads it takes. Throws 413 where the
 * document needs more time or memory than a thread may take.
 */
export type PdfFile = (name: string, document: PdfDocument, client: string) => Promise<FileReply>

/** The share of the threads that a signed-in user may take. */
export const userShare = (userId: number) => `user ${userId}`

type Draw = (document: PdfDocument, client: string) => Promise<Uint8Array>

export const createPdfFile =
  (draw: Draw): PdfFile =>
  async (name, document, client) => {
    try {
      return { name, stream: Readable.from([Buffer.from(await draw(document, client))]) }
    } catch (error) {
      if (error instanceof BudgetExceededError) throw new AppError('too_large')
      throw error
    }
  }
