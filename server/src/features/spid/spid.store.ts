import type { Db } from '#platform/database/transaction.ts'
import type { SpidLevel } from './spid.types.ts'

export interface PendingRequest {
  readonly id: string
  readonly kind: 'login' | 'logout'
  /** Entity id of the provider that it goes to. */
  readonly idp: string
  readonly issuedAt: Date
  readonly expiresAt: Date
  readonly level: SpidLevel
  readonly relayState: string
  /** Digest of the cookie of the browser that asked. */
  readonly browserHash: string
  /** Digest of the session that the browser had. */
  readonly sessionHash?: string | null
  /** Page of the site to go on to; null: the home of the role. */
  readonly returnTo: string | null
}

export const insertRequest = (tx: Db, request: PendingRequest) =>
  tx.insertInto('spidRequests').values(request).execute()

/** A request that nothing has answered yet. */
export const findUnanswered = (db: Db, id: string, kind: PendingRequest['kind']) =>
  db
    .selectFrom('spidRequests')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .executeTakeFirst()

/** Uses a request up; false where another answer was first. */
export async function useUpRequest(tx: Db, id: string, usedAt: Date): Promise<boolean> {
  const row = await tx
    .updateTable('spidRequests')
    .set({ usedAt })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps an assertion as accepted until it has run out; false where it was accepted before. */
export async function acceptAssertion(tx: Db, idHash: string, until: Date): Promise<boolean> {
  const row = await tx
    .insertInto('spidAssertions')
    .values({ idHash, until })
    .onConflict((conflict) => conflict.column('idHash').doNothing())
    .returning('idHash')
    .executeTakeFirst()
  return row !== undefined
}
