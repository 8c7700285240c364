import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import type { Vault } from '../protection/vault.ts'
import { attachmentsWithFiles, listColumns, openOwned, type StoredAttachment } from './attachments.store.ts'
import { sealedAttachments } from './sealed-attachments.ts'

/** The days of a file in another system. */
interface FileDays {
  readonly addedAt: Date
  readonly associationInForceAt: Date | undefined
  readonly associationReplacedAt: Date | undefined
}

/** Gives a claimed file the days that it had in another system; returns its number. */
export async function backdateFile(tx: Db, id: string, { addedAt: at, ...days }: FileDays): Promise<number> {
  await tx.updateTable('files').set({ madeAt: at, claimedAt: at }).where('id', '=', id).execute()
  const { number } = await tx
    .updateTable('attachments')
    .set({
      associationInForceAt: days.associationInForceAt ?? null,
      associationReplacedAt: days.associationReplacedAt ?? null,
    })
    .where('id', '=', id)
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

/** The digests of files, by their numbers. */
export async function digestsOfFiles(db: Db, vault: Vault, numbers: readonly number[]): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('attachments')
    .select(['id', 'number', 'digest'])
    .where('number', 'in', [...numbers])
    .execute()
  const opened = await Promise.all(
    rows.map(async ({ id, number, digest }) => [number, await vault.open(sealedAttachments, id, { digest })] as const),
  )
  return new Map(opened.map(([number, { digest }]) => [number, digest ?? '']))
}

/** The ids of files, by their numbers. */
export async function idsOfFiles(db: Db, numbers: readonly number[]): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('attachments')
    .select(['id', 'number'])
    .where('number', 'in', [...numbers])
    .execute()
  return new Map(rows.map(({ id, number }) => [number, id]))
}

/** The number of files of each case. */
export async function countFilesOfCases(db: Db, caseIds: readonly number[]): Promise<Map<number, number>> {
  if (caseIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('attachments')
    .select(['caseId', sql<number>`count(*)::int`.as('count')])
    .where('caseId', 'in', [...caseIds])
    .groupBy('caseId')
    .execute()
  return new Map(rows.map(({ caseId, count }) => [caseId ?? 0, count]))
}

/** Of a case, or of an association other than that of demonstrations, which every demonstration has. */
const isOfOffice = sql<boolean>`(attachments.case_id is not null
  or attachments.association_id in (select id from associations where not is_demo))`

type OwnedFile = StoredAttachment & {
  readonly associationInForceAt: Date | null
  readonly associationReplacedAt: Date | null
}

/** The next files of cases and associations after a number, in the order of numbers, without those that are not genuine. */
export async function listOwnedFiles(db: Db, vault: Vault, after: number, limit: number): Promise<OwnedFile[]> {
  const rows = await attachmentsWithFiles(db)
    .select(listColumns)
    .select(['attachments.associationInForceAt', 'attachments.associationReplacedAt'])
    .where(isOfOffice)
    .where('files.claimedAt', 'is not', null)
    .where('attachments.number', '>', after)
    .orderBy('attachments.number')
    .limit(limit)
    .execute()
  const files = (await Promise.all(rows.map((row) => openOwned(vault, row)))).flatMap((file) => file ?? [])
  const last = rows.at(-1)?.number
  return files.length === 0 && last !== undefined ? listOwnedFiles(db, vault, last, limit) : files
}
