import type { NewRightsRequest, RightsDetail } from '@portal/contract'
import { findReport } from '#features/reports/index.ts'
import { invalidInput, tooMany } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { verifyPin } from '#platform/pin.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { insertRequest } from './requests.store.ts'
import { createDecisions } from './rights.decide.ts'
import type { RightsOptions } from './rights.options.ts'
import { createReader } from './rights.read.ts'
import { decides } from './rights.rules.ts'
import { createRightsRuns } from './rights.runs.ts'

export type Rights = ReturnType<typeof createRights>

/** Maximum number of PIN attempts in ten minutes, for each report and for each user. */
const pinTries = { minutes: 10, ofReport: 5, ofAsker: 20 }

/** Requests of people about their personal data: an operator enters them, RUP decides, a job carries them out. */
export function createRights(options: RightsOptions) {
  const { db, inTransaction, vault, clock } = options
  const runs = createRightsRuns(options)
  const reader = createReader(options, runs)
  const decisions = createDecisions(options, reader, runs)

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
      const id = await inTransaction(async (tx) => {
        const entered = { ...request, requestedBy: asker.id, requestedAt: clock.now() }
        const requestId = await insertRequest(tx, vault, entered)
        audit.record('rights', [requestId])
        await notifyDeciders(tx, requestId, asker)
        return requestId
      })
      return reader.detailOf(id, caller)
    },

    list: reader.list,
    get: reader.get,
    status: reader.status,
    countToDecide: reader.countToDecide,
    openArchive: reader.openArchive,
    approve: decisions.approve,
    refuse: decisions.refuse,
  }
}
