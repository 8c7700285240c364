import { createFieldWords } from '#features/case-sheet/index.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { RunDefinition } from '#platform/runs/run-definition.ts'
import { listDossierFiles, openDossier } from './dossier.ts'
import { erasePerson } from './erase-person.ts'
import {
  failRequest,
  findRequest,
  finishRequest,
  listCoveredCases,
  type StoredRequest,
  subjectOf,
} from './requests.store.ts'
import type { RequestRun, RightsOptions } from './rights.options.ts'
import { registryKindOf } from './subject.store.ts'
import { findRelations, findSubject } from './subject.ts'

export type RightsRuns = ReturnType<typeof createRightsRuns>

/** The runs that carry out approved requests; the subject of a run is the id of the request. */
export function createRightsRuns(options: RightsOptions) {
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

    openArchive: exports.openResult,
  }
}

const definitionOf = <P>(
  { db, vault }: RightsOptions,
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

/** Writes all data of a person into the result file of the run. */
async function exportPerson(options: RightsOptions, { run, request, audit }: RequestRun<never>): Promise<void> {
  const { db, clock, attachments } = options
  const caseIds = await listCoveredCases(db, request.id)
  const { userIds, records } = await findSubject(options, subjectOf(request), caseIds)
  const relations = await findRelations(options, subjectOf(request), caseIds)
  const reported = caseIds.filter((id) => relations.get(id)?.includes('reporter'))
  const files = await listDossierFiles(db, attachments, reported)
  const dossier = openDossier(options, request, { caseIds, userIds, records, files, relations })
  const { buildArchive } = await import('./archive.ts')
  const { stream, counts } = buildArchive(dossier, createFieldWords(options.listItems), {
    madeAt: clock.now(),
    open: ({ id }) => attachments.open(id),
  })
  const file = { name: `diritti-${request.id}.zip`, mediaType: 'application/zip', madeBy: request.requestedBy }
  await run.finishWithFile(file, stream, async (tx) => {
    await finishRequest(tx, request.id, { finishedAt: clock.now(), counts })
    audit.record('rights', [request.id], ['status'])
    if (caseIds.length > 0) audit.record('case', caseIds)
    if (userIds.length > 0) audit.record('user', userIds)
    for (const { table, ids } of records) audit.record(registryKindOf(table), ids)
    return undefined
  })
}
