import type { NewRightsRequest, RightsDetail } from '@portal/contract'
import { findReport } from '#features/reports/index.ts'
import { refused, touched } from '#platform/audit/audit-act.ts'
import type { Db } from '#platform/database/transaction.ts'
import { verifyPin } from '#platform/pin.ts'
import { invalidInput, tooMany } from '#platform/problem.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { insertRequest } from './requests.store.ts'
import { createDecisions } from './rights.decide.ts'
import type { RightsOptions } from './rights.options.ts'
import { createReader } from './rights.read.ts'
import { decides } from './rights.rules.ts'
import { createWork } from './rights.work.ts'

export type Rights = ReturnType<typeof createRights>

/** Tries of a pin within ten minutes: for a report whoever makes them, and for whoever makes them. */
const pinTries = { minutes: 10, ofReport: 5, ofAsker: 20 }

/** Requests of people about their own data: entered by an operator, decided by RUP, carried out by a job. */
export function createRights(options: RightsOptions) {
  const { db, inTransaction, vault, clock } = options
  const work = createWork(options)
  const reader = createReader(options, work)
  const decisions = createDecisions(options, reader, work)

  async function countTry(bucket: string, who: string, most: number): Promise<void> {
    const { minutes } = pinTries
    const tries = await countRequest({ db, vault }, { bucket, subject: who }, clock.now(), minutes)
    if (tries > most) throw tooMany(minutes * 60)
  }

  /** Who has code and pin of a report is whom it is about. Tries are few; those of codes that there are not count together. */
  async function checkPin(code: string, pin: string, asker: SessionUser): Promise<void> {
    await countTry('pin_asker', `user:${asker.id}`, pinTries.ofAsker)
    const report = await findReport(options, code)
    // Never under what was typed, which may be a name.
    await countTry('pin', report ? `case:${report.caseId}` : `user:${asker.id}`, pinTries.ofReport)
    if ((await verifyPin(pin, report?.pinHash)) && report) return touched('case', [report.caseId])
    if (report) refused('case', [report.caseId])
    else refused('rights', [])
    throw invalidInput([{ path: 'pin', message: 'codice_o_pin_errati' }])
  }

  /** Notifies everybody who may decide a request: whoever entered it does not. */
  async function notifyDeciders(tx: Db, requestId: number, asker: SessionUser): Promise<void> {
    const deciders = (await options.workers(tx)).filter((worker) => decides(worker) && worker.id !== asker.id)
    await options.notify(tx, { kind: 'rightsRequested', requestId, userIds: deciders.map(({ id }) => id) })
  }

  return {
    async request({ pin, ...request }: NewRightsRequest, asker: SessionUser): Promise<RightsDetail> {
      if (request.reportCode) await checkPin(request.reportCode, pin ?? '', asker)
      const id = await inTransaction(async (tx) => {
        const entered = { ...request, requestedBy: asker.id, requestedAt: clock.now() }
        const requestId = await insertRequest(tx, vault, entered)
        touched('rights', [requestId])
        await notifyDeciders(tx, requestId, asker)
        return requestId
      })
      return reader.detailOf(id, asker)
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
