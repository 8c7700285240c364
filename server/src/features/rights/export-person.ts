import { createFieldWords } from '#features/case-sheet/index.ts'
import { touched } from '#platform/audit/audit-act.ts'
import { listDossierFiles } from './attached-files.ts'
import { openDossier } from './dossier.ts'
import { finishRequest, listCoveredCases, type StoredRequest, subjectOf } from './requests.store.ts'
import type { RightsOptions } from './rights.options.ts'
import { registryKindOf } from './subject.store.ts'
import { findRelations, findSubject } from './subject.ts'

/** Packs everything about a person into a protected file. Broken off, it leaves a file that nobody claims, and is done again. */
export async function exportPerson(options: RightsOptions, request: StoredRequest): Promise<void> {
  const { db, inTransaction, clock, attachments } = options
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
  const name = `diritti-${request.id}.zip`
  const file = { name, mediaType: 'application/zip', purpose: 'export', madeBy: request.requestedBy } as const
  const { id: fileId } = await options.files.keep(file, stream)
  const isMine = await inTransaction(async (tx) => {
    const isEnded = await finishRequest(tx, request.id, { finishedAt: clock.now(), fileId, counts })
    if (!isEnded) return false
    touched('rights', [request.id], ['status'])
    if (caseIds.length > 0) touched('case', caseIds)
    if (userIds.length > 0) touched('user', userIds)
    for (const { table, ids } of records) touched(registryKindOf(table), ids)
    return true
  })
  if (!isMine) await options.files.delete(fileId)
}
