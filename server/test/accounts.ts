import type { Account } from '#features/operators/operators.rules.ts'
import { findAccount, updateAccount } from '#features/operators/operators.store.ts'
import { unaudited } from '#platform/database/transaction.ts'
import type { TestApp } from './build-app.ts'

/** Changes an account and seals it again. */
export const changeAccount = ({ services: { inTransaction, vault } }: TestApp, id: number, changes: Partial<Account>) =>
  inTransaction(unaudited, async (tx) => {
    const account = await findAccount(tx, vault, id)
    if (!account) throw new Error(`There is no account ${id}.`)
    await updateAccount(tx, vault, id, { ...account, ...changes })
  })
