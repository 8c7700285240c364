import {
  type Answer,
  type DocumentFormat,
  type FollowUp,
  type FollowUpAccess,
  followUpStateOf,
  type Language,
  limits,
  type MessagePage,
  type NewCallRequest,
  type Office,
  type PageTag,
  reportCode,
  takesMessages,
} from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import {
  type CaseFiles,
  hasOpenCall,
  insertMessage,
  markRead,
  readMessages,
  readReportFiles,
} from '#features/case-messages/index.ts'
import { type CaseNeeds, noteAnswered } from '#features/cases/index.ts'
import { findReport } from '#features/reports/index.ts'
import { AppError, tooMany } from '#platform/app-error.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { opaqueCookie } from '#platform/http/opaque-cookie.ts'
import type { FileReply } from '#platform/http/serve.ts'
import { isNew } from '#platform/idempotency.ts'
import { networkOf } from '#platform/network.ts'
import type { DocumentFile } from '#platform/pdf/document-file.ts'
import { verifyPin } from '#platform/pin.ts'
import type { PinTries } from '#platform/pin-tries.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import type { BrowserCall } from '#platform/session/caller.ts'
import {
  deleteSession,
  findSession,
  getCaseHead,
  insertSession,
  lockStatus,
  prolongSession,
} from './follow-up.store.ts'

export interface FollowUpOptions {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
  readonly office: Office
  readonly pinTries: PinTries
  readonly attachments: CaseFiles & Pick<Attachments, 'claim'>
  readonly caseNeeds: CaseNeeds
  /** Label of a reporter profile in a language. */
  readonly profileLabel: (id: number, language: Language) => Promise<string | undefined>
  readonly documentFile: DocumentFile
  readonly slug: string
  readonly isAlwaysHttps: boolean
}

export type FollowUps = ReturnType<typeof createFollowUps>

/** The sender of an answer: digest of the anonymous cookie, and idempotency key. */
export interface AnswerSender {
  readonly visitorHash: string | undefined
  readonly key: string | undefined
}

const answersPerHour = { of: 30, minutes: 60 }
const callsPerHour = { of: 5, minutes: 60 }

/** Follow-up of a report by its reporter, with code and PIN and without an account (decisions §3). */
export function createFollowUps(options: FollowUpOptions) {
  const sessions = createFollowUpSessions(options)

  async function getCaseOf(request: FastifyRequest): Promise<number> {
    const caseId = await sessions.caseOf(request)
    if (caseId === undefined) throw new AppError('not_signed_in')
    return caseId
  }

  return {
    /** The case id of the request's follow-up session; other features use it to authorise downloads. */
    caseOf: sessions.caseOf,
    /** Verifies code and PIN and opens the report in a new session, which replaces the browser's earlier one. */
    async open(access: FollowUpAccess, call: BrowserCall): Promise<FollowUp> {
      const caseId = await checkPin(options, access, networkOf(call.request.ip))
      await sessions.start(call, caseId)
      return present(options, caseId)
    },

    async read({ request, audit }: BrowserCall): Promise<FollowUp> {
      const caseId = await getCaseOf(request)
      audit.record('case', [caseId])
      return present(options, caseId)
    },

    /** The messages before message `before`. */
    async earlier({ request, audit }: BrowserCall, before: number | undefined): Promise<MessagePage> {
      const caseId = await getCaseOf(request)
      audit.record('case', [caseId])
      return readMessages(options, caseId, before)
    },

    async answer(answer: Answer, { request, audit }: BrowserCall, sender: AnswerSender): Promise<FollowUp> {
      const caseId = await getCaseOf(request)
      await storeAnswer(options, { caseId, answer, sender }, audit)
      return present(options, caseId)
    },

    async requestCall(
      call: NewCallRequest,
      { request, audit }: BrowserCall,
      key: string | undefined,
    ): Promise<FollowUp> {
      const caseId = await getCaseOf(request)
      await storeCallRequest(options, { caseId, call, key }, audit)
      return present(options, caseId)
    },

    /** The receipt as PDF in a language, or its form that is easy to read. */
    async receipt({ request, audit }: BrowserCall, tag: PageTag, format?: DocumentFormat): Promise<FileReply> {
      const caseId = await getCaseOf(request)
      audit.record('case', [caseId])
      const { receiptOf } = await import('./receipt.ts')
      return receiptOf(options, caseId, { tag, network: networkOf(request.ip), format })
    },

    /** Deletes the cookie of a session that has ended; returns whether there was one. The caller found no valid session. */
    dropEnded: sessions.dropEnded,

    /** Ends the session; does nothing if it has ended already. */
    async close(request: FastifyRequest, reply: FastifyReply) {
      await sessions.end(request, reply)
      return {}
    },
  }
}

/** The case id of a code. Throws `wrong_pin` for an unknown code and a wrong PIN alike. */
async function checkPin(
  { db, vault, office, pinTries }: FollowUpOptions,
  { code, pin }: FollowUpAccess,
  network: string,
): Promise<number> {
  await pinTries.take(code, network)
  const report = await findReport({ db, vault, productTag: office.productTag }, code)
  if (!(await verifyPin(pin, report?.pinHash)) || !report) throw new AppError('wrong_pin')
  await pinTries.forget(code, network)
  return report.caseId
}

