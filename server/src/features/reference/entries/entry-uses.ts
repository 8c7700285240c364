import { childListsOf, type ReferenceEntryUse, type ReferenceList, referenceLists } from '@portal/contract'
import type { CountChoiceUses } from '#platform/choice-uses.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { listEntries, listRetired, noteRetiredUses } from './entries.store.ts'

export type CountUses = ReturnType<typeof createUseCounts>

/** Counts the uses of one entry: by the fields of each feature, and by the entries below it. */
export const createUseCounts =
  (uses: readonly CountChoiceUses[]) =>
  async (db: Db, list: ReferenceList, id: number): Promise<ReferenceEntryUse[]> => {
    const found = (await Promise.all(uses.map((count) => count(db, list, [id])))).flat()
    const below = await Promise.all(
      childListsOf(list).map(async (child) => ({
        kind: 'reference' as const,
        field: referenceLists[child].path,
        count: (await listEntries(db, child)).filter(({ parentId }) => parentId === id).length,
      })),
    )
    return [
      ...found.map(({ kind, field, counts }) => ({ kind, field, count: counts && (counts.get(id) ?? 0) })),
      ...below,
    ]
  }

/** Counts the uses of every retired entry; the page of the list shows those that are still used. */
export async function checkRetired(db: Db, uses: readonly CountChoiceUses[], clock: Clock): Promise<void> {
  for (const { list, ids } of await listRetired(db)) {
    const found = (await Promise.all(uses.map((count) => count(db, list, ids)))).flat()
    const totalOf = (id: number) => found.reduce((sum, { counts }) => sum + (counts?.get(id) ?? 0), 0)
    await noteRetiredUses(db, list, new Map(ids.map((id) => [id, totalOf(id)])), clock.now())
  }
}
