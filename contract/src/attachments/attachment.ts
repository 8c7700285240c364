import * as z from 'zod/mini'
import { flag, onWire } from '../kit/wire.ts'

/**
 * What became of a file that somebody gave (specification 1 §8; decisions §4 add the last two). The sentence for each
 * stands under `antivirus` in the texts.
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

/** The id of a kept file: a UUID that nobody can guess. */
export const fileId = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))

/** Things about a file that whoever opens it should know: they are no reason to refuse it. */
export const fileWarnings = { macros: 'macro', activeContent: 'contenuto_attivo' } as const

/** A file that passed and is kept. */
export const attachment = onWire(
  'allegato',
  {
    id: fileId,
    /** Cleaned, and cut to 99 characters where it had more than 100. */
    name: z.string(),
    /** In small letters, without the dot. */
    extension: z.string(),
    /** Bytes. */
    size: z.int(),
    /** SHA-256 of the content, in hexadecimal. */
    digest: z.string(),
    warnings: z.optional(z.array(z.enum(Object.values(fileWarnings) as ['macro', 'contenuto_attivo']))),
  },
  {
    id: 'cmis_id',
    name: 'nomeFile',
    extension: 'estensione',
    size: 'dimensione',
    digest: 'impronta_sha256',
    warnings: 'avvertenze',
  },
)
export type Attachment = z.output<typeof attachment>

/** A refused file is a result, not a failure (decisions §4): status 200 with the code alone. */
export const scanOutcome = onWire(
  'esito_scansione',
  {
    code: z.enum(scanCodes),
    attachment: z.optional(attachment),
    /** With an accepted file: whether an antivirus looked through it, or its name, type and content were judged alone. */
    isScanned: z.optional(flag),
  },
  { code: 'codice', attachment: 'allegato', isScanned: 'flag_antivirus' },
)
export type ScanOutcome = z.output<typeof scanOutcome>
