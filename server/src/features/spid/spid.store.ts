import type { Db } from '#platform/database/transaction.ts'
import type { SpidLevel } from './spid.types.ts'

export interface PendingRequest {
  readonly id: string
  readonly kind: 'login' | 'logout'
  /** Entity id of the provider. */
  readonly idp: string
  readonly issuedAt: Date
  readonly expiresAt: Date
  readonly level: SpidLevel
  readonly relayState: string
  /** Digest of the browser's SPID cookie. */
  readonly browserHash: string
  /** Digest of the session that the browser had before. */
  readonly sessionHash?: string | null
  /** Page to open after sign-in; null for the home of the role. */
  readonly returnTo: string | null
}

export const insertRequest = (tx: Db, request: PendingRequest) =>
  tx.insertInto('spidRequests').values(request).execute()

/** A request without an answer. */
export const findUnanswered = (db: Db, id: string, kind: PendingRequest['kind']) =>
  db
    .selectFrom('spidRequests')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .executeTakeFirst()

/** Marks a request as answered; false if another answer came first. */
export async function consumeRequest(tx: Db, id: string, usedAt: Date): Promise<boolean> {
  const row = await tx
    .updateTable('spidRequests')
    .set({ usedAt })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores an accepted assertion until it expires; false if it was accepted before. */
export async function acceptAssertion(tx: Db, idHash: string, until: Date): Promise<boolean> {
  const row = await tx
    .insertInto('spidAssertions')
    .values({ idHash, until })
    .onConflict((conflict) => conflict.column('idHash').doNothing())
    .returning('idHash')
    .executeTakeFirst()
  return row !== undefined
}
