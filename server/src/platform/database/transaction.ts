import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables> | Transaction<Tables>
export type InTransaction = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

// What was started in a transaction and goes on after it (a timer, a promise nobody awaits) is free again: `isOpen`.
const scope = new AsyncLocalStorage<{ isOpen: boolean; readonly tx: Db }>()
const retries = 3
const retriedCodes = new Set(['40001', '40P01'])

/** Takes part in one attempt of a transaction. */
export interface TransactionWatch {
  /** Writes what belongs to the transaction, after its work. */
  beforeCommit(tx: Db): Promise<void>
  rolledBack(): void
}

/**
 * Runs `work` in a transaction, which is rolled back when it throws. A serialization failure or a deadlock runs it
 * again, up to three times: `work` must have no effects outside the database. `watch` is asked before each attempt.
 */
export function createInTransaction(
  db: Kysely<Tables>,
  watch: () => TransactionWatch | undefined = () => undefined,
): InTransaction {
  return async (work) => {
    if (scope.getStore()?.isOpen) throw new Error('A transaction is open already: pass the transaction on.')
    for (let attempt = 0; ; attempt++) {
      const watcher = watch()
      const workAndMore = async (tx: Db) => {
        const result = await work(tx)
        await watcher?.beforeCommit(tx)
        return result
      }
      try {
        return await db.transaction().execute((tx) => runInScope(tx, () => workAndMore(tx)))
      } catch (error) {
        watcher?.rolledBack()
        if (attempt >= retries || !isRetried(error)) throw error
        await delay(Math.random() * 20 * 2 ** attempt)
      }
    }
  }
}

/** The transaction that is open around the caller; for what everybody reads on the way, such as keys. */
export function findTransaction(): Db | undefined {
  const around = scope.getStore()
  return around?.isOpen ? around.tx : undefined
}

/**
 * Makes the pool refuse a new connection to whoever is inside a transaction. The embedded engine has one session, so
 * such a query would wait for its own transaction for ever; on PostgreSQL it would not see the transaction's rows.
 */
export function refuseInsideTransaction(pool: Pool): Pool {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  const guarded = (...args: unknown[]) => {
    if (!scope.getStore()?.isOpen) return connect(...args)
    const error = new Error('This query would leave the open transaction: pass the transaction (tx) instead of db.')
    const [callback] = args
    if (typeof callback === 'function') return callback(error)
    return Promise.reject(error)
  }
  return Object.assign(pool, { connect: guarded })
}

async function runInScope<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  const inner = { isOpen: true, tx }
  try {
    return await scope.run(inner, work)
  } finally {
    inner.isOpen = false
  }
}

/** Whether PostgreSQL gave up a transaction that may well succeed when it is run again. */
export const isRetried = (error: unknown) =>
  error instanceof Error && 'code' in error && retriedCodes.has(String(error.code))
