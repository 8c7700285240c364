import type { Db } from '#platform/database/transaction.ts'
import { hasPerson } from './due.store.ts'

/** The links of a case to the registry, whose records identify people. */
const withoutRecords = { reporterPersonId: null, reporterOrganisationId: null, victimPersonId: null }

/** Marks cases as pseudonymised and increments their version, so that saving an older version fails with a conflict. */
export const markPseudonymised = (tx: Db, ids: readonly number[], pseudonymisedAt: Date) =>
  tx
    .updateTable('cases')
    .set((eb) => ({ ...withoutRecords, pseudonymisedAt, version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()

/** Locks those of the cases that have personal data; returns their ids. */
export async function lockWithPerson(tx: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('cases')
    .select('id')
    .where('id', 'in', ids)
    .where(hasPerson)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
