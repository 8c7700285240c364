import * as z from 'zod/mini'
import { flag, onWire } from '../kit/wire.ts'

/**
 * Result codes of an upload (specification 1 §8; decisions §4 add the last two). The texts have the sentence for each
 * under `antivirus`.
 */
export const scanCodes = [
  'SUCCESS_ANTIVIRUS',
  'VIRUS_FOUND',
  'ERROR_SYSTEM',
  'ESTENSIONE_ERROR',
  'FILE_ESEGUIBILE',
  'ERROR_SAVE',
  'ERROR_SCMIS',
  'FILE_VUOTO',
  'TIMEOUT_ANTIVIRUS',
  'DIMENSIONE_ERROR',
  'TIPO_ERROR',
] as const
export type ScanCode = (typeof scanCodes)[number]

/** Id of a stored file: a random UUID. */
export const fileId = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))

/** Warnings for readers of a file; they do not refuse it. The last two: it says where it was made, or by whom. */
export const fileWarnings = {
  macros: 'macro',
  activeContent: 'contenuto_attivo',
  place: 'luogo',
  author: 'autore',
} as const
export type FileWarning = (typeof fileWarnings)[keyof typeof fileWarnings]
const fileWarning = z.enum(Object.values(fileWarnings) as [FileWarning, ...FileWarning[]])

/** An accepted and stored file. */
export const attachment = onWire('allegato', {
  id: [fileId, 'cmis_id'],
  /** Without unsafe characters, and cut to 99 characters where it had more than 100. */
  name: [z.string(), 'nomeFile'],
  /** In lower case, without the dot. */
  extension: [z.string(), 'estensione'],
  /** Bytes. */
  size: [z.int(), 'dimensione'],
  /** SHA-256 of the content, in hexadecimal. */
  digest: [z.string(), 'impronta_sha256'],
  warnings: [z.optional(z.array(fileWarning)), 'avvertenze'],
})
export type Attachment = z.output<typeof attachment>

/** Result of an upload. A refused file is a result and not an error (decisions §4): status 200 with the code alone. */
export const scanOutcome = onWire('esito_scansione', {
  code: [z.enum(scanCodes), 'codice'],
  attachment: [z.optional(attachment), 'allegato'],
  /** For an accepted file: true when an antivirus scanned it, false when only its name, type and content were checked. */
  isScanned: [z.optional(flag), 'flag_antivirus'],
})
export type ScanOutcome = z.output<typeof scanOutcome>
