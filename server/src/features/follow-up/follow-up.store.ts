import type { Db } from '#platform/database/transaction.ts'
import { isGenuine } from '#platform/protection/claims.ts'
import { insertSealed, updateSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { type FollowUpClaims, sealedFollowUps } from './sealed-follow-ups.ts'

interface NewSession {
  readonly idHash: string
  readonly caseId: number
  readonly createdAt: Date
  readonly expiresAt: Date
}

const claimsOf = ({ caseId, expiresAt }: Pick<NewSession, 'caseId' | 'expiresAt'>) =>
  ({ caseId, expiresAt: expiresAt.toISOString() }) satisfies FollowUpClaims

const followUpSessions = { sealed: sealedFollowUps, claimsOf }

export const insertSession = (tx: Db, vault: Vault, session: NewSession) =>
  insertSealed(tx, vault, sealedFollowUps, { ...session, claims: claimsOf(session) })

export const deleteSession = (db: Db, idHash: string) =>
  db.deleteFrom('followUpSessions').where('idHash', '=', idHash).execute()

/**
 * A valid session and its case; undefined once the case is pseudonymised. A row whose columns differ from its sealed
 * claims was changed in the database: it raises an alarm and counts as no session.
 */
export async function findSession(db: Db, vault: Vault, idHash: string, now: Date) {
  const row = await db
    .selectFrom('followUpSessions')
    .innerJoin('cases', 'cases.id', 'followUpSessions.caseId')
    .select(['cases.id as caseId', 'followUpSessions.expiresAt', 'followUpSessions.claims'])
    .where('idHash', '=', idHash)
    .where('expiresAt', '>', now)
    .where('pseudonymisedAt', 'is', null)
    .executeTakeFirst()
  return row && (await isGenuine(vault, followUpSessions, idHash, row)) ? row : undefined
}

export const prolongSession = (
  db: Db,
  vault: Vault,
  idHash: string,
  session: Pick<NewSession, 'caseId' | 'expiresAt'>,
) =>
  updateSealed(
    db,
    vault,
    sealedFollowUps,
    idHash,
    { claims: claimsOf(session) },
    { expiresAt: session.expiresAt },
  ).execute()

/** The columns of a case that its reporter sees. */
export const getCaseHead = (db: Db, id: number) =>
  db
    .selectFrom('cases')
    .select(['protocolYear', 'protocolNumber', 'status', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Locks a case until the transaction ends, as its count of unread messages changes, and returns its status. */
export async function lockStatus(tx: Db, id: number) {
  const { status } = await tx
    .selectFrom('cases')
    .select('status')
    .where('id', '=', id)
    .where('pseudonymisedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return status
}

/** The columns of a report that its receipt shows, sealed. */
export const getReceiptRow = (db: Db, caseId: number) =>
  db
    .selectFrom('reports')
    .select(['caseId', 'receivedAt', 'profile', 'eventDate', 'eventDateUnknown', 'message'])
    .where('caseId', '=', caseId)
    .executeTakeFirstOrThrow()
