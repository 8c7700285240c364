import type { AssociationFilters, ExportedAssociation, Office } from '@portal/contract'
import { sql } from 'kysely'
import { type Clock, todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { idArray, inOrderOf, openInTurns, type RecordSource } from '#platform/spreadsheets/record-source.ts'
import { enrolmentNumberOf, requestNumberOf } from '../associations.rules.ts'
import { datesOf, isLate } from '../record/association-reading.ts'
import { openAssociation, type StoredAssociation } from '../record/associations.store.ts'
import type { AssociationList, createAssociationLists } from './association-lists.ts'

interface Needs {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly office: Office
}

/** Who may open the lists may read every association. */
function createSource(
  { db, vault, clock, office }: Needs,
  list: AssociationList,
  lists: Pick<ReturnType<typeof createAssociationLists>, 'ids'>,
): RecordSource<AssociationFilters, ExportedAssociation> {
  const present = (row: StoredAssociation): ExportedAssociation => ({
    id: row.id,
    status: row.status,
    ...datesOf(row),
    isLate: isLate(row, todayOf(clock)),
    requestNumber: requestNumberOf(row.requestYear, row.requestPlace),
    enrolmentNumber:
      row.enrolmentNumber === null ? undefined : enrolmentNumberOf(office.productTag, row.enrolmentNumber),
    values: row.values,
  })

  return {
    matching: (filters, _reader, selection) => lists.ids(list, filters, selection),

    pages: () => async (ids) => {
      const rows = await db
        .selectFrom('associations')
        .selectAll('associations')
        .where(sql<boolean>`associations.id = any(${idArray(ids)})`)
        .execute()
      const opened = await openInTurns(rows, async (row) => {
        // The other values of a row that cannot be opened are empty cells.
        const damaged = { ...row, values: { name: row.name, number: damagedMark } } as unknown as StoredAssociation
        return present((await unlessDamaged(openAssociation(vault, row))) ?? damaged)
      })
      return inOrderOf(ids, opened)
    },
  }
}

/** Shown for a value that cannot be decrypted. */
const damagedMark = '⚠'

/** The lists of associations, for files. */
export const createAssociationSources = (needs: Needs, lists: Parameters<typeof createSource>[2]) => ({
  newRequests: createSource(needs, 'newRequests', lists),
  enrolled: createSource(needs, 'enrolled', lists),
  notEnabled: createSource(needs, 'notEnabled', lists),
})
