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
import { touched } from '../audit/audit-act.ts'
import type { Clock } from '../clock.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import type { Db, InTransaction } from '../database/transaction.ts'
import { isDiskFault } from '../disk.ts'
import type { Files } from '../files/files.ts'
import { StoreAwayError } from '../files/object-store.ts'
import type { Upload } from '../http/upload.ts'
import { BudgetExceededError } from '../parsing/budget.ts'
import { invalidInput, Problem, tooBusy, tooMany } from '../problem.ts'
import type { Vault } from '../protection/vault.ts'
import { countRequest } from '../request-counts.store.ts'
import {
  countUnclaimedOf,
  findTwin,
  insertAttachment,
  type Maker,
  takeOver,
  unclaimedBytes,
} from './attachments.store.ts'
import type { Scan, Verdict } from './clamd.ts'
import { cleanFileName } from './file-name.ts'
import { hidesProgram, isRunnable } from './inspection/executables.ts'
import type { Inspection } from './inspection/inspect.ts'
import type { UploadToInspect } from './inspection/inspect-upload.ts'
import { type Spool, spool } from './spool.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
  readonly files: Files
  /** Says what is in a file that came from a network, in a thread of its own; throws `BudgetExceededError`. */
  readonly inspect: (upload: UploadToInspect, network: string) => Promise<Inspection>
  /** The antivirus, where there is one. */
  readonly antivirus: Scan | undefined
  /** Where uploads lie, sealed and nameless, while they are judged. */
  readonly folder: string
  readonly scansPerMinute: number
  /** Uploads in progress: of all networks together, and of one. */
  readonly uploads: { readonly atOnce: number; readonly ofNetwork: number }
}

/** Who brings a file, and what for. */
export interface Bringer {
  readonly area: AttachmentArea
  readonly maker: Maker
  readonly network: string
  /** The same key brings the same answer again, where the first was lost. */
  readonly idempotencyKey: string | undefined
}

export type Scanner = ReturnType<typeof createScanner>

