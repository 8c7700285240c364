import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  type Attachment,
  type AttachmentArea,
  extensionOf,
  fileTypeOf,
  largestFile,
  limits,
  type ScanCode,
  type ScanOutcome,
  takesName,
  typeExtensionOf,
} from '@portal/contract'
import type { Logger } from 'pino'
import { AppError, invalidInput } from '../app-error.ts'
import type { AuditRecorder } from '../audit/audit-recorder.ts'
import type { Clock } from '../clock.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import type { Db, InTransaction } from '../database/transaction.ts'
import { isDiskError } from '../disk.ts'
import type { Files } from '../files/files.ts'
import type { StoredBytes } from '../files/keep-file.ts'
import { StoreAwayError } from '../files/object-store.ts'
import type { Upload } from '../http/upload.ts'
import { BudgetExceededError } from '../parsing/budget.ts'
import type { Vault } from '../protection/vault.ts'
import { insertAttachment, type Maker, presentAttachment, replaceSenderKey } from './attachments.store.ts'
import type { Scan, Verdict } from './clamd.ts'
import { cleanFileName } from './file-name.ts'
import type { UploadInspection, UploadToInspect } from './inspection/inspect-upload.ts'
import { rejectionOfName, withExtension } from './inspection/names.ts'
import type { Inspection } from './inspection/result.ts'
import { networkDigest, refuseFlood } from './quota.ts'
import { orCode, ScanRejection } from './scan-rejection.ts'
import { removeOldSpools, type Spool, type SpoolHandle, spool, streamSpooled } from './spool.ts'
import { findDuplicate } from './unclaimed.store.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
  readonly files: Files
  /** Inspects a file from a network in a process of its own; throws `BudgetExceededError`, and 503 where it is late. */
  readonly inspect: (upload: UploadToInspect, network: string) => Promise<UploadInspection>
  /** The antivirus, if one is configured. */
  readonly antivirus: Scan | undefined
  /** Folder of uploads during their inspection, where they are sealed. */
  readonly folder: string
  readonly scansPerMinute: number
  /** Uploads in progress: of all networks together, and of one network. */
  readonly uploads: { readonly atOnce: number; readonly ofNetwork: number }
}

/** Uploader and purpose of a file. */
export interface Uploader {
  readonly area: AttachmentArea
  readonly maker: Maker
  readonly network: string
  /** A repeat with the same key gets the same answer, for senders that lost the first one. */
  readonly idempotencyKey: string | undefined
}

export type Scanner = ReturnType<typeof createScanner>

// biome-ignore format: a table
const codeOf: Readonly<Record<Exclude<Verdict, 'clean'>, ScanCode>> = {
  infected: 'VIRUS_FOUND',
  slow:     'TIMEOUT_ANTIVIRUS',
  away:     'ERROR_SYSTEM',
}

/** Largest size of the rest of a request. */
const multipartOverhead = 64 * 1024

/** A full disk is a refusal that the sender can retry later. */
function refuseOnFullDisk(error: unknown): never {
  throw isDiskError(error) ? new ScanRejection('ERROR_SAVE') : error
}

/** Too busy to inspect the upload in time. */
const isBusy = (error: unknown) => error instanceof AppError && error.code === 'unavailable'

const keyDigest = (key: string | undefined) =>
  key === undefined ? undefined : createHash('sha256').update(`attachment:${key}`).digest('base64url')

/** Lets the antivirus look through a file, and through each file that it contains. */
async function lookForMalware(
  { antivirus, log }: Options,
  file: Spool,
  contents: readonly SpoolHandle[],
): Promise<void> {
  if (!antivirus) return
  for (const stream of [() => file.stream(), ...contents.map((content) => () => streamSpooled(content))]) {
    const verdict = await antivirus(stream())
    if (verdict === 'clean') continue
    if (verdict !== 'infected') log.error({ verdict }, 'the antivirus returned no verdict: the file is refused')
    throw new ScanRejection(codeOf[verdict])
  }
}

type AcceptedInspection = Exclude<Inspection, { readonly code: ScanCode }>

