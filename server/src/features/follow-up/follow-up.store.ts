import type { Db } from '#platform/database/transaction.ts'

interface NewSession {
  readonly idHash: string
  readonly caseId: number
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const insertSession = (tx: Db, session: NewSession) =>
  tx.insertInto('followUpSessions').values(session).execute()

export const deleteSession = (db: Db, idHash: string) =>
  db.deleteFrom('followUpSessions').where('idHash', '=', idHash).execute()

/** The case of a session that has not ended; none once it has no person any more. */
export const findSession = (db: Db, idHash: string, now: Date) =>
  db
    .selectFrom('followUpSessions')
    .innerJoin('cases', 'cases.id', 'followUpSessions.caseId')
    .select(['cases.id as caseId', 'followUpSessions.expiresAt'])
    .where('idHash', '=', idHash)
    .where('expiresAt', '>', now)
    .where('pseudonymisedAt', 'is', null)
    .executeTakeFirst()

export const prolongSession = (db: Db, idHash: string, expiresAt: Date) =>
  db.updateTable('followUpSessions').set({ expiresAt }).where('idHash', '=', idHash).execute()

/** What the reporter is told of a case. */
export const getCaseHead = (db: Db, id: number) =>
  db
    .selectFrom('cases')
    .select(['protocolYear', 'protocolNumber', 'status', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Holds a case as it is until the transaction ends; gives its status. */
export async function lockStatus(tx: Db, id: number) {
  const { status } = await tx
    .selectFrom('cases')
    .select('status')
    .where('id', '=', id)
    .where('pseudonymisedAt', 'is', null)
    .forShare()
    .executeTakeFirstOrThrow()
  return status
}

/** What of a report its receipt shows, sealed. */
export const getTold = (db: Db, caseId: number) =>
  db
    .selectFrom('reports')
    .select(['caseId', 'receivedAt', 'profile', 'eventDate', 'eventDateUnknown', 'message'])
    .where('caseId', '=', caseId)
    .executeTakeFirstOrThrow()
