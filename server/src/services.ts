import { join } from 'node:path'
import type { Logger } from 'pino'
import { createAssistance } from '#features/assistance/assistance.service.ts'
import { createAttachmentReading } from '#features/attachments/attachments.service.ts'
import { createAuditLog } from '#features/audit/audit.service.ts'
import { createBatch } from '#features/batch/batch.service.ts'
import { createCaptcha } from '#features/captcha/captcha.service.ts'
import { createFlaggedReports } from '#features/cases/flagged-reports/flagged-reports.service.ts'
import { createOperators } from '#features/operators/operators.service.ts'
import type { ReadTable } from '#features/operators/upload/judge-file.ts'
import { createUploads } from '#features/operators/upload/uploads.service.ts'
import { createReference, type Reference } from '#features/reference/reference.service.ts'
import { createReports } from '#features/reports/reports.service.ts'
import { createRetention, type RetentionOptions } from '#features/retention/retention.service.ts'
import type { RightsOptions } from '#features/rights/rights.options.ts'
import { createRights } from '#features/rights/rights.service.ts'
import { createOwnSessions } from '#features/session/own-sessions.ts'
import { createSignIn } from '#features/session/session.service.ts'
import { type ConnectedProviders, createSpidServices } from '#features/spid/create-spid-services.ts'
import type { KeyPair } from '#features/spid/providers/certificate.ts'
import type { SpidOptions } from '#features/spid/spid.service.ts'
import { type Attachments, createAttachments } from '#platform/attachments/attachments.ts'
import { clamdScan } from '#platform/attachments/clamd.ts'
import { createScanner } from '#platform/attachments/scanner.ts'
import { anchorFile } from '#platform/audit/anchor.ts'
import { createAudit } from '#platform/audit/audit.ts'
import { createChainer } from '#platform/audit/chainer.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { createInTransaction } from '#platform/database/transaction.ts'
import { createFiles } from '#platform/files/files.ts'
import { folderStore } from '#platform/files/folder-store.ts'
import type { ObjectStore } from '#platform/files/object-store.ts'
import { s3Store } from '#platform/files/s3-store.ts'
import { createJobs } from '#platform/jobs.ts'
import { createOutbox, type Outbox } from '#platform/mail/outbox.ts'
import { fileTransport, type Send, smtpTransport } from '#platform/mail/transport.ts'
import type { KeyTimes } from '#platform/protection/key-ring.ts'
import { openVault, type Vault } from '#platform/protection/vault.ts'
import { createRuns } from '#platform/runs/runs.ts'
import { createSessions } from '#platform/session/sessions.ts'
import { createVisitors } from '#platform/session/visitor-cookie.ts'
import type { Settings } from '#platform/settings.ts'
import { createCaseServices } from './create-case-services.ts'
import { createCorrespondence } from './create-correspondence.ts'
import { createParsers, type Parsers } from './create-parsers.ts'
import { protectedTables } from './protected-tables.ts'

export type Services = Awaited<ReturnType<typeof createServices>>

interface Options {
  readonly settings: Settings
  readonly database: Database
  readonly masterKey: Buffer
  readonly clock: Clock
  readonly log: Logger
  /** Sends mails; by default as the settings say. */
  readonly send?: Send
  /** Where mails are queued; the outbox of the database by default. */
  readonly queueMail?: Outbox['queue']
  /** Threads that parse input from outside; by default those of the settings. The caller closes them. */
  readonly parsers?: Parsers
  /** The waiting times of new keys. */
  readonly keyTimes?: KeyTimes
  /** The key of the SPID service provider, and the connected providers; none by default. */
  readonly spid?: { readonly keys: KeyPair | undefined; readonly providers: ConnectedProviders }
}

/** The path from the bundle equals that from the source. */
const clipsFolder = new URL('../assets/captcha/', import.meta.url)
const withoutSpid = { keys: undefined, providers: { list: () => [], find: () => undefined } }