async function inspectContent(
  { inspect, log }: Options,
  { size }: Spool,
  upload: UploadToInspect,
  network: string,
): Promise<AcceptedInspection & Pick<UploadInspection, 'contents'>> {
  if (size === 0) throw new ScanRejection('FILE_VUOTO')
  const { inspection, contents } = await inspect(upload, network).catch((error: unknown) => {
    if (error instanceof BudgetExceededError) {
      const extension = typeExtensionOf(upload.name)
      log.warn({ extension, size, resource: error.resource }, 'an upload exceeds the budget of its parser')
      throw new ScanRejection('ERROR_SYSTEM')
    }
    throw isBusy(error) ? new ScanRejection('TIMEOUT_ANTIVIRUS') : error
  })
  if ('code' in inspection) throw new ScanRejection(inspection.code, inspection.within)
  return { ...inspection, contents }
}

const trueName = (name: string, extension: string) =>
  extensionOf(name) === extension ? name : cleanFileName(withExtension(name, extension))

/**
 * Accepts files (decisions §4) after checks of their name, size, content and malware, cheapest first. A refusal is an answer
 * and stores nothing; an accepted file is stored sealed until a record claims it, for at most a day.
 */
export function createScanner(options: Options) {
  const { antivirus, folder, uploads } = options
  const whileInProgress = createConcurrencyLimit({
    atOnce: uploads.atOnce,
    perClient: uploads.ofNetwork,
    // When some networks use all places, a quarter remains for those with few uploads.
    reserve: { places: Math.ceil(uploads.atOnce / 4), perClient: 4 },
  })
  const whileScanned = createConcurrencyLimit({
    atOnce: limits.uploads.scannedAtOnce,
    waiting: uploads.atOnce,
    perClient: uploads.ofNetwork,
  })

  async function withChecked<T>(
    upload: Upload,
    { area, network, maxBytes = largestFile[area] }: Pick<Uploader, 'area' | 'network'> & { maxBytes?: number },
    use: (file: CheckedFile) => Promise<T>,
  ): Promise<T> {
    const sentName = cleanFileName(upload.name)
    const code = rejectionOfName(sentName, (name) => takesName(area, name))
    if (code) throw new ScanRejection(code)
    if ((upload.declaredBytes ?? 0) > maxBytes + multipartOverhead) throw new ScanRejection('DIMENSIONE_ERROR')
    const file = await spool(folder, upload.chunks, maxBytes).catch(refuseOnFullDisk)
    if (!file) throw new ScanRejection('DIMENSIONE_ERROR')
    try {
      const { handle } = file
      const sent = { handle, name: sentName, area, isScanned: antivirus !== undefined }
      const { contents, ...inspection } = await inspectContent(options, file, sent, network)
      await whileScanned(network, () => lookForMalware(options, file, contents))
      return await use({ file, name: trueName(sentName, inspection.extension), ...inspection })
    } finally {
      await file.close()
    }
  }

  const acceptFile = (upload: Upload, uploader: Uploader, audit: AuditRecorder): Promise<Attachment> =>
    withChecked(upload, uploader, async (checked) => {
      const duplicate = await findUploaded(options, uploader, checked.file.digest, audit)
      if (duplicate) return duplicate
      if (upload.isAbandoned()) throw new AppError('malformed_input')
      return storeFile(options, uploader, checked, audit)
    })

  async function outcomeOf(accept: () => Promise<Attachment>, audit: AuditRecorder): Promise<ScanOutcome> {
    try {
      return { code: 'SUCCESS_ANTIVIRUS', attachment: await accept(), isScanned: antivirus !== undefined }
    } catch (error) {
      if (!(error instanceof ScanRejection)) throw error
      audit.record('file', [])
      const { scanCode: code, within } = error
      return { code, ...(within !== undefined && { within }) }
    }
  }

  return {
    /** Whether an antivirus is configured. */
    hasAntivirus: antivirus !== undefined,

    /** Deletes what remains of uploads whose server was killed. */
    removeLeftovers: () => removeOldSpools(folder, options.clock.now().getTime()),

    async scan(upload: Upload, uploader: Uploader, audit: AuditRecorder): Promise<ScanOutcome> {
      await refuseFlood(options, uploader)
      return outcomeOf(() => whileInProgress(uploader.network, () => acceptFile(upload, uploader, audit)), audit)
    },

    /** Checks an uploaded file that the server reads and does not store; returns its bytes. */
    async readFile(
      upload: Upload,
      { network, maxBytes }: { readonly network: string; readonly maxBytes: number },
    ): Promise<{ readonly bytes: Buffer } | { readonly code: ScanCode }> {
      const read = ({ file }: CheckedFile) => buffer(file.stream())
      return orCode(async () => ({
        bytes: await whileInProgress(network, () => withChecked(upload, { area: 'case', network, maxBytes }, read)),
      }))
    },

    /** Checks a file that the operator of the server brings, and stores its bytes: `insertMovedFiles` writes its rows. */
    async keepOwn(name: string, chunks: Upload['chunks'], network: string): Promise<KeptFile | { code: ScanCode }> {
      const upload = { name, chunks, declaredBytes: undefined, isAbandoned: () => false }
      const keep = async ({ file, ...checked }: CheckedFile): Promise<KeptFile> => {
        const stored = await storeBytes(options.files, file)
        return { ...checked, digest: file.digest, stored }
      }
      return orCode(() => withChecked(upload, { area: 'case', network }, keep))
    },
  }
}

