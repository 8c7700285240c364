import { randomUUID } from 'node:crypto'
import { fileTypeOf } from '@portal/contract'
import { sql } from 'kysely'
import { together } from '../database/together.ts'
import type { Db } from '../database/transaction.ts'
import { sealedFiles } from '../files/files.store.ts'
import { sealedInsertions, sealRows } from '../protection/sealed-rows.ts'
import type { Vault } from '../protection/vault.ts'
import {
  attachmentsWithFiles,
  listColumns,
  type Owner,
  openOwned,
  ownerColumns,
  type StoredAttachment,
} from './attachments.store.ts'
import type { KeptFile } from './scanner.ts'
import { ownedFiles, sealedAttachments } from './sealed-attachments.ts'

/** A file from another system, with the record that it belongs to and the days that it had there. */
export interface MovedFile {
  readonly kept: KeptFile
  readonly ownerOf: (id: string) => Owner
  readonly days: {
    readonly addedAt: Date
    readonly associationInForceAt?: Date | undefined
    readonly associationReplacedAt?: Date | undefined
  }
}

/** Writes the rows of files that belong to their records at once; returns their numbers, in order. */
export async function insertMovedFiles(
  tx: Db,
  vault: Vault,
  { files, madeBy }: { readonly files: readonly MovedFile[]; readonly madeBy: number },
): Promise<number[]> {
  const { rows: numbers } = await sql<{ number: number }>`
    select nextval(pg_get_serial_sequence('attachments', 'number'))::int as number
    from generate_series(1, ${files.length}::int)`.execute(tx)
  const ids = files.map(() => randomUUID())
  const fileRows = files.map(({ kept, days }, index) => ({
    id: ids[index] ?? '',
    name: kept.name,
    mediaType: fileTypeOf(kept.extension)?.media ?? 'application/octet-stream',
    purpose: 'upload' as const,
    madeBy,
    size: kept.stored.size,
    madeAt: days.addedAt,
    claimedAt: days.addedAt,
    store: kept.stored.store,
    storedName: kept.stored.storedName,
    contentKey: kept.stored.contentKey.toString('base64'),
  }))
  const attachmentRows = files.map(({ kept, ownerOf, days }, index) => {
    const id = ids[index] ?? ''
    const columns = ownerColumns(ownerOf(id), id)
    return {
      ...columns,
      associationInForceAt: days.associationInForceAt ?? null,
      associationReplacedAt: days.associationReplacedAt ?? null,
      id,
      number: numbers[index]?.number ?? 0,
      area: 'case' as const,
      madeBy,
      digest: kept.digest,
      warnings: [...kept.warnings],
      contains: kept.contains ?? null,
      position: 0,
      claims: ownedFiles.claimsOf(columns),
    }
  })
  await together(
    tx,
    ...sealedInsertions(tx, sealRows(vault, sealedFiles, fileRows)),
    ...sealedInsertions(tx, sealRows(vault, sealedAttachments, attachmentRows)),
  )
  return numbers.map(({ number }) => number)
}

/** The number of files of each case; the cases are locked, so that no other files are added concurrently. */
export async function countFilesOf(tx: Db, caseIds: readonly number[]): Promise<Map<number, number>> {
  await sql`select from cases where id = any(${`{${caseIds.join()}}`}::int[]) order by id for update`.execute(tx)
  return countFilesOfCases(tx, caseIds)
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
