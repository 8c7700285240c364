import type { Readable } from 'node:stream'
import type { Db } from '#platform/database/transaction.ts'

/** A file of a case. */
interface AttachedFile {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly digest: string
  /** The type of a document of the office; null for other files. */
  readonly documentTypeId: number | null
}

/** Reads the files of cases for an export. */
export interface AttachedFiles {
  listOf(db: Db, caseId: number): Promise<readonly AttachedFile[]>
  open(id: string): Promise<Readable>
}

export type DossierFile = Omit<AttachedFile, 'documentTypeId'> & {
  readonly caseId: number
  /** Its path in the archive. */
  readonly path: string
}

/** The files of these cases without documents of the office, each with a unique path in the archive. */
export async function listDossierFiles(
  db: Db,
  attachments: AttachedFiles,
  caseIds: readonly number[],
): Promise<DossierFile[]> {
  const files: DossierFile[] = []
  for (const caseId of caseIds) {
    const received = (await attachments.listOf(db, caseId)).filter(({ documentTypeId }) => documentTypeId === null)
    for (const [index, { id, name, size, digest }] of received.entries())
      files.push({ ...{ id, name, size, digest, caseId }, path: `allegati/${caseId}/${index + 1}-${name}` })
  }
  return files
}