/**
 * Returns the file where the sender has uploaded the same content already: repeated with the same key, or with a new one by a
 * page that lost the first answer or its list. Throws for callers without keys.
 */
async function findUploaded(
  { db, vault }: Options,
  { maker, area, idempotencyKey }: Uploader,
  digest: string,
  audit: AuditRecorder,
) {
  const duplicate = await findDuplicate(db, vault, { maker, area, digest })
  if (!duplicate) return undefined
  const key = keyDigest(idempotencyKey)
  if (key === undefined) throw invalidInput([{ path: 'file', message: 'allegato_ripetuto' }])
  if (duplicate.senderKey !== key) await replaceSenderKey(db, duplicate.id, key)
  audit.record('file', [duplicate.number])
  return presentAttachment(duplicate)
}

interface CheckedFile extends AcceptedInspection {
  readonly file: Spool
  readonly name: string
}

/** A file whose bytes are stored, without rows. */
export interface KeptFile extends Omit<CheckedFile, 'file'> {
  readonly digest: string
  readonly stored: StoredBytes
}

async function storeFile(
  { inTransaction, vault, files, log }: Options,
  { area, maker, network, idempotencyKey }: Uploader,
  { file, name, extension, warnings, contains }: CheckedFile,
  audit: AuditRecorder,
): Promise<Attachment> {
  const { digest, size } = file
  const stored = await storeBytes(files, file)
  const mediaType = fileTypeOf(extension)?.media ?? 'application/octet-stream'
  const record = { name, mediaType, purpose: 'upload', madeBy: maker.userId ?? null } as const
  const { visitorHash, userId: madeBy } = maker
  try {
    return await inTransaction(audit, async (tx) => {
      const { id } = await files.record(tx, record, stored)
      const number = await insertAttachment(tx, vault, {
        id,
        area,
        visitorHash,
        madeBy,
        network: networkDigest(vault, network),
        digest,
        warnings: [...warnings],
        contains,
        senderKey: keyDigest(idempotencyKey),
      })
      audit.record('file', [number])
      return presentAttachment({ id, name, extension, size, digest, warnings, contains: contains ?? null })
    })
  } catch (error) {
    await files.discard([stored.storedName])
    if (error instanceof AppError) throw error
    log.error({ err: error }, 'an accepted file could not be recorded')
    throw new ScanRejection('ERROR_SAVE')
  }
}

async function storeBytes(files: Files, file: Spool) {
  try {
    return await files.storeBytes(file.stream())
  } catch (error) {
    if (isDiskError(error)) return refuseOnFullDisk(error)
    throw error instanceof StoreAwayError ? new ScanRejection('ERROR_SCMIS') : error
  }
}
