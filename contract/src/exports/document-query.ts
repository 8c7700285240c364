import * as z from 'zod/mini'
import { enumOnWire, onWire } from '../kit/wire.ts'

/** The form of a document: a tagged PDF unless the caller asks for its text. */
export const documentFormats = enumOnWire({ pdf: 'pdf', text: 'testo' })
export type DocumentFormat = z.output<typeof documentFormats>

/** Query of the calls that return a document. */
export const documentQuery = onWire('richiesta_documento', { format: [z.optional(documentFormats), 'formato'] })
