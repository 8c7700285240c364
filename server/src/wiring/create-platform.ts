import { join } from 'node:path'
import { largestFile } from '@portal/contract'
import type { Logger } from 'pino'
import type { ReadTable } from '#features/operators/upload/judge-file.ts'
import { createAccountEvents } from '#platform/account-events.ts'
import { createAttachments } from '#platform/attachments/attachments.ts'
import { clamdScan } from '#platform/attachments/clamd.ts'
import { createHeifPicture } from '#platform/attachments/heif-pictures.ts'
import { createScanner } from '#platform/attachments/scanner.ts'
import { anchorFile } from '#platform/audit/anchor.ts'
import { createAudit } from '#platform/audit/audit.ts'
import { createChainer } from '#platform/audit/chainer.ts'
import { createRecordVersions } from '#platform/audit/record-versions.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import type { MailboxName } from '#platform/database/tables/mailbox.tables.ts'
import { createInTransaction } from '#platform/database/transaction.ts'
import { createFileMoves } from '#platform/files/file-moves.ts'
import type { FileStores } from '#platform/files/file-stores.ts'
import { createFiles } from '#platform/files/files.ts'
import { folderStore } from '#platform/files/folder-store.ts'
import { s3Store } from '#platform/files/s3-store.ts'
import { createJobs } from '#platform/jobs.ts'
import { createOutbox, type InsertMails } from '#platform/mail/outbox.ts'
import { fileTransport, type Send, smtpTransport } from '#platform/mail/transport.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { createDocumentFile } from '#platform/pdf/document-file.ts'
import type { KeyTimes } from '#platform/protection/key-ring.ts'
import { openVault } from '#platform/protection/vault.ts'
import { createRuns } from '#platform/runs/runs.ts'
import { createQuickExit } from '#platform/session/quick-exit.ts'
import { createSessionCache } from '#platform/session/session-cache.ts'
import { createVisitMemory } from '#platform/session/visit-memory.ts'
import { createVisitors } from '#platform/session/visitor-cookie.ts'
import { addressForAnswers } from '#platform/settings/mailbox-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Tracing } from '#platform/tracing/tracing.ts'
import { createParsers, type Parsers } from './create-parsers.ts'

/** What the services of features are built on. */
export type Platform = Awaited<ReturnType<typeof createPlatform>>

export interface PlatformOptions {
  readonly settings: Settings
  readonly database: Database
  readonly masterKey: Buffer
  readonly clock: Clock
  readonly log: Logger
  /** Traces calls and jobs; nothing by default. */
  readonly tracing?: Tracing | undefined
  /** Version of the program. */
  readonly version?: string
  /** Sends mails; by default as the settings say. */
  readonly send?: Send
  /** Inserts mails; by default each with the job that sends it. */
  readonly insertMails?: InsertMails
  /** Processes that parse input from outside; by default those of the settings. The caller closes them. */
  readonly parsers?: Parsers
  /** The waiting times of new keys. */
  readonly keyTimes?: KeyTimes
}

/** Creates what the services of all features share: database, keys, files, mails, jobs and runs. */
export async function createPlatform(options: PlatformOptions) {
  const { settings, database, masterKey, clock, log, keyTimes, insertMails } = options
  const {
    tracing,
    version = '',
    send = transportOf(settings, masterKey),
    parsers = createParsers(settings, log),
  } = options
  const { db, reads } = database
  const { office } = settings
  const sessionCache = createSessionCache()
  const recordVersions = createRecordVersions(clock)
  const audit = createAudit({
    db,
    clock,
    log,
    noteCommit: (kinds) => {
      sessionCache.noteCommit(kinds)
      recordVersions.noteCommit(kinds)
    },
  })
  const inTransaction = createInTransaction(db, database.patience)
  const vault = await openVault({ db, inTransaction, master: masterKey, log, keyTimes })
  const anchor = anchorFile(join(settings.dataDir, 'audit-head.json'))
  const metrics = settings.metrics && createMetrics({ version, database, parsers, dataDir: settings.dataDir })
  const jobs = createJobs({
    db,
    audit,
    log,
    keepHours: settings.keep.jobsHours,
    worksOnJobs: settings.worksOnJobs,
    noteJob: metrics?.noteJob,
    traceJob: tracing?.traceJob,
  })
  const stores = storesOf(settings)
  const files = createFiles({ db, vault, stores, clock, log })
  const base = {
    db,
    reads,
    patience: database.patience,
    inTransaction,
    audit,
    vault,
    clock,
    log,
    office,
    jobs,
    files,
    parsers,
    sessionCache,
    recordVersions,
    accountEvents: createAccountEvents(),
  }
  const attachments = createAttachments(base)
  const outbox = createOutbox({
    ...base,
    send,
    filesOf: attachments.filesOfMail,
    limitedPerHour: settings.limitedMailsPerHour,
    insert: insertMails,
  })
  const cookies = {
    slug: office.slug,
    isAlwaysHttps: settings.isProduction && settings.publicOrigin.startsWith('https:'),
  }
  return {
    ...base,
    metrics,
    tracing,
    attachments,
    anchor,
    cookies,
    /** The address for answers to a mail of the office. */
    answersTo: (mailbox: MailboxName | undefined) =>
      addressForAnswers(settings.mailboxes, mailbox) ?? office.assistanceMailbox,
    visitors: createVisitors(cookies),
    visitMemory: createVisitMemory(base),
    quickExit: createQuickExit({ ...cookies, url: office.quickExitUrl }),
    scanner: createScannerWith(settings, base),
    outbox,
    fileMoves: createFileMoves({ db, vault, stores, log }),
    runs: createRuns({ ...base, filesHours: settings.keep.filesHours }),
    chainer: createChainer({ ...base, anchor }),
    readTable: tableReader(parsers),
    heifPicture: createHeifPicture({
      folder: join(settings.dataDir, 'incoming'),
      maxBytes: largestFile.case,
      draw: (photo, client) => parsers.run('heif', photo, client),
    }),
    documentFile: createDocumentFile((document, client) => parsers.run('pdf', document, client)),
  }
}

type ScannerNeeds = Pick<
  Parameters<typeof createScanner>[0],
  'db' | 'inTransaction' | 'vault' | 'clock' | 'log' | 'files'
>

/** The scanner of uploaded files. */
const createScannerWith = (settings: Settings, { parsers, ...needs }: ScannerNeeds & { readonly parsers: Parsers }) =>
  createScanner({
    ...needs,
    antivirus: settings.clamdUrl ? clamdScan(settings.clamdUrl) : undefined,
    folder: join(settings.dataDir, 'incoming'),
    scansPerMinute: settings.scansPerMinute,
    uploads: settings.uploads,
    inspect: (file, network) => parsers.run('attachment', file, network),
  })

/** Only operators upload workbooks, so all of them share one queue. */
const tableReader =
  (parsers: Parsers): ReadTable =>
  (file) =>
    parsers.run('workbook', file, 'office')

const transportOf = ({ smtpUrl, mailFrom, dataDir }: Settings, masterKey: Buffer): Send =>
  smtpUrl ? smtpTransport(smtpUrl, mailFrom) : fileTransport(join(dataDir, 'outbox'), mailFrom, masterKey)

/** The store of the settings, and those that may have older files. */
export function storesOf({ filesUrl, filesFromUrl, dataDir }: Settings): FileStores {
  const folder = folderStore(join(dataDir, 'files'))
  const before = filesFromUrl ? [s3Store(filesFromUrl)] : []
  return filesUrl ? { target: s3Store(filesUrl), others: [...before, folder] } : { target: folder, others: before }
}
