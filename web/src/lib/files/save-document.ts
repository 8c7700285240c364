import { appErrors, type DocumentFormat } from '@portal/contract'
import { CallError } from '../api/call-error.ts'
import { notifyError } from '../api/notify-error.ts'
import { saveFile } from './save-file.ts'

/** Fetches a document in a format; without one the server answers a PDF. */
export type FetchDocument = (query: { readonly format?: DocumentFormat }) => Promise<Blob>

const isBeyondLimits = (error: unknown): error is CallError =>
  error instanceof CallError && error.errorCode === appErrors.document_beyond_limits.word

/** Saves a document as PDF; one that the server cannot draw is saved as text, and the notice of the server says so. */
export async function saveDocument(name: string, fetchDocument: FetchDocument): Promise<void> {
  try {
    saveFile(`${name}.pdf`, await fetchDocument({}))
  } catch (error) {
    if (!isBeyondLimits(error)) throw error
    saveFile(`${name}.txt`, await fetchDocument({ format: 'text' }))
    notifyError(error)
  }
}
