import { type Attachment, extensionOf } from '@portal/contract'
import { sql } from 'kysely'
import { together } from '../database/together.ts'
import type { Db } from '../database/transaction.ts'
import { sealedFiles } from '../files/files.store.ts'
import { genuineRows, isGenuine, writeClaims } from '../protection/claims.ts'
import type { Sealed } from '../protection/sealed.ts'
import { insertSealed, openSealed, type PlainRow, updateSealed } from '../protection/sealed-rows.ts'
import type { Vault } from '../protection/vault.ts'
import { ownedFiles, type SealedAttachment, sealedAttachments, unclaimedUploads } from './sealed-attachments.ts'

/** Uploader of files: a signed-in user, a visitor by the digest of their cookie, or both. */
export interface Maker {
  readonly visitorHash?: string | undefined
  readonly userId?: number | undefined
  /** The draft of an application that its holder continues: its files count as theirs, wherever they were uploaded. */
  readonly draftId?: number | undefined
}

/** Documents that the office adds to a case: the type of each file, by its id. */
interface OfficeDocuments {
  readonly types: ReadonlyMap<string, number>
  readonly addedBy: number
}

/** The record that claims a file. */
export type Owner =
  | { readonly caseId: number; readonly messageId?: number; readonly documents?: OfficeDocuments }
  | { readonly mailId: number }
  | {
      readonly associationId: number
      readonly associationDocument: number
      readonly associationProposed?: boolean
      readonly associationPublic?: boolean
    }

/** Inserts an attachment; returns its number in the audit log. */
export async function insertAttachment(
  tx: Db,
  vault: Vault,
  row: Omit<PlainRow<'attachments', SealedAttachment>, 'claims'>,
): Promise<number> {
  const { area, visitorHash = null, madeBy = null } = row
  const claims = unclaimedUploads.claimsOf({ area, visitorHash, madeBy, draftId: null })
  await insertSealed(tx, vault, sealedAttachments, { ...row, claims })
  const { number } = await tx
    .selectFrom('attachments')
    .select('number')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  return number
}

export const attachmentsWithFiles = (db: Db) =>
  db.selectFrom('attachments').innerJoin('files', 'files.id', 'attachments.id')

/** Replaces the idempotency key of a file by another one of the same sender. */
export const replaceSenderKey = (db: Db, id: string, senderKey: string) =>
  db.updateTable('attachments').set({ senderKey }).where('id', '=', id).execute()

