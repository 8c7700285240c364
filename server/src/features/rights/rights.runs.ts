import { createCaseWords } from '#features/case-sheet/index.ts'
import { pseudonymiseCases } from '#features/retention/index.ts'
import { AppError } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { deleteLetterFiles, letterFile } from '#platform/mail/outbox-folder.ts'
import type { ListItems } from '#platform/record-words/field-words.ts'
import type { ActiveRun, RunDefinition } from '#platform/runs/run-definition.ts'
import type { Runs } from '#platform/runs/runs.ts'
import { deleteMails, listMailIds } from './dossier.store.ts'
import { type AttachedFiles, listDossierFiles, openDossier } from './dossier.ts'
import {
  addToCount,
  endedStatuses,
  failRequest,
  findRequest,
  finishRequest,
  forgetRequest,
  listOthers,
  listRequestsWith,
  type StoredRequest,
  sealedRequests,
  subjectOf,
} from './requests.store.ts'
import { deleteRecords, lockCases, registryKindOf } from './subject.store.ts'
import { type Found, findLinkedRecords, findRecords, findRelations, findSubject, type Search } from './subject.ts'

/** The services that carrying out requests needs. */
export interface RunNeeds extends Search {
  readonly clock: Clock
  readonly runs: Runs
  readonly attachments: AttachedFiles
  readonly outboxFolder: string
  /** The Italian entries of a reference list. */
  readonly listItems: ListItems
}

/** An attempt to carry out an approved request; `P` is the position of its run. */
interface RequestRun<P> {
  readonly run: ActiveRun<P, never>
  readonly request: StoredRequest
  readonly audit: AuditRecorder
}

export type RightsRuns = ReturnType<typeof createRightsRuns>

/** The runs that carry out approved requests; the subject of a run is the id of the request. */
export function createRightsRuns(options: RunNeeds) {
  const { runs } = options
  const exports = runs.defineRun(
    definitionOf<never>(options, { kind: 'rights_export', audit: 'rights_exported' }, (attempt) =>
      exportPerson(options, attempt),
    ),
  )
  const erasures = runs.defineRun(
    definitionOf<number>(options, { kind: 'rights_erasure', audit: 'rights_erased' }, (attempt) =>
      erasePerson(options, { ...attempt, deleteArchives: (ids) => exports.deleteResults(ids.map(String)) }),
    ),
  )
  const runsOf = { export: exports, erasure: erasures }

  return {
    /** Starts the run of a request, in the transaction that approves it. */
    async start(tx: Db, { id, kind }: Pick<StoredRequest, 'id' | 'kind'>, startedBy: number): Promise<void> {
      await runsOf[kind].start(tx, { subject: String(id), startedBy })
    },

    /** The newest run of an export, with its archive until that expires. */
    findArchive: (requestId: number) => exports.findNewest(String(requestId)),

    /** The archive of a request, whose sealed name says which one it is about; 404 for another one. */
    async openArchive(requestId: number, runId: number) {
      const archive = await exports.openResult(runId)
      if (archive.name === archiveName(requestId)) return archive
      archive.stream.destroy()
      options.vault.alarm(sealedRequests, requestId, 'claims')
      throw new AppError('not_found')
    },
  }
}

const definitionOf = <P>(
  { db, vault }: RunNeeds,
  words: { readonly kind: string; readonly audit: string },
  carryOut: (attempt: RequestRun<P>) => Promise<void>,
): RunDefinition<P, never> => ({
  ...words,
  async work(run, audit) {
    await vault.ring.reload()
    const request = await findRequest(db, vault, Number(run.subject))
    if (request?.status === 'approved') await carryOut({ run, request, audit })
  },
  fails: {
    after: 5,
    audit: 'rights_failed',
    async write(tx, { subject }, audit) {
      await failRequest(tx, Number(subject))
      audit.record('rights', [Number(subject)], ['status'])
    },
  },
})

const archiveName = (requestId: number) => `diritti-${requestId}.zip`

/** Writes all data of a person into the result file of the run. */
async function exportPerson(options: RunNeeds, { run, request, audit }: RequestRun<never>): Promise<void> {
  const { db, clock, attachments } = options
  const { caseIds } = request
  const { userIds, records } = await findSubject(options, subjectOf(request), caseIds)
  const relations = await findRelations(options, subjectOf(request), caseIds)
  const reported = caseIds.filter((id) => relations.get(id)?.includes('reporter'))
  const files = await listDossierFiles(db, attachments, reported)
  const dossier = openDossier(options, request, { caseIds, userIds, records, files, relations })
  const { buildArchive } = await import('./archive.ts')
  const { stream, counts } = buildArchive(dossier, createCaseWords(options.listItems), {
    madeAt: clock.now(),
    open: ({ id }) => attachments.open(id),
  })
  const file = { name: archiveName(request.id), mediaType: 'application/zip', madeBy: request.requestedBy }
  async function* counted() {
    yield* stream
    await run.count(counts.reports)
  }
  await run.finishWithFile(file, counted(), async (tx) => {
    await finishRequest(tx, request.id, { finishedAt: clock.now(), counts })
    audit.record('rights', [request.id], ['status'])
    if (caseIds.length > 0) audit.record('case', caseIds)
    if (userIds.length > 0) audit.record('user', userIds)
    for (const { table, ids } of records) audit.record(registryKindOf(table), ids)
    return undefined
  })
}

/** The position of its run is the number of finished cases. */
interface Erasure extends RequestRun<number> {
  /** Deletes the archives of requests. */
  readonly deleteArchives: (requestIds: readonly number[]) => Promise<void>
}

/**
 * Erases a person from the cases that the approval covers, one case for each step, and from mails, archives, their registry
 * record, earlier requests and the request itself.
 */
async function erasePerson(options: RunNeeds, erasure: Erasure): Promise<void> {
  const { db, vault, clock } = options
  const { run, request, audit, deleteArchives } = erasure
  const subject = subjectOf(request)
  const { caseIds } = request
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
  options: RunNeeds,
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
