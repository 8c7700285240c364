import { officeZone } from '@portal/contract'
import type { Db } from '../database/transaction.ts'
import type { createLocks } from '../locks.ts'
import type { Vault } from '../protection/vault.ts'
import type { SessionUser } from './session.store.ts'
import { namesOf } from './user-names.ts'

export interface LockHolder {
  readonly name: string | undefined
  readonly since: Date
  readonly until: Date
}

interface Needs {
  readonly locks: ReturnType<typeof createLocks>
  readonly vault: Vault
}

/** The other user who holds the lock of a record; without a user, anybody of the office. */
export async function lockHolderOf(
  { locks, vault }: Needs,
  from: Db,
  recordId: number,
  user: Pick<SessionUser, 'id'> | undefined,
): Promise<LockHolder | undefined> {
  const lock = await (user ? locks.lockOfOther(from, recordId, user.id) : locks.holder(from, recordId))
  if (!lock) return undefined
  const { userId, since, until } = lock
  return { name: (await namesOf(from, vault, [userId])).get(userId), since, until }
}

const timeInRome = new Intl.DateTimeFormat('it', { timeStyle: 'short', timeZone: officeZone })

/** The parameters of the sentence about a lock: who holds it, and since what time. */
export const lockedParams = ({ name, since }: LockHolder) => ({ name: name ?? '–', since: timeInRome.format(since) })
