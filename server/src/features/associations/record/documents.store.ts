import {
  type AssociationValues,
  type DocumentKey,
  documentKeys,
  documentTypes,
  type FileRef,
  type Office,
} from '@portal/contract'
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

/** Where a request names the documents of a type: the path of their errors. */
export const pathOf = (type: number) => `listaAllegatoPersonaGiuridica${type}`

/** Throws 400 at the list of a document that an application names and that is not available, or no PDF. */
export async function checkDocuments(
  tx: Db,
  attachments: Pick<Attachments, 'check'>,
  values: AssociationValues,
  maker: Maker,
): Promise<void> {
  for (const key of documentKeys) {
    const ids = (values[key] ?? []).map(({ id }) => id)
    await attachments.check(tx, { ids, maker, wirePath: pathOf(documentTypes[key]), onlyPdf: true })
  }
}

/** Ids of all documents in the values of the form. */
export const documentIds = (values: AssociationValues): string[] =>
  documentKeys.flatMap((key) => (values[key] ?? []).map(({ id }) => id))

interface ClaimNeeds {
  readonly attachments: Pick<Attachments, 'claim' | 'replaceInAssociation'>
  readonly office: Pick<Office, 'publishedDocuments'>
}

/** How a document belongs to an association: public where the office publishes its type now, which its form says before. */
export const ownerOfDocument = ({ office }: Pick<ClaimNeeds, 'office'>, associationId: number, type: number) => ({
  associationId,
  associationDocument: type,
  associationPublic: office.publishedDocuments.includes(type),
})

interface SentDocuments {
  readonly associationId: number
  readonly values: AssociationValues
  /** The documents that the association has already. */
  readonly stored: DocumentsByType
  readonly maker: Maker
  readonly at: Date
  /** The documents that change at once; without it all of them. */
  readonly keys?: readonly DocumentKey[]
}

/**
 * Makes the documents of an association those that were sent: claims new files, and marks stored ones that were left out as
 * replaced; they stay readable in the history. Returns the types whose documents changed. Throws 400 at the list of a file that is not
 * a PDF or not available.
 */
export async function replaceDocuments(
  tx: Db,
  needs: ClaimNeeds,
  { associationId, values, stored, maker, at, keys = documentKeys }: SentDocuments,
  audit: AuditRecorder,
): Promise<number[]> {
  const { attachments } = needs
  const changed: number[] = []
  for (const key of keys) {
    const type = documentTypes[key]
    const sent = values[key] ?? []
    const before = stored.get(type) ?? []
    const ids = sent.filter(({ id }) => !before.some((file) => file.id === id)).map(({ id }) => id)
    const removed = before.filter(({ id }) => !sent.some((file) => file.id === id)).map(({ id }) => id)
    const owner = ownerOfDocument(needs, associationId, type)
    await attachments.claim(tx, { ids, maker, owner, wirePath: pathOf(type), onlyPdf: true }, audit)
    await attachments.replaceInAssociation(tx, associationId, removed, at)
    if (ids.length + removed.length > 0) changed.push(type)
  }
  return changed
}
