import { pseudonymiseCases } from '#features/retention/index.ts'
import { touched } from '#platform/audit/audit-act.ts'
import type { Db } from '#platform/database/transaction.ts'
import { deleteLetterFiles, letterFile } from '#platform/mail/outbox-folder.ts'
import { deleteMails, listMailIds } from './mails.store.ts'
import {
  addToCount,
  endedStatuses,
  finishRequest,
  forgetRequest,
  listArchivesWith,
  listCoveredCases,
  listOthers,
  type StoredRequest,
  subjectOf,
} from './requests.store.ts'
import type { RightsOptions } from './rights.options.ts'
import { deleteRecords, lockCases, registryKindOf } from './subject.store.ts'
import { type Found, findLinkedRecords, findRecords } from './subject.ts'

/**
 * Erases a person from the cases that the approval covers, and what else names them: mails, archives, their record of the
 * registry, earlier requests, the request itself. Each case is a transaction; broken off anywhere it is done again and finds what is left.
 */
export async function erasePerson(options: RightsOptions, request: StoredRequest): Promise<void> {
  const { db, vault, inTransaction, clock, files, outboxFolder } = options
  const subject = subjectOf(request)
  const caseIds = await listCoveredCases(db, request.id)
  for (const caseId of caseIds) {
    // Files first: once its row is gone nobody knows of a mail's file.
    await deleteLetterFiles(outboxFolder, (await listMailIds(db, caseId)).map(letterFile))
    await inTransaction(async (tx) => {
      await lockCases(tx, [caseId])
      // What leads from the case to the registry goes with it.
      const linked = await findLinkedRecords({ ...options, db: tx }, subject, [caseId], caseIds)
      await addToCount(tx, request.id, 'reports', await pseudonymiseCases(tx, options, [caseId], clock.now()))
      await addToCount(tx, request.id, 'mails', await deleteMails(tx, caseId))
      await forgetRecords(tx, linked)
    })
  }
  const records = subject.taxCode ? await findRecords(options, subject.taxCode) : []
  const ended = await listOthers(db, vault, request, { caseIds, statuses: endedStatuses })
  const archives = ended.flatMap(({ fileId }) => fileId ?? [])
  for (const fileId of new Set([...archives, ...(await listArchivesWith(db, caseIds))])) await files.delete(fileId)
  await inTransaction(async (tx) => {
    if (!(await finishRequest(tx, request.id, { finishedAt: clock.now() }))) return
    for (const { id } of [...ended, request]) await forgetRequest(tx, id)
    await forgetRecords(tx, records)
    touched(
      'rights',
      [request.id, ...ended.map(({ id }) => id)],
      ['status', 'taxCode', 'reportCode', 'reason', 'decisionReason'],
    )
  })
}

async function forgetRecords(tx: Db, records: Found['records']): Promise<void> {
  for (const { table, ids } of records) {
    await deleteRecords(tx, table, ids)
    touched(registryKindOf(table), ids, table.sealed)
  }
}
