import { fixedReasonOf, type PlainDate, type ReferenceEntry, type ReferenceList } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { listEntries, type StoredEntry } from './entries.store.ts'

export async function getEntry(db: Db, list: ReferenceList, id: number): Promise<StoredEntry> {
  const [entry] = await listEntries(db, list, id)
  if (!entry) throw new AppError('not_found')
  return entry
}

/** An entry as the contract has it. */
export const present = (
  list: ReferenceList,
  { retiredAt, validUntil, place, ...entry }: StoredEntry,
): ReferenceEntry => ({
  ...entry,
  parentId: entry.parentId ?? undefined,
  parentLabel: entry.parentLabel ?? undefined,
  code: entry.code ?? undefined,
  isRetired: retiredAt !== null || validUntil !== null,
  retiredAt: retiredAt ?? undefined,
  validUntil: (validUntil as PlainDate | null) ?? undefined,
  retiredUses: entry.retiredUses ?? undefined,
  fixed: fixedReasonOf(list, entry.id),
  isFirst: place === 1 || entry.isOther,
})