/** Creates the services of every feature and connects them. */
export async function createServices(options: Options) {
  const { settings, database, masterKey, clock, log, keyTimes, spid = withoutSpid } = options
  const { send = transportOf(settings, masterKey), parsers = createParsers(settings) } = options
  const [{ db }, { office }] = [database, settings]
  const audit = createAudit({ db, clock, log })
  const inTransaction = createInTransaction(db, audit.watch)
  const vault = await openVault({ db, inTransaction, master: masterKey, log, keyTimes })
  const anchor = anchorFile(join(settings.dataDir, 'audit-head.json'))
  const jobs = createJobs({ db, audit, log, keepHours: settings.keep.jobsHours })
  const { cookies, visitors, captcha } = createFrontDoor(settings, { db, vault, clock, parsers })
  const session = createSessionServices(settings, { db, inTransaction, vault, clock, ...cookies })
  const { sessions, signIn } = session
  const files = createFiles({ db, vault, store: storeOf(settings), clock, log })
  const { attachments, scanner } = createAttaching(settings, { db, inTransaction, vault, clock, log, files, parsers })
  const stored = createOutbox({ db, vault, clock, jobs, send, filesOf: attachments.filesOfMail })
  const outbox = options.queueMail ? { ...stored, queue: options.queueMail } : stored
  const readTable = tableReader(parsers)
  const reference = createReference({ db, inTransaction, officeTag: office.productTag })
  const operators = createOperators({
    ...{ db, inTransaction, vault, clock, sessions, withDemoPeople: settings.hasDemoPeople },
    noteMoved: (...moved) => work.caseWork.noteMoved(...moved),
    forgetDesk: (...left) => work.forgetDesk(...left),
  })
  const work = createCaseServices({
    ...{ db, inTransaction, vault, clock, log, office, outbox, files, attachments, operators, reference },
    ...{ terms: settings.terms, publicOrigin: settings.publicOrigin },
    countRightsToDecide: (user) => dataProtection.rights.countToDecide(user),
  })
  const correspondence = createCorrespondence({
    ...{ db, inTransaction, vault, clock, log, office, outbox, attachments, reference, ...cookies },
    ...{ cases: work.cases, work: work.caseWork },
    ...{ publicOrigin: settings.publicOrigin, noteAnswered: work.caseWork.noteAnswered },
  })
  const runs = createRuns({ db, inTransaction, clock, audit, log, jobs, files, filesHours: settings.keep.filesHours })
  const dataProtection = createDataProtection(settings, {
    ...{ db, inTransaction, vault, clock, log, files, runs, tables: protectedTables },
    ...{ attachments, reference, workers: operators.staff, notify: work.notices.tell },
  })
  return {
    ...{ db, inTransaction, audit, vault, clock, jobs, outbox, visitors, files, attachments, scanner },
    ...{ ...session, operators, reference, captcha, ...work, digestHour: settings.digestHour, tidy: database.tidy },
    ...{ parsers, readTable, runs },
    chainer: createChainer({ db, inTransaction, vault, clock, log, anchor }),
    auditLog: createAuditLog({ db, vault, anchor }),
    attachmentReading: createAttachmentReading({ attachments, cases: work.cases, followUps: correspondence.followUps }),
    spid: createSpidServices({
      ...{ db, inTransaction, vault, clock, audit, log, settings },
      ...{ keys: spid.keys, connected: spid.providers, demoPeople: signIn.demoPeople },
      ...{ enter: signIn.asIdentity, sessionHashOf: sessions.hashOf, ...messageReaders(parsers) },
    }),
    uploads: createUploads({ db, inTransaction, vault, runs, files, readTable }),
    ...createIntake(settings, {
      ...{ db, inTransaction, vault, clock, office, outbox, log, captcha, attachments, reference },
      noteReceived: work.caseWork.noteReceived,
    }),
    ...dataProtection,
    ...correspondence,
    flaggedReports: createFlaggedReports({ db, inTransaction, clock, office }),
  }
}

type SessionNeeds = Omit<
  Parameters<typeof createSignIn>[0] & Parameters<typeof createSessions>[0],
  'sessions' | 'acceptsDemoPeople'
>

