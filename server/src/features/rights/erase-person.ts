import { pseudonymiseCases } from '#features/retention/index.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Db } from '#platform/database/transaction.ts'
import { deleteLetterFiles, letterFile } from '#platform/mail/outbox-folder.ts'
import { deleteMails, listMailIds } from './dossier.store.ts'
import {
  addToCount,
  endedStatuses,
  finishRequest,
  forgetRequest,
  listCoveredCases,
  listOthers,
  listRequestsWith,
  subjectOf,
} from './requests.store.ts'
import type { RequestRun, RightsOptions } from './rights.options.ts'
import { deleteRecords, lockCases, registryKindOf } from './subject.store.ts'
import { type Found, findLinkedRecords, findRecords } from './subject.ts'

/** The position of its run is the number of finished cases. */
interface Erasure extends RequestRun<number> {
  /** Deletes the archives of requests. */
  readonly deleteArchives: (requestIds: readonly number[]) => Promise<void>
}

/**
 * Erases a person from the cases that the approval covers, one case for each step, and from mails, archives, their registry
 * record, earlier requests and the request itself.
 */
export async function erasePerson(options: RightsOptions, erasure: Erasure): Promise<void> {
  const { db, vault, clock } = options
  const { run, request, audit, deleteArchives } = erasure
  const subject = subjectOf(request)
  const caseIds = await listCoveredCases(db, request.id)
  await eraseFromCases(options, erasure, caseIds)
  const records = subject.taxCode ? await findRecords(options, subject.taxCode) : []
  const ended = await listOthers(db, vault, request, { caseIds, statuses: endedStatuses })
  const endedIds = ended.map(({ id }) => id)
  await deleteArchives([...new Set([...endedIds, ...(await listRequestsWith(db, caseIds))])])
  await run.finish(async (tx) => {
    await finishRequest(tx, request.id, { finishedAt: clock.now() })
    for (const id of [...endedIds, request.id]) await forgetRequest(tx, id)
    await forgetRecords(tx, records, audit)
    const fields = ['status', 'taxCode', 'reportCode', 'reason', 'decisionReason']
    audit.record('rights', [request.id, ...endedIds], fields)
    return undefined
  })
}

async function eraseFromCases(
  options: RightsOptions,
  { run, request, audit }: Erasure,
  caseIds: readonly number[],
): Promise<void> {
  const { db, clock, outboxFolder } = options
  let place = run.progress().position ?? 0
  for (let caseId = caseIds[place]; caseId !== undefined; caseId = caseIds[place]) {
    const [id, at] = [caseId, place]
    // Files first: only the row of a mail leads to its file.
    await deleteLetterFiles(outboxFolder, (await listMailIds(db, id)).map(letterFile))
    const { position = 0 } = await run.step(async (tx, now) => {
      if ((now.position ?? 0) !== at) return undefined
      await lockCases(tx, [id])
      // Reads the linked registry records before the links are removed.
      const linked = await findLinkedRecords({ ...options, db: tx }, subjectOf(request), [id], caseIds)
      await addToCount(tx, request.id, 'reports', await pseudonymiseCases(tx, { ...options, audit }, [id], clock.now()))
      await addToCount(tx, request.id, 'mails', await deleteMails(tx, id))
      await forgetRecords(tx, linked, audit)
      return { position: at + 1, done: 1 }
    })
    place = position
  }
}

async function forgetRecords(tx: Db, records: Found['records'], audit: AuditRecorder): Promise<void> {
  for (const { table, ids } of records) {
    await deleteRecords(tx, table, ids)
    audit.record(registryKindOf(table), ids, table.sealed)
  }
}
