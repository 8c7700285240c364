import type { RightsApproval, RightsDenial, RightsDetail } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { reportCode } from '#platform/report-code.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { coverCases, decideRequest, lockRequest, type StoredRequest, subjectOf } from './requests.store.ts'
import type { RightsOptions } from './rights.options.ts'
import type { RightsReader } from './rights.read.ts'
import { decisionDenialOf } from './rights.rules.ts'
import type { RightsRuns } from './rights.runs.ts'
import { isBeingWorkedOn, listCasesById } from './subject.store.ts'
import { findSubject } from './subject.ts'

const maxCodes = 10

interface Decision {
  readonly status: 'approved' | 'refused'
  readonly decisionReason: string
}

/** Decisions of RUP on requests that another user entered. */
export function createDecisions(options: RightsOptions, reader: RightsReader, runs: RightsRuns) {
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
    await inTransaction(async (tx) => {
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
      return decide(request, caller, { status: 'approved', decisionReason: reason }, async (tx) => {
        await coverCases(tx, id, caseIds)
        await runs.start(tx, request, caller.user.id)
      })
    },

    async refuse(id: number, { reason }: RightsDenial, caller: Caller): Promise<RightsDetail> {
      return decide(await getDecidable(id, caller.user), caller, { status: 'refused', decisionReason: reason })
    },
  }
}
