import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSeen, listSeen } from './help.store.ts'

/** What the user has seen of the help, the newest first. */
export const listSeenHelpOf = (db: Db, userId: number): Promise<string[]> => listSeen(db, userId)

export interface HelpNeeds {
  readonly db: Db
  readonly clock: Clock
}

/** Remembers that the user has seen an item; returns all that they have seen. */
export async function markSeenHelpOf({ db, clock }: HelpNeeds, item: string, userId: number): Promise<string[]> {
  await insertSeen(db, { userId, item, seenAt: clock.now() })
  return listSeen(db, userId)
}
