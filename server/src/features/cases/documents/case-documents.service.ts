import {
  type CaseDocument,
  type CaseDocuments,
  type DocumentOfRecord,
  type FieldError,
  type Page,
  previewOf,
  type RegistryKind,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { presentAttachment, type StoredAttachment } from '#platform/attachments/attachments.store.ts'
import type { NewDocument } from '#platform/attachments/documents.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { lockOfOther } from '#platform/record/locks.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { namesOf } from '#platform/session/user-names.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { editDenialOf } from '../cases.rules.ts'
import type { Period } from '../history/case-events.store.ts'
import { noteOnCase } from '../history/case-history.service.ts'
import { codeOf } from '../record/case-present.ts'
import { presentOf, readScopeOf } from '../record/case-reading.ts'
import { caseRecord } from '../record/case-record.ts'
import { listFilesOfRecord } from './documents-of-record.store.ts'

const sourceOf = ({ documentTypeId, messageId }: StoredAttachment): CaseDocument['source'] =>
  documentTypeId !== null ? 'office' : messageId !== null ? 'message' : 'report'

function present(file: StoredAttachment, mayRemove: boolean, addedBy: string | undefined): CaseDocument {
  const source = sourceOf(file)
  return {
    file: presentAttachment(file),
    source,
    typeId: file.documentTypeId ?? undefined,
    addedAt: file.madeAt,
    addedBy,
    mayRemove: mayRemove && source === 'office',
    hasPreview: previewOf(file.extension) !== undefined,
  }
}

async function refuseUnknownTypes(needs: CaseNeeds, tx: Db, files: readonly NewDocument[]): Promise<void> {
  const types = await needs.documentTypes(tx)
  const fieldErrors = files.flatMap(({ typeId }, index): FieldError[] =>
    types.includes(typeId) ? [] : [{ path: `allegati.${index}.id_tipo_allegato`, message: 'scelta_non_valida' }],
  )
  if (fieldErrors.length > 0) throw invalidInput(fieldErrors)
}

async function listDocuments(needs: CaseNeeds, from: Db, id: number, user: SessionUser): Promise<CaseDocuments> {
  const { vault, documents } = needs
  const row = await caseRecord.read(needs, from, id, user)
  const files = await documents.listOf(from, id)
  const names = await namesOf(from, vault, [...new Set(files.flatMap((file) => file.documentAddedBy ?? []))])
  const isLocked = (await lockOfOther(needs, from, { kind: 'case', id }, user.id)) !== undefined
  const mayAdd = editDenialOf(user, row, isLocked) === null
  return { documents: files.map((file) => present(file, mayAdd, names.get(file.documentAddedBy ?? 0))), mayAdd }
}

/** The documents of the office among the files of a case, those of a period. */
export async function officeDocumentsIn(
  { db, vault }: Pick<CaseNeeds, 'db' | 'vault'>,
  files: readonly StoredAttachment[],
  { since, before }: Period,
): Promise<CaseDocument[]> {
  const own = files.filter(
    (file) => sourceOf(file) === 'office' && file.madeAt >= since && (before === undefined || file.madeAt < before),
  )
  const names = await namesOf(db, vault, [...new Set(own.flatMap((file) => file.documentAddedBy ?? []))])
  return own.map((file) => present(file, false, names.get(file.documentAddedBy ?? 0)))
}

type RecordRequest = PageQuery<{ readonly kind: RegistryKind; readonly recordId: number }>

/** Pages of the files of the cases that refer to a registry record and that the user may read. */
export async function documentsOfRecord(
  needs: CaseNeeds,
  request: RecordRequest,
  { user, audit }: Caller,
): Promise<Page<DocumentOfRecord>> {
  if (!request.filters) throw invalidInput([{ path: 'filtri', message: 'campo_obbligatorio' }])
  const { db, vault } = needs
  const { kind, recordId: id } = request.filters
  const { tag } = presentOf(needs)
  const page = await listFilesOfRecord(db, request, { kind, id, scope: readScopeOf(user), vault })
  audit.record('case', [...new Set(page.rows.map(({ caseId }) => caseId))])
  const names = await namesOf(db, vault, [...new Set(page.rows.flatMap(({ file }) => file?.documentAddedBy ?? []))])
  const rows = page.rows.flatMap(({ file, caseId, ...protocol }) =>
    file
      ? {
          document: present(file, false, names.get(file.documentAddedBy ?? 0)),
          caseId,
          code: codeOf(tag, protocol),
        }
      : [],
  )
  return { ...page, rows }
}

/** The documents of a case (decisions §4). */
export async function documentsOfCase(needs: CaseNeeds, id: number, { user, audit }: Caller): Promise<CaseDocuments> {
  const found = await listDocuments(needs, needs.db, id, user)
  audit.record('case', [id])
  return found
}

export const addDocuments = (
  needs: CaseNeeds,
  id: number,
  files: readonly NewDocument[],
  caller: Caller,
): Promise<CaseDocuments> =>
  needs.inTransaction(caller.audit, async (tx) => {
    const { documents } = needs
    const { user, audit } = caller
    await caseRecord.holdForEdit(needs, tx, id, user)
    await refuseUnknownTypes(needs, tx, files)
    audit.record('case', [id], ['attachments'])
    await documents.add(tx, id, files, caller)
    const ids = new Set(files.map((file) => file.id))
    const names = (await documents.listOf(tx, id)).filter((file) => ids.has(file.id)).map(({ name }) => name)
    const changes = names.map((after) => ({ member: 'document' as const, after }))
    await noteOnCase(needs, tx, { caseId: id, kind: 'fileAdded', changes }, user)
    return listDocuments(needs, tx, id, user)
  })

/** Deletes a document of the office; what a reporter sent stays. */
export async function removeDocument(
  needs: CaseNeeds,
  id: number,
  fileId: string,
  { user, audit }: Caller,
): Promise<CaseDocuments> {
  const { inTransaction, documents } = needs
  const { left, storedNames } = await inTransaction(audit, async (tx) => {
    await caseRecord.holdForEdit(needs, tx, id, user)
    const file = (await documents.listOf(tx, id)).find((one) => one.id === fileId)
    if (!file) throw new AppError('not_found')
    if (file.documentTypeId === null) {
      audit.recordDenial('case', [id])
      throw new AppError('not_allowed')
    }
    audit.record('case', [id], ['attachments'])
    audit.record('file', [file.number])
    const names = await documents.remove(tx, fileId)
    const changes = [{ member: 'document' as const, before: file.name }]
    await noteOnCase(needs, tx, { caseId: id, kind: 'fileRemoved', changes }, user)
    return { left: await listDocuments(needs, tx, id, user), storedNames: names }
  })
  await documents.discard(storedNames)
  return left
}
