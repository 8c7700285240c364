import type { ChangedOperator, NewOperator } from '@portal/contract'
import type { SessionUser } from '#platform/session/session.store.ts'
import { type Acting, addAccount, changeAccount, reassign, removeAccount } from './operators.changes.ts'
import type { OperatorOptions } from './operators.options.ts'
import { createOperatorReader } from './operators.read.ts'
import { lockAccounts } from './operators.store.ts'

export type Operators = ReturnType<typeof createOperators>

/** The accounts of the people who work here (specification 2 §7, decisions §2). Each change locks out every other. */
export function createOperators(options: OperatorOptions) {
  const { inTransaction, clock } = options
  const alone = <T>(user: SessionUser, work: (acting: Acting) => Promise<T>): Promise<T> =>
    inTransaction(async (tx) => {
      await lockAccounts(tx)
      return work({ ...options, tx, user, now: clock.now() })
    })
  return {
    ...createOperatorReader(options),
    add: (input: NewOperator, user: SessionUser) => alone(user, (acting) => addAccount(acting, input)),
    change: (input: ChangedOperator, user: SessionUser) => alone(user, (acting) => changeAccount(acting, input)),
    remove: (id: number, user: SessionUser) => alone(user, (acting) => removeAccount(acting, id)),
    reassign: (move: { fromId: number; toId: number }, user: SessionUser) =>
      alone(user, (acting) => reassign(acting, move)),
  }
}
