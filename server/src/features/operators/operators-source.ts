import type { OperatorRow, OperatorSearch } from '@portal/contract'
import { sql } from 'kysely'
import { idArray, inOrderOf, listIds, type RecordSource } from '#platform/sheets/record-source.ts'
import type { OperatorOptions } from './operators.changes.ts'
import { presentRow } from './operators.service.ts'
import { accountsMatching, listAllAccounts, searchCondition } from './operators.store.ts'

/** The accounts of the office, for a file; only RUP reads them. */
export const createOperatorSource = ({
  db,
  vault,
}: Pick<OperatorOptions, 'db' | 'vault'>): RecordSource<OperatorSearch, OperatorRow> => ({
  matching({ words, ...filters }, _reader, chosen) {
    const found = searchCondition(vault, words)
    const ids = accountsMatching(db, { filters, found })
      .select('users.id')
      .$if(chosen !== undefined, (query) => query.where(sql<boolean>`users.id = any(${idArray(chosen ?? [])})`))
      .orderBy('users.enabledAt', 'desc')
      .orderBy('users.id', 'desc')
    return listIds(db, sql`${ids}`)
  },

  pages: () => async (ids) => {
    const found = sql<boolean>`users.id = any(${idArray(ids)})`
    return inOrderOf(ids, (await listAllAccounts(db, vault, { found }, ids.length)).map(presentRow))
  },
})