async function present(options: FollowUpOptions, caseId: number): Promise<FollowUp> {
  const { db, clock, office } = options
  const head = await getCaseHead(db, caseId)
  await markRead(db, caseId, 'office', clock.now())
  return {
    ...(await readMessages(options, caseId)),
    files: await readReportFiles(options, caseId),
    code: reportCode(office.productTag, head.protocolYear, head.protocolNumber),
    receivedAt: head.createdAt,
    state: followUpStateOf[head.status],
    canAnswer: takesMessages(head.status),
    canRequestCall: takesMessages(head.status) && !(await hasOpenCall(db, caseId)),
    secondsLeft: limits.session.seconds,
  }
}

interface SentAnswer {
  readonly caseId: number
  readonly answer: Answer
  readonly sender: AnswerSender
}

async function storeAnswer(options: FollowUpOptions, { caseId, answer, sender }: SentAnswer, audit: AuditRecorder) {
  const { db, inTransaction, vault, clock, log, attachments } = options
  const { text = '', attachments: files = [] } = answer
  const { of, minutes } = answersPerHour
  const counter = { bucket: 'follow_up_answer', subject: `case:${caseId}` }
  if ((await countRequest({ db, vault }, counter, clock.now(), minutes)) > of) throw tooMany(minutes * 60)
  const ids = files.map(({ id }) => id)
  await inTransaction(
    audit,
    async (tx) => {
      const status = await lockStatus(tx, caseId)
      const now = clock.now()
      if (!(await isNew(tx, { key: sender.key, of: `message ${caseId}`, body: { text, ids } }, log, now)))
        return audit.record('case', [caseId])
      if (!takesMessages(status)) throw new AppError('conflict')
      audit.record('case', [caseId], ids.length > 0 ? ['messages', 'attachments'] : ['messages'])
      const messageId = await insertMessage(tx, vault, { caseId, text, writtenBy: null, sentAt: now })
      const maker = { visitorHash: sender.visitorHash }
      await attachments.claim(tx, { ids, maker, owner: { caseId, messageId }, wirePath: 'allegati' }, audit)
      await noteAnswered(options.caseNeeds, tx, caseId, 'answered')
    },
    { isKeyed: sender.key !== undefined },
  )
}

interface RequestedCall {
  readonly caseId: number
  readonly call: NewCallRequest
  readonly key: string | undefined
}

/** Stores a request to be called as a message without text; the office sees it as unread until it has called. */
async function storeCallRequest(options: FollowUpOptions, { caseId, call, key }: RequestedCall, audit: AuditRecorder) {
  const { db, inTransaction, vault, clock, log } = options
  const { of, minutes } = callsPerHour
  const counter = { bucket: 'follow_up_call', subject: `case:${caseId}` }
  if ((await countRequest({ db, vault }, counter, clock.now(), minutes)) > of) throw tooMany(minutes * 60)
  await inTransaction(
    audit,
    async (tx) => {
      const status = await lockStatus(tx, caseId)
      const now = clock.now()
      if (!(await isNew(tx, { key, of: `call ${caseId}`, body: call }, log, now))) return audit.record('case', [caseId])
      if (!takesMessages(status) || (await hasOpenCall(tx, caseId))) throw new AppError('conflict')
      audit.record('case', [caseId], ['messages'])
      await insertMessage(tx, vault, { ...call, caseId, text: '', writtenBy: null, sentAt: now })
      await noteAnswered(options.caseNeeds, tx, caseId, 'callRequested')
    },
    { isKeyed: key !== undefined },
  )
}

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly slug: string
  readonly isAlwaysHttps: boolean
}

const endOf = (now: Date) => new Date(now.getTime() + limits.session.seconds * 1000)

/** Sessions opened with code and PIN: each gives access to one report, has no account, and expires after 1800 idle seconds. */
function createFollowUpSessions(options: Options) {
  const { db, inTransaction, vault, clock } = options
  // A session cookie: the browser deletes it when it closes.
  const cookie = opaqueCookie(options, { suffix: '-pratica', sameSite: 'strict' })
  return {
    /** The case id of the request's session; prolongs the session. Undefined without a valid session. */
    async caseOf(request: FastifyRequest): Promise<number | undefined> {
      const idHash = cookie.readHash(request)
      const session = idHash && (await findSession(db, vault, idHash, clock.now()))
      if (!session) return undefined
      await prolongSession(db, vault, idHash, { caseId: session.caseId, expiresAt: endOf(clock.now()) })
      return session.caseId
    },

    /** Starts a session with a new id and deletes the browser's earlier one. */
    async start({ request, reply, audit }: BrowserCall, caseId: number): Promise<void> {
      const { id, hash } = cookie.make()
      const earlier = cookie.readHash(request)
      await inTransaction(audit, async (tx) => {
        if (earlier) await deleteSession(tx, earlier)
        const now = clock.now()
        await insertSession(tx, vault, { idHash: hash, caseId, createdAt: now, expiresAt: endOf(now) })
        audit.record('case', [caseId])
      })
      cookie.set(request, reply, id)
    },

    dropEnded(request: FastifyRequest, reply: FastifyReply): boolean {
      const hasCookie = cookie.readHash(request) !== undefined
      if (hasCookie) cookie.clear(request, reply)
      return hasCookie
    },

    /** Ends the session; does nothing if it has ended already. */
    async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const idHash = cookie.readHash(request)
      cookie.clear(request, reply)
      if (idHash) await deleteSession(db, idHash)
    },
  }
}