type Warnings = NonNullable<Attachment['warnings']>
/** Thrown on the way to an answer that is no failure. */
class Refused extends Error {
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

/** What stands around the file in its request: the other fields, boundaries, headers. */
const aroundFile = 64 * 1024

/** The extension of a cleaned name; refuses what the area does not take and what pretends to be something else. */
function judgeName(name: string, area: AttachmentArea): string {
  const extension = extensionOf(name)
  if (isRunnable(extension) && !Object.hasOwn(fileTypes, extension)) throw new Refused('FILE_ESEGUIBILE')
  if (!takesName(area, name)) throw new Refused('ESTENSIONE_ERROR')
  if (hidesProgram(name)) throw new Refused('FILE_ESEGUIBILE')
  return extension
}

/** What is known of a network beside a file that nothing has claimed: whether it is the same as another's. */
const networkDigest = (vault: Options['vault'], network: string) => vault.digest('attachments.network', network)

/** A disk that takes no more keeps nobody from trying again once there is room. */
function refuseOnFullDisk(error: unknown): never {
  throw isDiskFault(error) ? new Refused('ERROR_SAVE') : error
}

const keyDigest = (key: string | undefined) =>
  key === undefined ? undefined : createHash('sha256').update(`attachment:${key}`).digest('base64url')

/** Refuses a sender who brings too much in a minute, or leaves too much unclaimed. */
async function refuseFlood({ db, vault, clock, scansPerMinute }: Options, { network, maker }: Bringer) {
  const scans = await countRequest({ db, vault }, { bucket: 'scan', subject: network }, clock.now())
  if (scans > scansPerMinute) throw tooMany(60)
  const most = maker.userId === undefined ? limits.uploads.unclaimedOfVisitor : limits.uploads.unclaimedOfUser
  if ((await countUnclaimedOf(db, maker)) >= most) throw tooMany(3600)
  const bytes = await unclaimedBytes(db, networkDigest(vault, network))
  if (bytes.ofNetwork >= limits.uploads.unclaimedBytesOfNetwork) throw tooMany(3600)
  // The store is for the records; a flood of files that nobody claims must not fill it.
  if (bytes.ofAll >= limits.uploads.unclaimedBytes) throw tooBusy(3600)
}

/**
 * Takes files in (decisions §4): the name, the size, what is in it, and malware, cheapest first. A refused file is an answer and
 * leaves nothing behind; a kept one lies sealed in the store until a record claims it, at most a day.
 */
export function createScanner(options: Options) {
  const { log, inspect, antivirus, folder, uploads } = options
  const whileInProgress = createConcurrencyLimit({
    ...{ atOnce: uploads.atOnce, ofSharer: uploads.ofNetwork },
    // Networks that fill the server leave a quarter of it to those that send little.
    reserve: { places: Math.ceil(uploads.atOnce / 4), ofSharer: 4 },
  })
  const whileScanned = createConcurrencyLimit({
    ...{ atOnce: limits.uploads.scannedAtOnce, waiting: uploads.atOnce, ofSharer: uploads.ofNetwork },
  })

  async function lookForMalware(file: Spool) {
    const verdict = await antivirus?.(file.stream())
    if (verdict === undefined || verdict === 'clean') return
    if (verdict !== 'infected') log.error({ verdict }, 'the antivirus gives no verdict: the file is not kept')
    throw new Refused(codeOf[verdict])
  }

  async function judge(file: Spool, extension: string, network: string): Promise<Warnings> {
    if (file.size === 0) throw new Refused('FILE_VUOTO')
    const { handle } = file
    const inspection = await inspect({ handle, extension }, network).catch((error: unknown) => {
      if (!(error instanceof BudgetExceededError)) throw error
      log.warn({ extension, size: file.size, resource: error.resource }, 'an upload is over the budget of its parser')
      throw new Refused('ERROR_SYSTEM')
    })
    if ('code' in inspection) throw new Refused(inspection.code)
    await whileScanned(network, () => lookForMalware(file))
    return [...inspection.warnings]
  }

  async function take(upload: Upload, bringer: Bringer): Promise<Attachment> {
    const { area } = bringer
    const name = cleanFileName(upload.name)
    const extension = judgeName(name, area)
    const most = largestFile[area]
    if ((upload.declaredBytes ?? 0) > most + aroundFile) throw new Refused('DIMENSIONE_ERROR')
    const file = await spool(folder, upload.chunks, most).catch(refuseOnFullDisk)
    if (!file) throw new Refused('DIMENSIONE_ERROR')
    try {
      const warnings = await judge(file, extension, bringer.network)
      const known = await findKnown(options, bringer, file.digest)
      if (known) return known
      if (upload.isAbandoned()) throw new Problem('malformed_input')
      return await keep(options, bringer, { file, name, extension, warnings })
    } finally {
      await file.close()
    }
  }

  return {
    /** Whether an antivirus is set. */
    hasAntivirus: antivirus !== undefined,

    async scan(upload: Upload, bringer: Bringer): Promise<ScanOutcome> {
      await refuseFlood(options, bringer)
      try {
        return {
          code: 'SUCCESS_ANTIVIRUS',
          attachment: await whileInProgress(bringer.network, () => take(upload, bringer)),
          isScanned: antivirus !== undefined,
        }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        touched('file', [])
        return { code: error.scanCode }
      }
    },
  }
}

/**
 * The file that the sender has brought already: asked for again under the same key, or under a new one by a page that lost
 * the first answer, or its list. Callers without keys are told that it is there.
 */
async function findKnown({ db, vault }: Options, { maker, area, idempotencyKey }: Bringer, digest: string) {
  const twin = await findTwin(db, vault, { maker, area, digest })
  if (!twin) return undefined
  const key = keyDigest(idempotencyKey)
  if (key === undefined) throw invalidInput([{ path: 'file', message: 'allegato_ripetuto' }])
  if (twin.senderKey !== key) await takeOver(db, twin.id, key)
  touched('file', [twin.number])
  const { id, name, extension, size } = twin
  return { id, name, extension, size, digest, ...warned(twin.warnings as Warnings) }
}

const warned = (warnings: Warnings) => (warnings.length > 0 ? { warnings } : {})

interface Judged {
  readonly file: Spool
  readonly name: string
  readonly extension: string
  readonly warnings: Warnings
}

async function keep(
  { inTransaction, vault, files, log }: Options,
  { area, maker, network, idempotencyKey }: Bringer,
  { file, name, extension, warnings }: Judged,
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
      touched('file', [number])
      return { id, name, extension, size, digest, ...warned(warnings) }
    })
  } catch (error) {
    await files.discard([stored.storedName])
    if (error instanceof Problem) throw error
    log.error({ err: error }, 'an accepted file could not be recorded')
    throw new Refused('ERROR_SAVE')
  }
}

async function storeBytes(files: Files, file: Spool) {
  try {
    return await files.storeBytes(file.stream())
  } catch (error) {
    if (isDiskFault(error)) return refuseOnFullDisk(error)
    throw error instanceof StoreAwayError ? new Refused('ERROR_SCMIS') : error
  }
}
