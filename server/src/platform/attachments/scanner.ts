import { createHash } from 'node:crypto'
import {
  type Attachment,
  type AttachmentArea,
  extensionOf,
  fileTypes,
  largestFile,
  limits,
  type ScanCode,
  type ScanOutcome,
  takesName,
} from '@portal/contract'
import type { Logger } from 'pino'
import { AppError, invalidInput } from '../app-error.ts'
import type { AuditRecorder } from '../audit/audit-recorder.ts'
import type { Clock } from '../clock.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import type { Db, InTransaction } from '../database/transaction.ts'
import { isDiskError } from '../disk.ts'
import type { Files } from '../files/files.ts'
import { StoreAwayError } from '../files/object-store.ts'
import type { Upload } from '../http/upload.ts'
import { BudgetExceededError } from '../parsing/budget.ts'
import type { Vault } from '../protection/vault.ts'
import { insertAttachment, type Maker, replaceSenderKey } from './attachments.store.ts'
import type { Scan, Verdict } from './clamd.ts'
import { cleanFileName } from './file-name.ts'
import { hidesProgram, isRunnable } from './inspection/executables.ts'
import type { Inspection } from './inspection/inspect.ts'
import type { UploadToInspect } from './inspection/inspect-upload.ts'
import { networkDigest, refuseFlood } from './quota.ts'
import { removeOldSpools, type Spool, spool } from './spool.ts'
import { findDuplicate } from './unclaimed.store.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
  readonly files: Files
  /** Inspects a file from a network in a process of its own; throws `BudgetExceededError`, and 503 where it is late. */
  readonly inspect: (upload: UploadToInspect, network: string) => Promise<Inspection>
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

type Warnings = NonNullable<Attachment['warnings']>
/** Thrown where a file is rejected: a result for the sender, not an error of the server. */
class ScanRejection extends Error {
  readonly scanCode: ScanCode
  constructor(scanCode: ScanCode) {
    super(scanCode)
    this.scanCode = scanCode
  }
}

// biome-ignore format: a table
const codeOf: Readonly<Record<Exclude<Verdict, 'clean'>, ScanCode>> = {
  infected: 'VIRUS_FOUND',
  slow:     'TIMEOUT_ANTIVIRUS',
  away:     'ERROR_SYSTEM',
}

/** Largest size of the rest of the request: other fields, boundaries, headers. */
const multipartOverhead = 64 * 1024

/** Returns the extension of a cleaned name; throws for extensions that the area does not accept and for disguised programs. */
function checkName(name: string, area: AttachmentArea): string {
  const extension = extensionOf(name)
  if (isRunnable(extension) && !Object.hasOwn(fileTypes, extension)) throw new ScanRejection('FILE_ESEGUIBILE')
  if (!takesName(area, name)) throw new ScanRejection('ESTENSIONE_ERROR')
  if (hidesProgram(name)) throw new ScanRejection('FILE_ESEGUIBILE')
  return extension
}

/** A full disk is a refusal that the sender can retry later. */
function refuseOnFullDisk(error: unknown): never {
  throw isDiskError(error) ? new ScanRejection('ERROR_SAVE') : error
}

/** The portal is too busy to inspect the upload in time: the sender uploads it again. */
const isBusy = (error: unknown) => error instanceof AppError && error.code === 'unavailable'

const keyDigest = (key: string | undefined) =>
  key === undefined ? undefined : createHash('sha256').update(`attachment:${key}`).digest('base64url')

async function lookForMalware({ antivirus, log }: Options, file: Spool): Promise<void> {
  const verdict = await antivirus?.(file.stream())
  if (verdict === undefined || verdict === 'clean') return
  if (verdict !== 'infected') log.error({ verdict }, 'the antivirus returned no verdict: the file is refused')
  throw new ScanRejection(codeOf[verdict])
}

async function inspectContent(
  { inspect, log }: Options,
  { handle, size }: Spool,
  extension: string,
  network: string,
): Promise<Warnings> {
  if (size === 0) throw new ScanRejection('FILE_VUOTO')
  const inspection = await inspect({ handle, extension }, network).catch((error: unknown) => {
    if (error instanceof BudgetExceededError) {
      log.warn({ extension, size, resource: error.resource }, 'an upload exceeds the budget of its parser')
      throw new ScanRejection('ERROR_SYSTEM')
    }
    throw isBusy(error) ? new ScanRejection('TIMEOUT_ANTIVIRUS') : error
  })
  if ('code' in inspection) throw new ScanRejection(inspection.code)
  return [...inspection.warnings]
}

