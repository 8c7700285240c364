import type { Readable } from 'node:stream'
import type { Db } from '#platform/database/transaction.ts'

/** A file that somebody attached to a case. */
interface AttachedFile {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly digest: string
}

/** The files of cases, as an export reads them. */
export interface AttachedFiles {
  listOf(db: Db, caseId: number): Promise<readonly AttachedFile[]>
  open(id: string): Promise<Readable>
}

export type DossierFile = AttachedFile & {
  readonly caseId: number
  /** Where the archive has it. */
  readonly path: string
}

/** The files of these cases, each with a place of its own in the archive. */
export async function listDossierFiles(
  db: Db,
  attachments: AttachedFiles,
  caseIds: readonly number[],
): Promise<DossierFile[]> {
  const files: DossierFile[] = []
  for (const caseId of caseIds)
    for (const [index, { id, name, size, digest }] of (await attachments.listOf(db, caseId)).entries())
      files.push({ ...{ id, name, size, digest, caseId }, path: `allegati/${caseId}/${index + 1}-${name}` })
  return files
}
