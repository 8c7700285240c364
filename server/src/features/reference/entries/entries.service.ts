import { listNames, type ReferenceEntryFilters, type ReferenceList, type ReferenceListOverview } from '@portal/contract'
import { invalidInput } from '#platform/app-error.ts'
import type { CountChoiceUses } from '#platform/choice-uses.ts'
import type { Clock } from '#platform/clock.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { countEntries, readEntries } from './entries.store.ts'
import { createEntryChanges } from './entry-changes.ts'
import { present } from './entry-present.ts'
import { checkRetired, createUseCounts } from './entry-uses.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly clock: Clock
  /** The features that store choices. */
  readonly uses: readonly CountChoiceUses[]
}

export type ReferenceEntries = ReturnType<typeof createEntries>

/** The reference lists as the head of the office edits them. */
export function createEntries({ db, inTransaction, clock, uses }: Options) {
  const countUses = createUseCounts(uses)
  return {
    ...createEntryChanges({ inTransaction, clock, countUses }),

    async listAll(): Promise<ReferenceListOverview[]> {
      const counted = new Map((await countEntries(db)).map((overview) => [overview.list, overview]))
      const none = { inForce: 0, retired: 0, untranslated: 0, retiredInUse: 0 }
      return listNames.map((list) => counted.get(list) ?? { list, ...none })
    },

    async list(request: PageQuery<ReferenceEntryFilters>) {
      const { filters } = request
      if (!filters) throw invalidInput([{ path: 'filtri.lista', message: 'campo_obbligatorio' }])
      const page = await readEntries(db, request, filters)
      return { ...page, rows: page.rows.map((entry) => present(filters.list, entry)) }
    },

    listUses: ({ list, id }: { readonly list: ReferenceList; readonly id: number }) => countUses(db, list, id),

    checkRetired: () => checkRetired(db, uses, clock),
  }
}
