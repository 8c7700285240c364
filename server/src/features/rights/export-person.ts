import { createFieldWords } from '#features/case-sheet/index.ts'
import { listDossierFiles } from './attached-files.ts'
import { openDossier } from './dossier.ts'
import { finishRequest, listCoveredCases, subjectOf } from './requests.store.ts'
import type { RequestRun, RightsOptions } from './rights.options.ts'
import { registryKindOf } from './subject.store.ts'
import { findRelations, findSubject } from './subject.ts'

/** Writes all data of a person into the result file of the run. */
export async function exportPerson(options: RightsOptions, { run, request, audit }: RequestRun<never>): Promise<void> {
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
