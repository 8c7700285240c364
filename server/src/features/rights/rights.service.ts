import type { Readable } from 'node:stream'
import type {
  NewRightsRequest,
  NoticeKind,
  Page,
  RightsApproval,
  RightsDenial,
  RightsDetail,
  RightsFilters,
  RightsRow,
  RightsStatus,
  Role,
} from '@portal/contract'
import { reportCode } from '@portal/contract'
import { findReport } from '#features/reports/index.ts'
import { AppError, invalidInput, tooMany } from '#platform/app-error.ts'
import { type Count, noCount } from '#platform/database/counts.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { verifyPin } from '#platform/pin.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import type { Caller, Reader } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { presentDetail, presenter } from './present.ts'
import {
  countDecidable,
  decideRequest,
  findRequest,
  insertRequest,
  listRequests,
  lockRequest,
  type StoredRequest,
  subjectOf,
} from './requests.store.ts'
import { decides, decisionDenialOf, maySee, seesAll } from './rights.rules.ts'
import { createRightsRuns, type RightsRuns, type RunNeeds } from './rights.runs.ts'
import { isBeingWorkedOn, listCasesById } from './subject.store.ts'
import { findSubject } from './subject.ts'

/** A notice about a request, without any name. */
interface RightsNews {
  readonly kind: NoticeKind
  readonly requestId: number
  readonly userIds: readonly number[]
}

export interface RightsOptions extends RunNeeds {
  readonly inTransaction: InTransaction
  /** The active operators with their roles. */
  readonly workers: (from: Db) => Promise<readonly { readonly id: number; readonly roles: readonly Role[] }[]>
  /** Notifies users, in the transaction of the event. */
  readonly notify: (tx: Db, news: RightsNews) => Promise<void>
}

export type Rights = ReturnType<typeof createRights>

/** Requests of people about their personal data: an operator enters them, RUP decides, a job carries them out. */
export function createRights(options: RightsOptions) {
  const runs = createRightsRuns(options)
  const reader = createReader(options, runs)
  const { approve, refuse } = createDecisions(options, reader, runs)
  return { ...reader, ...createEntry(options, reader), approve, refuse }
}

/** Reads requests: RUP reads all, other users only their own. */
function createReader(options: RightsOptions, runs: RightsRuns) {
  const { db, vault } = options

  async function getRequest(id: number, asker: SessionUser): Promise<StoredRequest> {
    const request = await findRequest(db, vault, id)
    if (!request) throw new AppError('not_found')
    if (!maySee(asker, request)) throw new AppError('not_allowed')
    return request
  }

  async function detailOf(id: number, { user: asker, audit }: Caller): Promise<RightsDetail> {
    const request = await getRequest(id, asker)
    const archive = await runs.findArchive(id)
    const detail = await presentDetail(options, request, { asker, archiveUntil: archive?.file?.until })
    const caseIds = detail.reports?.map((report) => report.id)
    if (caseIds?.length) audit.record('case', caseIds)
    return detail
  }

  return {
    getRequest,
    /** A request after a change by the caller. */
    detailOf,

    async get(id: number, caller: Caller): Promise<RightsDetail> {
      const detail = await detailOf(id, caller)
      caller.audit.record('rights', [id])
      return detail
    },

    async status(id: number, asker: SessionUser): Promise<{ status: RightsStatus }> {
      const { status } = await getRequest(id, asker)
      return { status }
    },

    async list(request: PageQuery<RightsFilters>, asker: SessionUser): Promise<Page<RightsRow>> {
      const requestedBy = seesAll(asker) ? undefined : asker.id
      const page = await listRequests(db, request, { requestedBy, filters: request.filters, askerId: asker.id, vault })
      return { ...page, rows: page.rows.map(await presenter(options, page.rows)) }
    },

    /** The archive of an export, while it can be fetched. */
    async openArchive(id: number, { user: asker, audit }: Caller): Promise<{ name: string; stream: Readable }> {
      const { caseIds } = await getRequest(id, asker)
      const run = await runs.findArchive(id)
      if (!run) throw new AppError('not_found')
      const archive = await runs.openArchive(id, run.id)
      audit.record('rights', [id])
      if (caseIds.length > 0) audit.record('case', caseIds)
      return archive
    },
  }
}

/** Number of requests that this user may decide. */
export const countToDecide = (asker: Reader): Count => (seesAll(asker) ? countDecidable(asker.id) : noCount)

/** Maximum number of PIN attempts in ten minutes, for each report and for each user. */
const pinTries = { minutes: 10, ofReport: 5, ofAsker: 20 }

