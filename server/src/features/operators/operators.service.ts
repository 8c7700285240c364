import type { ChangedOperator, NewOperator } from '@portal/contract'
import type { Caller } from '#platform/session/caller.ts'
import { addAccount, type ChangeContext, changeAccount, reassign, removeAccount } from './operators.changes.ts'
import type { OperatorOptions } from './operators.options.ts'
import { createOperatorReader } from './operators.read.ts'
import { lockAccounts } from './operators.store.ts'

export type Operators = ReturnType<typeof createOperators>

/** The accounts of the office (specification 2 §7, decisions §2). Changes are serialized. */
export function createOperators(options: OperatorOptions) {
  const { inTransaction, clock } = options
  const serialized = <T>({ user, audit }: Caller, work: (context: ChangeContext) => Promise<T>): Promise<T> =>
    inTransaction(async (tx) => {
      await lockAccounts(tx)
      return work({ ...options, tx, user, audit, now: clock.now() })
    })
  return {
    ...createOperatorReader(options),
    add: (input: NewOperator, caller: Caller) => serialized(caller, (context) => addAccount(context, input)),
    change: (input: ChangedOperator, caller: Caller) => serialized(caller, (context) => changeAccount(context, input)),
    remove: (id: number, caller: Caller) => serialized(caller, (context) => removeAccount(context, id)),
    reassign: (move: { fromId: number; toId: number }, caller: Caller) =>
      serialized(caller, (context) => reassign(context, move)),
  }
}