/** Counts the files of a case and locks it, so that no others are added concurrently. */
export async function countOfCase(tx: Db, caseId: number): Promise<number> {
  await tx.selectFrom('cases').select('id').where('id', '=', caseId).forUpdate().execute()
  const { count } = await tx
    .selectFrom('attachments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('caseId', '=', caseId)
    .executeTakeFirstOrThrow()
  return count
}

/** The columns that `openAttachment` and `openOwned` read beside the id. */
export const attachmentColumns = [
  'attachments.number',
  'attachments.area',
  'attachments.digest',
  'attachments.claims',
  'attachments.warnings',
  'attachments.contains',
  'attachments.caseId',
  'attachments.mailId',
  'attachments.messageId',
  'attachments.documentTypeId',
  'attachments.documentAddedBy',
  'attachments.associationId',
  'attachments.associationDocument',
  'attachments.associationProposed',
  'attachments.associationPublic',
  'files.name',
  'files.mediaType',
  'files.size',
  'files.madeAt',
  'files.claimedAt',
] as const
export const listColumns = ['attachments.id', ...attachmentColumns] as const

type ListedRow = Awaited<ReturnType<typeof findRow>>
export type StoredAttachment = Awaited<ReturnType<typeof openAttachment>>

const findRow = (db: Db, id: string) =>
  attachmentsWithFiles(db).select(listColumns).where('attachments.id', '=', id).executeTakeFirst()

/** Opens the sealed values of an attachment that was read with `attachmentColumns`. */
export async function openAttachment<R extends NonNullable<ListedRow>>(vault: Vault, { claims: _claims, ...row }: R) {
  const { name } = await openSealed(vault, sealedFiles, row.id, { name: row.name })
  const { digest } = await openSealed(vault, sealedAttachments, row.id, { digest: row.digest })
  return { ...row, name, digest: digest ?? '', extension: extensionOf(name) }
}

/** Opens a claimed attachment; undefined where the portal did not write which record it belongs to. */
export const openOwned = async <R extends NonNullable<ListedRow>>(vault: Vault, row: R) =>
  (await isGenuine(vault, ownedFiles, row.id, row)) ? openAttachment(vault, row) : undefined

interface PlainAttachment extends Omit<Attachment, 'size' | 'warnings' | 'contains'> {
  readonly size: number | string
  readonly warnings: readonly string[]
  readonly contains: string | null
}

/** A file in its wire form. */
export const presentAttachment = ({
  id,
  name,
  extension,
  size,
  digest,
  warnings,
  contains,
}: PlainAttachment): Attachment => ({
  id,
  name,
  extension,
  size: Number(size),
  digest,
  // The inspection wrote them, from the table of the contract.
  ...(warnings.length > 0 && { warnings: [...warnings] as NonNullable<Attachment['warnings']> }),
  ...(contains !== null && { contains }),
})

const openRows = async (vault: Vault, rows: readonly NonNullable<ListedRow>[]) =>
  (await Promise.all(rows.map((row) => openOwned(vault, row)))).flatMap((file) => file ?? [])

/** A file that a record has claimed. */
export async function findAttachment(db: Db, vault: Vault, id: string): Promise<StoredAttachment | undefined> {
  const row = await findRow(db, id)
  return row?.claimedAt ? openOwned(vault, row) : undefined
}

/** The columns of a claimed file that say which record it belongs to. */
export function ownerColumns(owner: Owner, id: string) {
  const columns = {
    caseId: null,
    messageId: null,
    documentTypeId: null,
    mailId: null,
    associationId: null,
    associationDocument: null,
    associationProposed: false,
    associationPublic: false,
  }
  if (!('caseId' in owner)) return { ...columns, ...owner }
  const { documents, ...ofCase } = owner
  if (!documents) return { ...columns, ...ofCase }
  return {
    ...columns,
    ...ofCase,
    documentTypeId: documents.types.get(id) ?? null,
    documentAddedBy: documents.addedBy,
  }
}

interface ClaimedFile {
  readonly id: string
  readonly digest: Sealed | null
}

/** Claims locked files for their owner, in this order. */
export async function claimAttachments(
  tx: Db,
  vault: Vault,
  { files, owner, at }: { readonly files: readonly ClaimedFile[]; readonly owner: Owner; readonly at: Date },
): Promise<void> {
  const ids = files.map(({ id }) => id)
  const claimed = tx.updateTable('files').set({ claimedAt: at, draftId: null }).where('id', 'in', ids)
  const updates = files.map(async ({ id, digest }, position) => {
    const columns = ownerColumns(owner, id)
    const plain = await vault.open(sealedAttachments, id, { digest })
    const claims = ownedFiles.claimsOf(columns)
    const rest = { ...columns, position, network: null, visitorHash: null }
    return updateSealed(tx, vault, sealedAttachments, id, { ...plain, claims }, rest)
  })
  await together(tx, claimed, ...(await Promise.all(updates)))
}

/** The files of a case, a mail or an association (those in force now, or at an instant, or proposed), in the order in which they were claimed. */
export async function listAttachments(
  db: Db,
  vault: Vault,
  owner:
    | { readonly caseId: number }
    | { readonly mailId: number }
    | { readonly associationId: number; readonly at?: Date | undefined; readonly isProposed?: boolean },
): Promise<StoredAttachment[]> {
  const query = attachmentsWithFiles(db).select(listColumns)
  const rows = await ofOwner(query)
    .orderBy('files.claimedAt')
    .orderBy('attachments.position')
    .orderBy('attachments.number')
    .execute()
  return openRows(vault, rows)

  function ofOwner(files: typeof query) {
    if ('caseId' in owner) return files.where('attachments.caseId', '=', owner.caseId)
    if ('mailId' in owner)
      return files.where(
        'attachments.id',
        'in',
        sql<string>`(
          select id from attachments where mail_id = ${owner.mailId}
          union all select file.id from case_messages join attachments file on file.message_id = case_messages.id
            where case_messages.mail_id = ${owner.mailId})`,
      )
    const { at, isProposed = false } = owner
    const ofAssociation = files
      .where('attachments.associationId', '=', owner.associationId)
      .where('associationProposed', '=', isProposed)
    if (!at) return ofAssociation.where('associationReplacedAt', 'is', null)
    return ofAssociation
      .where((eb) => eb(eb.fn.coalesce('associationInForceAt', 'files.claimedAt'), '<=', at))
      .where((eb) => eb.or([eb('associationReplacedAt', 'is', null), eb('associationReplacedAt', '>', at)]))
  }
}

/** The documents in force of associations that the public register shows, those of some types, in the order in which they came. */
export async function listPublicDocuments(
  db: Db,
  vault: Vault,
  associationIds: readonly number[],
  types: readonly number[],
): Promise<StoredAttachment[]> {
  if (types.length === 0 || associationIds.length === 0) return []
  const rows = await attachmentsWithFiles(db)
    .select(listColumns)
    .where('attachments.associationId', 'in', associationIds)
    .where('associationDocument', 'in', types)
    .where('associationPublic', '=', true)
    .where('associationProposed', '=', false)
    .where('associationReplacedAt', 'is', null)
    .orderBy('attachments.associationDocument')
    .orderBy('attachments.number')
    .execute()
  return openRows(vault, rows)
}

/** Marks documents of an association as replaced by others. */
export async function replaceInAssociation(
  tx: Db,
  associationId: number,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('attachments')
    .set({ associationReplacedAt: at })
    .where('associationId', '=', associationId)
    .where('id', 'in', ids)
    .execute()
}

/** Brings proposed documents of an association into force. */
export async function acceptInAssociation(tx: Db, vault: Vault, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom('attachments')
    .selectAll()
    .where('id', 'in', ids)
    .where('associationProposed', '=', true)
    .forUpdate()
    .execute()
  for (const { id } of rows)
    await tx
      .updateTable('attachments')
      .set({ associationProposed: false, associationInForceAt: at })
      .where('id', '=', id)
      .execute()
  for (const row of await genuineRows(vault, ownedFiles, rows, ({ id }) => id))
    await writeClaims(tx, vault, ownedFiles, { ...row, associationProposed: false })
}

/** The numbers of the attachments among some files. */
export async function numbersOfFiles(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('attachments').select(['id', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
