import * as z from 'zod/mini'
import { flag, onWire } from '../kit/wire.ts'

/**
 * Result codes of an upload (specification 1 §8; decisions §4 add the last five). The texts have the sentence for each
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
  /** A password protects it, so that nobody can check what is in it. */
  'PASSWORD_ERROR',
  /** What a signed file or a mail contains cannot be opened. */
  'CONTENUTO_ERROR',
  /** It contains files within files, deeper than they are checked. */
  'LIVELLI_ERROR',
] as const
export type ScanCode = (typeof scanCodes)[number]

/** Id of a stored file: a random UUID. */
export const fileId = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))

/** Warnings for readers of a file; they do not refuse it. `place` and `author`: it says where it was made, or by whom. */
export const fileWarnings = {
  macros: 'macro',
  activeContent: 'contenuto_attivo',
  place: 'luogo',
  author: 'autore',
  /** It opens only with a password. */
  password: 'password',
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
  /** Of a signed file: the extension of what was signed. Missing for a signature alone, and for other files. */
  contains: [z.optional(z.string()), 'tipo_contenuto'],
})
export type Attachment = z.output<typeof attachment>

/** Result of an upload. A refused file is a result and not an error (decisions §4): status 200 with the code alone. */
export const scanOutcome = onWire('esito_scansione', {
  code: [z.enum(scanCodes), 'codice'],
  /** Of a refused file: the name of the file within it that is the reason. */
  within: [z.optional(z.string()), 'nome_contenuto'],
  attachment: [z.optional(attachment), 'allegato'],
  /** For an accepted file: true when an antivirus scanned it, false when only its name, type and content were checked. */
  isScanned: [z.optional(flag), 'flag_antivirus'],
})
export type ScanOutcome = z.output<typeof scanOutcome>
