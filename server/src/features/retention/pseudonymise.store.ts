import type { Db } from '#platform/database/transaction.ts'
import { hasPerson } from './due.store.ts'

/** What led from a case to the registry: a record there tells who somebody is. */
const withoutRecords = { reporterPersonId: null, reporterOrganisationId: null, victimPersonId: null }

/** Marks cases; whoever holds an older version is told of the change when they save. */
export const markPseudonymised = (tx: Db, ids: readonly number[], pseudonymisedAt: Date) =>
  tx
    .updateTable('cases')
    .set((eb) => ({ ...withoutRecords, pseudonymisedAt, version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()

/** Locks the cases among these that tell who somebody is; gives their ids. */
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