/**
 * Accepts files (decisions §4) after checks of their name, size, content and malware, cheapest first. A refusal is an answer
 * and stores nothing; an accepted file is stored sealed until a record claims it, for at most a day.
 */
export function createScanner(options: Options) {
  const { antivirus, folder, uploads } = options
  const whileInProgress = createConcurrencyLimit({
    ...{ atOnce: uploads.atOnce, perClient: uploads.ofNetwork },
    // When some networks use all places, a quarter remains for those with few uploads.
    reserve: { places: Math.ceil(uploads.atOnce / 4), perClient: 4 },
  })
  const whileScanned = createConcurrencyLimit({
    ...{ atOnce: limits.uploads.scannedAtOnce, waiting: uploads.atOnce, perClient: uploads.ofNetwork },
  })

  async function acceptFile(upload: Upload, uploader: Uploader, audit: AuditRecorder): Promise<Attachment> {
    const { area } = uploader
    const name = cleanFileName(upload.name)
    const extension = checkName(name, area)
    const maxBytes = largestFile[area]
    if ((upload.declaredBytes ?? 0) > maxBytes + multipartOverhead) throw new ScanRejection('DIMENSIONE_ERROR')
    const file = await spool(folder, upload.chunks, maxBytes).catch(refuseOnFullDisk)
    if (!file) throw new ScanRejection('DIMENSIONE_ERROR')
    try {
      const warnings = await inspectContent(options, file, extension, uploader.network)
      await whileScanned(uploader.network, () => lookForMalware(options, file))
      const duplicate = await findUploaded(options, uploader, file.digest, audit)
      if (duplicate) return duplicate
      if (upload.isAbandoned()) throw new AppError('malformed_input')
      return await storeFile(options, uploader, { file, name, extension, warnings }, audit)
    } finally {
      await file.close()
    }
  }

  return {
    /** Whether an antivirus is configured. */
    hasAntivirus: antivirus !== undefined,

    /** Deletes what remains of uploads whose server was killed. */
    removeLeftovers: () => removeOldSpools(folder, options.clock.now().getTime()),

    async scan(upload: Upload, uploader: Uploader, audit: AuditRecorder): Promise<ScanOutcome> {
      await refuseFlood(options, uploader)
      try {
        return {
          code: 'SUCCESS_ANTIVIRUS',
          attachment: await whileInProgress(uploader.network, () => acceptFile(upload, uploader, audit)),
          isScanned: antivirus !== undefined,
        }
      } catch (error) {
        if (!(error instanceof ScanRejection)) throw error
        audit.record('file', [])
        return { code: error.scanCode }
      }
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
  const { id, name, extension, size } = duplicate
  return { id, name, extension, size, digest, ...warningsPart(duplicate.warnings as Warnings) }
}

const warningsPart = (warnings: Warnings) => (warnings.length > 0 ? { warnings } : {})

interface CheckedFile {
  readonly file: Spool
  readonly name: string
  readonly extension: string
  readonly warnings: Warnings
}

async function storeFile(
  { inTransaction, vault, files, log }: Options,
  { area, maker, network, idempotencyKey }: Uploader,
  { file, name, extension, warnings }: CheckedFile,
  audit: AuditRecorder,
): Promise<Attachment> {
  const { digest, size } = file
  const stored = await storeBytes(files, file)
  const mediaType = fileTypes[extension]?.media ?? 'application/octet-stream'
  const record = { name, mediaType, purpose: 'upload', madeBy: maker.userId ?? null } as const
  const { visitorHash, userId: madeBy } = maker
  try {
    return await inTransaction(async (tx) => {
      const { id } = await files.record(tx, record, stored)
      const number = await insertAttachment(tx, vault, {
        ...{ id, area, visitorHash, madeBy, network: networkDigest(vault, network), digest, warnings },
        senderKey: keyDigest(idempotencyKey),
      })
      audit.record('file', [number])
      return { id, name, extension, size, digest, ...warningsPart(warnings) }
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
