import type { ChangedOperator, NewOperator } from '@portal/contract'
import type { SessionUser } from '#platform/session/session.store.ts'
import { addAccount, type ChangeContext, changeAccount, reassign, removeAccount } from './operators.changes.ts'
import type { OperatorOptions } from './operators.options.ts'
import { createOperatorReader } from './operators.read.ts'
import { lockAccounts } from './operators.store.ts'

export type Operators = ReturnType<typeof createOperators>

/** The accounts of the office (specification 2 §7, decisions §2). Changes are serialized. */
export function createOperators(options: OperatorOptions) {
  const { inTransaction, clock } = options
  const serialized = <T>(user: SessionUser, work: (context: ChangeContext) => Promise<T>): Promise<T> =>
    inTransaction(async (tx) => {
      await lockAccounts(tx)
      return work({ ...options, tx, user, now: clock.now() })
    })
  return {
    ...createOperatorReader(options),
    add: (input: NewOperator, user: SessionUser) => serialized(user, (context) => addAccount(context, input)),
    change: (input: ChangedOperator, user: SessionUser) => serialized(user, (context) => changeAccount(context, input)),
    remove: (id: number, user: SessionUser) => serialized(user, (context) => removeAccount(context, id)),
    reassign: (move: { fromId: number; toId: number }, user: SessionUser) =>
      serialized(user, (context) => reassign(context, move)),
  }
}