/** The services for signing in, and for the sessions that it starts. */
function createSessionServices(settings: Settings, needs: SessionNeeds) {
  const session = { ...needs, acceptsDemoPeople: settings.hasDemoPeople }
  const sessions = createSessions(session)
  return {
    sessions,
    signIn: createSignIn({ ...session, sessions }),
    ownSessions: createOwnSessions({ ...session, sessions }),
  }
}

type Intake = Omit<Parameters<typeof createReports>[0], 'reportsPerMinute'> & { readonly reference: Reference }

/** The services by which people write to the office. */
const createIntake = (settings: Settings, { reference, ...needs }: Intake) => ({
  reports: createReports({ ...needs, reportsPerMinute: settings.reportsPerMinute }),
  assistance: createAssistance({
    ...needs,
    perMinute: settings.assistancePerMinute,
    listSubjects: (language) => reference.list('assistance_subject', language),
  }),
})

type Protection = Omit<RetentionOptions, 'keep' | 'outboxFolder'> & {
  readonly attachments: Attachments
  readonly reference: Reference
} & Pick<RightsOptions, 'workers' | 'notify' | 'inTransaction'>

/** The services for retention, encryption and the rights of data subjects. */
function createDataProtection(settings: Settings, { reference, ...needs }: Protection) {
  const protection = { ...needs, outboxFolder: join(settings.dataDir, 'outbox') }
  return {
    batch: createBatch({ ...protection, hasAntivirus: settings.clamdUrl !== undefined }),
    retention: createRetention({ ...protection, keep: settings.keep }),
    rights: createRights({
      ...protection,
      productTag: settings.office.productTag,
      listItems: (list) => reference.list(list, 'it'),
    }),
  }
}

/** The services for uploaded files. */
function createAttaching(
  settings: Settings,
  needs: Parameters<typeof createAttachments>[0] & { readonly log: Logger; readonly parsers: Parsers },
) {
  return {
    attachments: createAttachments(needs),
    scanner: createScanner({
      ...needs,
      antivirus: settings.clamdUrl ? clamdScan(settings.clamdUrl) : undefined,
      folder: join(settings.dataDir, 'incoming'),
      scansPerMinute: settings.scansPerMinute,
      uploads: settings.uploads,
      inspect: (file, network) => needs.parsers.run('attachment', file, network),
    }),
  }
}

/** The services for visitors who are not signed in. */
function createFrontDoor(
  settings: Settings,
  { db, vault, clock, parsers }: { db: Database['db']; vault: Vault; clock: Clock; parsers: Parsers },
) {
  const cookies = {
    slug: settings.office.slug,
    isAlwaysHttps: settings.isProduction && settings.publicOrigin.startsWith('https:'),
  }
  const captcha = createCaptcha({
    ...{ db, vault, clock, fixedAnswer: settings.captchaFixed },
    // A user who sends this many reports also requests new images and mistypes.
    perMinute: 4 * settings.reportsPerMinute,
    draw: (digits, network) => parsers.run('captchaImage', digits, network),
    speak: (spoken, network) => parsers.run('captchaAudio', { ...spoken, clips: clipsFolder.href }, network),
  })
  return { cookies, visitors: createVisitors(cookies), captcha }
}

const messageReaders = (parsers: Parsers): Pick<SpidOptions, 'readAnswer' | 'readLogout'> => ({
  readAnswer: (answer, network) => parsers.run('spidAnswer', answer, network),
  readLogout: (message, network) => parsers.run('spidLogout', message, network),
})

/** Only operators upload workbooks, so all of them share one queue. */
const tableReader =
  (parsers: Parsers): ReadTable =>
  (file) =>
    parsers.run('workbook', file, 'office')

const transportOf = ({ smtpUrl, mailFrom, dataDir }: Settings, masterKey: Buffer): Send =>
  smtpUrl ? smtpTransport(smtpUrl, mailFrom) : fileTransport(join(dataDir, 'outbox'), mailFrom, masterKey)

export const storeOf = ({ filesUrl, dataDir }: Settings): ObjectStore =>
  filesUrl ? s3Store(filesUrl) : folderStore(join(dataDir, 'files'))
