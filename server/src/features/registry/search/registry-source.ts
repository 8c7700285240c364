import type { RegistryKind } from '@portal/contract'
import { listIds } from '#platform/database/list.ts'
import { refuseUnknownOrder } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { inOrderOf, type RecordSource } from '#platform/spreadsheets/record-source.ts'
import { kindsOfRecord } from '../registry.kinds.ts'
import type { StoredRecord } from '../registry.store.ts'
import { type CountLinkedCases, groupsOf, rankByWords } from './search.service.ts'
import { idsOfAll, listById } from './search.store.ts'
import { planOf, type RegistryFilters } from './search-plan.ts'

interface Needs {
  readonly db: Db
  readonly vault: Vault
  readonly countLinkedCases: CountLinkedCases
}

type RecordOfFile = Omit<StoredRecord, 'version'> & { readonly cases: number }

/** The records of one kind, for a file. By the words of a name it has those that the list finds, the best first. */
export function createRegistrySource(
  { db, vault, countLinkedCases }: Needs,
  name: RegistryKind,
): RecordSource<RegistryFilters, RecordOfFile> {
  const kind = kindsOfRecord[name]
  return {
    async matching(filters, _reader, { chosen, orderings }) {
      refuseUnknownOrder(orderings, [])
      const { names, conditions } = planOf(kind, filters)
      const groups = groupsOf(vault, kind, conditions)
      if (names === '') return listIds(db, idsOfAll(db, kind, groups, chosen))
      return Int32Array.from(await rankByWords({ db, vault }, kind, names, groups), ({ id }) => id)
    },

    pages: (_columns, reader) => async (ids) => {
      const records = await listById(db, vault, kind, [...ids])
      const counts = await countLinkedCases(name, [...ids], reader)
      return inOrderOf(
        ids,
        records.map(({ id, changedAt, values }) => ({ id, changedAt, values, cases: counts.get(id) ?? 0 })),
      )
    },
  }
}
