import type { OperatorFilters, OperatorRow } from '@portal/contract'
import { sql } from 'kysely'
import { idArray, inOrderOf, type RecordSource } from '#platform/spreadsheets/record-source.ts'
import type { OperatorOptions } from './operators.changes.ts'
import { presentRow } from './operators.service.ts'
import { listAccounts, listAllAccounts, searchCondition } from './operators.store.ts'

/** The accounts of the office, for a file; only RUP reads them. */
export const createOperatorSource = ({
  db,
  vault,
}: Pick<OperatorOptions, 'db' | 'vault'>): RecordSource<OperatorFilters, OperatorRow> => ({
  matching: ({ words, ...filters }, _reader, { chosen, orderings }) =>
    listAccounts.ids(db, orderings, { filters, found: searchCondition(vault, words), ids: chosen, vault }),

  pages: () => async (ids) => {
    const found = sql<boolean>`users.id = any(${idArray(ids)})`
    return inOrderOf(ids, (await listAllAccounts(db, vault, { found }, ids.length)).map(presentRow))
  },
})
