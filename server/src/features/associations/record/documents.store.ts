import { type AssociationValues, documentKeys, documentTypes, extensionOf, type FileRef } from '@portal/contract'
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
): Promise<DocumentsByType> {
  const files = await attachments.listOfAssociation(db, associationId)
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
  attachments: Pick<Attachments, 'claim' | 'find' | 'replaceInAssociation'>,
  { associationId, values, stored, maker, at }: SentDocuments,
  audit: AuditRecorder,
): Promise<boolean> {
  let hasChanged = false
  for (const key of documentKeys) {
    const type = documentTypes[key]
    const sent = values[key] ?? []
    const before = stored.get(type) ?? []
    const added = sent.filter(({ id }) => !before.some((file) => file.id === id)).map(({ id }) => id)
    const removed = before.filter(({ id }) => !sent.some((file) => file.id === id)).map(({ id }) => id)
    const wirePath = `listaAllegatoPersonaGiuridica${type}`
    await refuseOthers(attachments, added, wirePath)
    await attachments.claim(
      tx,
      { ids: added, maker, owner: { associationId, associationDocument: type }, wirePath },
      audit,
    )
    await attachments.replaceInAssociation(tx, associationId, removed, at)
    hasChanged ||= added.length > 0 || removed.length > 0
  }
  return hasChanged
}

/** Refuses files that are not PDF; one that does not exist is refused when it is claimed. */
async function refuseOthers(attachments: Pick<Attachments, 'find'>, ids: readonly string[], path: string) {
  for (const id of ids) {
    const file = await attachments.find(id)
    if (file && extensionOf(file.name) !== 'pdf') throw invalidInput([{ path, message: 'allegato_solo_pdf' }])
  }
}
