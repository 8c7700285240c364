import type { Readable } from 'node:stream'
import type { Db } from '#platform/database/transaction.ts'

/** A file that somebody attached to a case. */
interface AttachedFile {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly digest: string
  /** Of a document of the office. */
  readonly documentTypeId: number | null
}

/** The files of cases, as an export reads them. */
export interface AttachedFiles {
  listOf(db: Db, caseId: number): Promise<readonly AttachedFile[]>
  open(id: string): Promise<Readable>
}

export type DossierFile = Omit<AttachedFile, 'documentTypeId'> & {
  readonly caseId: number
  /** Where the archive has it. */
  readonly path: string
}

/** The files that came with these cases, without the office's documents, each with a place of its own in the archive. */
export async function listDossierFiles(
  db: Db,
  attachments: AttachedFiles,
  caseIds: readonly number[],
): Promise<DossierFile[]> {
  const files: DossierFile[] = []
  for (const caseId of caseIds) {
    const brought = (await attachments.listOf(db, caseId)).filter(({ documentTypeId }) => documentTypeId === null)
    for (const [index, { id, name, size, digest }] of brought.entries())
      files.push({ ...{ id, name, size, digest, caseId }, path: `allegati/${caseId}/${index + 1}-${name}` })
  }
  return files
}
