import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Pool } from 'pg'
import { isOutdated } from './prepared-statements.ts'
import type { Tables } from './tables.ts'
import { commitWith, type LastWrite, sendNow } from './together.ts'

export type Db = Kysely<Tables> | Transaction<Tables>
export type InTransaction = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

interface OpenTransaction {
  /** False for code that started in the transaction and runs after its end, such as a timer or an unawaited promise. */
  isOpen: boolean
  readonly tx: Db
  readonly atEnd: LastWrite[]
}

const scope = new AsyncLocalStorage<OpenTransaction>()
const retries = 3
const retriedCodes = new Set(['40001', '40P01'])

/** Observes one attempt of a transaction. */
export interface TransactionWatch {
  /** What is to be written with the commit; called after the work of the transaction. */
  lastWrites(tx: Db): readonly LastWrite[]
  committed?(): void
  rolledBack(): void
}

/**
 * Runs `work` in a transaction, which is rolled back when it throws. A serialization failure or a deadlock repeats it up to
 * three times, so `work` must have no effects outside the database. `watch` is called before each attempt.
 */
export function createInTransaction(
  db: Kysely<Tables>,
  watch: () => TransactionWatch | undefined = () => undefined,
): InTransaction {
  return async (work) => {
    if (scope.getStore()?.isOpen) throw new Error('A transaction is open already: pass it on.')
    for (let attempt = 0; ; attempt++) {
      const watcher = watch()
      try {
        const result = await db.transaction().execute(async (tx) => {
          const open: OpenTransaction = { isOpen: true, tx, atEnd: [] }
          const done = await runInScope(open, () => work(tx))
          await commitWith(tx, [...open.atEnd, ...(watcher?.lastWrites(tx) ?? [])])
          return done
        })
        watcher?.committed?.()
        return result
      } catch (error) {
        watcher?.rolledBack()
        if (attempt >= retries || !isRetryable(error)) throw error
        await delay(Math.random() * 20 * 2 ** attempt)
      }
    }
  }
}

/** The open transaction of the caller, for reads such as those of keys. */
export function findTransaction(): Db | undefined {
  const openScope = scope.getStore()
  return openScope?.isOpen ? openScope.tx : undefined
}

/**
 * Makes the pool refuse connections inside a transaction. On the embedded engine, which has one session, such a query would
 * wait for its own transaction for ever; on PostgreSQL it would not see the rows of the transaction.
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

async function runInScope<T>(open: OpenTransaction, work: () => Promise<T>): Promise<T> {
  try {
    return await scope.run(open, work)
  } finally {
    open.isOpen = false
  }
}

/**
 * Leaves writes to the end of the open transaction, where they are sent with the commit: for entries that nothing reads before.
 * Outside of a transaction they are sent now.
 */
export async function writeAtEnd(db: Db, ...writes: readonly LastWrite[]): Promise<void> {
  const open = scope.getStore()
  if (open?.isOpen && open.tx === db) open.atEnd.push(...writes)
  else await sendNow(db, writes)
}

/** Whether PostgreSQL aborted a transaction that may succeed when it is repeated. */
export const isRetryable = (error: unknown) =>
  error instanceof Error && 'code' in error && (retriedCodes.has(String(error.code)) || isOutdated(error))
