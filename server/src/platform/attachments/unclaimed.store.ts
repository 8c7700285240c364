import type { AttachmentArea } from '@portal/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Db } from '../database/transaction.ts'
import { genuineRows, writeClaims } from '../protection/claims.ts'
import type { Vault } from '../protection/vault.ts'
import { attachmentsWithFiles, listColumns, type Maker, openAttachment } from './attachments.store.ts'
import { sealedAttachments, unclaimedUploads } from './sealed-attachments.ts'

type AttachmentExpression = ExpressionBuilder<Tables, 'attachments' | 'files'>

const uploadedBy =
  ({ visitorHash, userId, draftId }: Maker) =>
  (eb: AttachmentExpression) =>
    eb.or([
      ...(draftId === undefined ? [] : [eb('files.draftId', '=', draftId)]),
      ...(visitorHash === undefined ? [] : [eb('attachments.visitorHash', '=', visitorHash)]),
      ...(userId === undefined ? [] : [eb('attachments.madeBy', '=', userId)]),
    ])

/** The unclaimed files of an uploader, for callers that read no right from them. */
const unclaimedOf = (db: Db, maker: Maker) =>
  attachmentsWithFiles(db)
    .where('files.claimedAt', 'is', null)
    .where('files.purpose', '=', 'upload')
    .where(uploadedBy(maker))

/** The columns that say whose an unclaimed file is, beside what is read of it. */
const uploadColumns = [
  'attachments.id',
  'attachments.area',
  'attachments.visitorHash',
  'attachments.madeBy',
  'attachments.claims',
  'files.draftId',
] as const

const genuineUploads = <R extends UploadRow>(vault: Vault, rows: readonly R[]) =>
  genuineRows(vault, unclaimedUploads, rows, ({ id }) => id)
type UploadRow = Parameters<typeof unclaimedUploads.claimsOf>[0] & {
  readonly id: string
  readonly claims: Buffer | null
}

export async function countUnclaimedOf(db: Db, maker: Maker): Promise<number> {
  const { count } = await unclaimedOf(db, maker)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Bytes of unclaimed files, those that wait with drafts or the others: of a network, and of all. */
export async function unclaimedBytes(
  db: Db,
  network: string,
  which: 'in drafts' | 'alone',
): Promise<{ ofNetwork: number; ofAll: number }> {
  const { ofNetwork, ofAll } = await attachmentsWithFiles(db)
    .where('files.claimedAt', 'is', null)
    .where('files.draftId', which === 'in drafts' ? 'is not' : 'is', null)
    .select([
      sql<string>`coalesce(sum(files.size) filter (where attachments.network = ${network}), 0)`.as('ofNetwork'),
      sql<string>`coalesce(sum(files.size), 0)`.as('ofAll'),
    ])
    .executeTakeFirstOrThrow()
  return { ofNetwork: Number(ofNetwork), ofAll: Number(ofAll) }
}

/** The unclaimed file with the same content that the uploader sent to the area before. */
export async function findDuplicate(
  db: Db,
  vault: Vault,
  { maker, area, digest }: { maker: Maker; area: AttachmentArea; digest: string },
) {
  const rows = await unclaimedOf(db, maker)
    .select([...listColumns, ...uploadColumns, 'attachments.senderKey'])
    .where('attachments.area', '=', area)
    .where('attachments.contentToken', 'in', vault.uniqueTokens(sealedAttachments, 'digest', digest))
    .limit(1)
    .execute()
  const [row] = await genuineUploads(vault, rows)
  if (!row) return undefined
  return openAttachment(vault, row)
}

/** Locks and returns the unclaimed files of an uploader, or those of them that have these ids. */
export async function lockUnclaimedOf(tx: Db, vault: Vault, maker: Maker, ids?: readonly string[]) {
  if (ids?.length === 0) return []
  const rows = await unclaimedOf(tx, maker)
    .select([...uploadColumns, 'attachments.number', 'attachments.keyId', 'attachments.digest', 'files.mediaType'])
    .$if(ids !== undefined, (query) => query.where('attachments.id', 'in', ids ?? []))
    .orderBy('attachments.id')
    .forUpdate()
    .execute()
  return genuineUploads(vault, rows)
}

/** Locks and returns those of the files that their uploader may have claimed for a record. */
export const lockClaimable = async (
  tx: Db,
  vault: Vault,
  {
    ids,
    maker,
    areas,
  }: { readonly ids: readonly string[]; readonly maker: Maker; readonly areas: readonly AttachmentArea[] },
) => (await lockUnclaimedOf(tx, vault, maker, ids)).filter(({ area }) => areas.includes(area))

/** Lets these files wait with a draft for as long as it exists, and no others. */
export async function keepWithDraft(
  tx: Db,
  vault: Vault,
  files: readonly LockedUpload[],
  draftId: number,
): Promise<void> {
  const earlier = await lockUnclaimedOf(tx, vault, { draftId })
  const kept = new Set(files.map(({ id }) => id))
  const dropped = earlier.filter(({ id }) => !kept.has(id))
  await moveToDraft(tx, vault, dropped, null)
  await moveToDraft(tx, vault, files, draftId)
}
type LockedUpload = Awaited<ReturnType<typeof lockUnclaimedOf>>[number]

async function moveToDraft(
  tx: Db,
  vault: Vault,
  files: readonly LockedUpload[],
  draftId: number | null,
): Promise<void> {
  for (const file of files.filter((one) => one.draftId !== draftId)) {
    await tx.updateTable('files').set({ draftId }).where('id', '=', file.id).execute()
    await writeClaims(tx, vault, unclaimedUploads, { ...file, draftId })
  }
}

/** Ids of the files that wait with a draft. */
export async function listOfDraft(db: Db, vault: Vault, draftId: number): Promise<string[]> {
  const rows = await unclaimedOf(db, { draftId }).select(uploadColumns).orderBy('attachments.id').execute()
  return (await genuineUploads(vault, rows)).map(({ id }) => id)
}