/** Enters requests. */
function createEntry(options: RightsOptions, reader: ReturnType<typeof createReader>) {
  const { db, inTransaction, vault, clock } = options

  async function countTry(bucket: string, who: string, most: number): Promise<void> {
    const { minutes } = pinTries
    const tries = await countRequest({ db, vault }, { bucket, subject: who }, clock.now(), minutes)
    if (tries > most) throw tooMany(minutes * 60)
  }

  /** Throws 400 unless code and PIN of the report match, which proves that the person is its reporter. Attempts are limited; those for unknown codes share one limit for each user. */
  async function checkPin(code: string, pin: string, { user: asker, audit }: Caller): Promise<void> {
    await countTry('pin_asker', `user:${asker.id}`, pinTries.ofAsker)
    const report = await findReport(options, code)
    // The typed text is not the key of the limit: it may be a name.
    await countTry('pin', report ? `case:${report.caseId}` : `user:${asker.id}`, pinTries.ofReport)
    if ((await verifyPin(pin, report?.pinHash)) && report) return audit.record('case', [report.caseId])
    if (report) audit.recordDenial('case', [report.caseId])
    else audit.recordDenial('rights', [])
    throw invalidInput([{ path: 'pin', message: 'codice_o_pin_errati' }])
  }

  /** Notifies every operator who may decide a request, except the user who entered it. */
  async function notifyDeciders(tx: Db, requestId: number, asker: SessionUser): Promise<void> {
    const deciders = (await options.workers(tx)).filter((worker) => decides(worker) && worker.id !== asker.id)
    await options.notify(tx, { kind: 'rightsRequested', requestId, userIds: deciders.map(({ id }) => id) })
  }

  return {
    async request({ pin, ...request }: NewRightsRequest, caller: Caller): Promise<RightsDetail> {
      const { user: asker, audit } = caller
      if (request.reportCode) await checkPin(request.reportCode, pin ?? '', caller)
      const id = await inTransaction(audit, async (tx) => {
        const entered = { ...request, requestedBy: asker.id, requestedAt: clock.now() }
        const requestId = await insertRequest(tx, vault, entered)
        audit.record('rights', [requestId])
        await notifyDeciders(tx, requestId, asker)
        return requestId
      })
      return reader.detailOf(id, caller)
    },
  }
}

const maxCodes = 10

interface Decision {
  readonly status: 'approved' | 'refused'
  readonly decisionReason: string
  readonly caseIds?: readonly number[]
}

/** Decisions of RUP on requests that another user entered. */
function createDecisions(options: RightsOptions, reader: ReturnType<typeof createReader>, runs: RightsRuns) {
  const { db, inTransaction, vault, clock, productTag } = options

  async function getDecidable(id: number, asker: SessionUser): Promise<StoredRequest> {
    const request = await reader.getRequest(id, asker)
    const denial = decisionDenialOf(asker, request)
    if (denial) throw new AppError(denial)
    return request
  }

  async function refuseOpen(caseIds: readonly number[]): Promise<void> {
    const open = (await listCasesById(db, caseIds)).filter(({ status }) => isBeingWorkedOn(status))
    if (open.length === 0) return
    const codes = open.map((found) => reportCode(productTag, found.protocolYear, found.protocolNumber))
    const listed = codes.slice(0, maxCodes).join(', ') + (codes.length > maxCodes ? '…' : '')
    throw new AppError('cases_open', { params: { codes: listed } })
  }

  /** Decides a request in one transaction, which includes `more`. */
  async function decide(request: StoredRequest, caller: Caller, decision: Decision, more?: (tx: Db) => Promise<void>) {
    await inTransaction(caller.audit, async (tx) => {
      // Another user may have decided concurrently, during the search for the person.
      if ((await lockRequest(tx, request.id)) !== request.status) throw new AppError('conflict')
      await decideRequest(tx, vault, request, { ...decision, decidedBy: caller.user.id, decidedAt: clock.now() })
      await more?.(tx)
      caller.audit.record('rights', [request.id], ['status', 'decisionReason'])
    })
    return reader.detailOf(request.id, caller)
  }

  return {
    async approve(id: number, { reason, includesOpen }: RightsApproval, caller: Caller): Promise<RightsDetail> {
      const request = await getDecidable(id, caller.user)
      const { caseIds } = await findSubject(options, subjectOf(request))
      if (request.kind === 'erasure' && !includesOpen) await refuseOpen(caseIds)
      const decision = { status: 'approved', decisionReason: reason, caseIds } as const
      return decide(request, caller, decision, (tx) => runs.start(tx, request, caller.user.id))
    },

    async refuse(id: number, { reason }: RightsDenial, caller: Caller): Promise<RightsDetail> {
      return decide(await getDecidable(id, caller.user), caller, { status: 'refused', decisionReason: reason })
    },
  }
}
