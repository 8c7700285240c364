import { type AssociationValues, documentKeys, documentTypes, type FileRef } from '@portal/contract'
import { invalidInput } from '#platform/app-error.ts'
import type { Maker } from '#platform/attachments/attachments.store.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Db } from '#platform/database/transaction.ts'

/** The documents of an association by type, in the order in which they came; 8 is the office's correspondence. */
export type DocumentsByType = ReadonlyMap<number, readonly FileRef[]>

export async function listDocuments(
  db: Db,
  attachments: Pick<Attachments, 'listOfAssociation'>,
  associationId: number,
  at?: Date,
): Promise<DocumentsByType> {
  const files = await attachments.listOfAssociation(db, associationId, at)
  const byType = new Map<number, FileRef[]>()
  for (const { id, name, associationDocument } of files) {
    const type = associationDocument ?? 0
    byType.set(type, [...(byType.get(type) ?? []), { id, name }])
  }
  return byType
}

/** The values of the form with the documents of types 1 to 7. */
export const withDocuments = (values: AssociationValues, documents: DocumentsByType): AssociationValues => ({
  ...values,
  ...Object.fromEntries(
    documentKeys.flatMap((key) => {
      const files = documents.get(documentTypes[key])
      return files ? [[key, files]] : []
    }),
  ),
})

interface SentDocuments {
  readonly associationId: number
  readonly values: AssociationValues
  /** The documents that the association has already. */
  readonly stored: DocumentsByType
  readonly maker: Maker
  readonly at: Date
}

/**
 * Makes the documents of an association those that were sent: claims new files, and marks stored ones that were left out as
 * replaced; they stay readable in the history. Returns whether anything changed. Throws 400 at the list of a file that is not
 * a PDF or not available.
 */
export async function replaceDocuments(
  tx: Db,
  attachments: Pick<Attachments, 'claim' | 'listOfAssociation' | 'replaceInAssociation'>,
  { associationId, values, stored, maker, at }: SentDocuments,
  audit: AuditRecorder,
): Promise<boolean> {
  const added = new Map<string, string>()
  let hasRemoved = false
  for (const key of documentKeys) {
    const type = documentTypes[key]
    const sent = values[key] ?? []
    const before = stored.get(type) ?? []
    const ids = sent.filter(({ id }) => !before.some((file) => file.id === id)).map(({ id }) => id)
    const removed = before.filter(({ id }) => !sent.some((file) => file.id === id)).map(({ id }) => id)
    const wirePath = `listaAllegatoPersonaGiuridica${type}`
    await attachments.claim(tx, { ids, maker, owner: { associationId, associationDocument: type }, wirePath }, audit)
    await attachments.replaceInAssociation(tx, associationId, removed, at)
    for (const id of ids) added.set(id, wirePath)
    hasRemoved ||= removed.length > 0
  }
  if (added.size > 0) await refuseOthers(tx, attachments, associationId, added)
  return hasRemoved || added.size > 0
}

/** Refuses new files that are not PDF; `added` has the path of each. */
async function refuseOthers(
  tx: Db,
  attachments: Pick<Attachments, 'listOfAssociation'>,
  associationId: number,
  added: ReadonlyMap<string, string>,
): Promise<void> {
  const files = await attachments.listOfAssociation(tx, associationId)
  const fieldErrors = files.flatMap(({ id, extension }) => {
    const path = added.get(id)
    return path && extension !== 'pdf' ? [{ path, message: 'allegato_solo_pdf' as const }] : []
  })
  if (fieldErrors.length > 0) throw invalidInput(fieldErrors)
}
