import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { OutcomeUnknownError } from './database-errors.ts'
import { createPatience, type Patience } from './patience.ts'
import { isOutdated } from './statements/prepared-statements.ts'
import type { Tables } from './tables.ts'
import { commitWith, type LastWrite, sendNow } from './together.ts'

export type Db = Kysely<Tables> | Transaction<Tables>

/** What is known of the work of a transaction. */
interface Work {
  /** Whether the work claims the key of its sender, and returns the first answer when it is done again. */
  readonly isKeyed?: boolean
}

/** Runs `work` in a transaction, which writes with its commit what the action recorded for the audit log. */
export type InTransaction = <T>(audit: Audited | undefined, work: (tx: Db) => Promise<T>, about?: Work) => Promise<T>

/** The recorder of work that leaves nothing in the audit log. */
export const unaudited = undefined

interface OpenTransaction {
  readonly audited: Audited | undefined
  /** False for code that started in the transaction and runs after its end, such as a timer or an unawaited promise. */
  isOpen: boolean
  readonly tx: Db
  readonly atEnd: LastWrite[]
}

const scope = new AsyncLocalStorage<OpenTransaction>()
const retries = 3
const retriedCodes = new Set(['40001', '40P01'])

/** Observes one attempt of a transaction. */
interface TransactionWatch {
  /** What is to be written with the commit; called after the work of the transaction. */
  lastWrites(tx: Db): readonly LastWrite[]
  committed(): void
  /** Called when the attempt was rolled back, or with an OutcomeUnknownError. */
  failed(error: unknown): void
}

/** The actions that a transaction does the work of, as far as they are audited. */
export interface Audited {
  readonly actions: readonly object[]
  /** Called before each attempt. */
  watch(): TransactionWatch
}

/**
 * Runs work in transactions, each of which is rolled back when its work throws. A serialization failure or a deadlock repeats it up
 * to three times, the loss of the database before the commit as long as its callers wait; so the work must have no effects outside
 * the database. A commit that was not acknowledged is repeated only where the work is keyed, else it throws an OutcomeUnknownError.
 */
export function createInTransaction(db: Kysely<Tables>, patience: Patience = createPatience()): InTransaction {
  return async (audited, work, { isKeyed = false } = {}) => {
    if (scope.getStore()?.isOpen) throw new Error('A transaction is open already: pass it on.')
    const startedAt = patience.now()
    const causeOf = (error: unknown) => (isKeyed && error instanceof OutcomeUnknownError ? error.cause : error)
    const isWaitedFor = (error: unknown) => patience.mayTryAgain(error, startedAt)
    for (let attempt = 0; ; attempt++)
      try {
        return await attemptOnce(db, audited, work)
      } catch (error) {
        if (!(await mayRepeat(causeOf(error), attempt, isWaitedFor))) throw error
      }
  }
}

async function attemptOnce<T>(
  db: Kysely<Tables>,
  audited: Audited | undefined,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const watch = audited?.watch()
  try {
    const result = await db.transaction().execute(async (tx) => {
      const open: OpenTransaction = { audited, isOpen: true, tx, atEnd: [] }
      const done = await runInScope(open, () => work(tx))
      await commitWith(tx, [...open.atEnd, ...(watch?.lastWrites(tx) ?? [])])
      return done
    })
    watch?.committed()
    return result
  } catch (error) {
    watch?.failed(error)
    throw error
  }
}

/** Waits and returns true where a transaction that failed with this error may succeed when it is repeated. */
async function mayRepeat(
  error: unknown,
  attempt: number,
  isWaitedFor: (error: unknown) => Promise<boolean>,
): Promise<boolean> {
  if (!isRetryable(error)) return isWaitedFor(error)
  if (attempt >= retries) return false
  await delay(Math.random() * 20 * 2 ** attempt)
  return true
}

/** The open transaction of the caller with its recorder, which refuses to record in the transaction of another action. */
export function findAudited(): Pick<OpenTransaction, 'audited'> | undefined {
  const open = scope.getStore()
  return open?.isOpen ? open : undefined
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

/**
 * Does a part of the work of the open transaction. Where it throws, the part alone is rolled back, with its writes at the end and its
 * entries of the audit log: the caller may go on.
 */
export async function inPart<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  const open = scope.getStore()
  if (!open?.isOpen || open.tx !== tx) throw new Error('No transaction is open that this could be a part of.')
  const watch = open.audited?.watch()
  const before = open.atEnd.length
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    // A lost connection has rolled back everything: the cause says more.
    await sql`rollback to savepoint part`.execute(tx).catch(() => undefined)
    open.atEnd.length = before
    watch?.failed(error)
    throw error
  }
}

/** Whether PostgreSQL aborted a transaction that may succeed when it is repeated. */
export const isRetryable = (error: unknown) =>
  error instanceof Error && 'code' in error && (retriedCodes.has(String(error.code)) || isOutdated(error))
