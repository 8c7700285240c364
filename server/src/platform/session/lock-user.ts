import type { Db } from '../database/transaction.ts'

/** Locks the row of a user until the transaction ends, so that concurrent saves and starts of this user wait. */
export const lockUser = (tx: Db, userId: number) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
