import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { type AssociationNeeds, contactParams } from './association-reading.ts'
import { findByNumber, isClosed, lockNumbers } from './associations.store.ts'

/** Throws 409 where another association has a number now; removed and rejected ones do not count. */
export async function refuseNumberInUse(needs: AssociationNeeds, tx: Db, id: number, number = ''): Promise<void> {
  await lockNumbers(tx)
  const known = await findByNumber(tx, needs.vault, number)
  if (known && known.id !== id && !isClosed(known)) throw new AppError('number_in_use', contactParams(needs))
}
