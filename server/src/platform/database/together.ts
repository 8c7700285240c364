import { type Compilable, CompiledQuery, type Kysely, type QueryResult } from 'kysely'
import { OutcomeUnknownError } from './database-errors.ts'
import type { Tables } from './tables.ts'

/** A statement to be sent, built or compiled already. */
export type Statement<R = unknown> = Compilable<R> | CompiledQuery<R>

type RowsOf<S> = S extends Statement<infer R> ? R[] : never

const compiledOf = (statement: Statement): CompiledQuery =>
  ('compile' in statement ? statement.compile() : statement) as CompiledQuery

/** Sends statements in this order, without waiting for the answer of each, and waits for all. */
function sendAll(
  tx: Kysely<Tables>,
  statements: readonly CompiledQuery[],
): Promise<PromiseSettledResult<QueryResult<object>>[]> {
  return tx
    .getExecutor()
    .provideConnection((connection) =>
      Promise.allSettled(statements.map((statement) => connection.executeQuery<object>(statement))),
    )
}

/**
 * Sends statements of a transaction at once. They run in this order, each sees what those before it wrote, and after a failed one
 * none does anything. Returns the answer of each.
 */
export async function answersOf(
  tx: Kysely<Tables>,
  statements: readonly CompiledQuery[],
): Promise<QueryResult<object>[]> {
  return (await sendAll(tx, statements)).map((answer) => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  })
}

/** Sends statements of a transaction at once, as `answersOf`; returns the rows of each. */
export async function together<const S extends readonly Statement[]>(
  tx: Kysely<Tables>,
  ...statements: S
): Promise<{ readonly [K in keyof S]: RowsOf<S[K]> }> {
  const answers = await answersOf(tx, statements.map(compiledOf))
  return answers.map(({ rows }) => rows) as { readonly [K in keyof S]: RowsOf<S[K]> }
}

/** A write at the end of a transaction. */
export interface LastWrite {
  readonly statement: Statement
  /** The error to throw where the write fails. */
  readonly errorOf?: (cause: unknown) => unknown
}

/** Sends the last writes of a transaction with its commit. */
export async function commitWith(tx: Kysely<Tables>, writes: readonly LastWrite[]): Promise<void> {
  if (writes.length === 0) return
  const statements = writes.map(({ statement }) => compiledOf(statement))
  const answers = await sendAll(tx, [...statements, CompiledQuery.raw('commit')])
  const commit = answers.at(-1)
  // The writes before it failed with the connection, and may have been carried out like the commit.
  if (commit?.status === 'rejected' && commit.reason instanceof OutcomeUnknownError) throw commit.reason
  answers.forEach((answer, index) => {
    if (answer.status === 'fulfilled') return
    const { errorOf = (cause: unknown) => cause } = writes[index] ?? {}
    throw errorOf(answer.reason)
  })
}

/** Sends last writes where there is no transaction to end. */
export async function sendNow(db: Kysely<Tables>, writes: readonly LastWrite[]): Promise<void> {
  for (const { statement, errorOf = (cause: unknown) => cause } of writes)
    await db.executeQuery(statement).catch((cause: unknown) => {
      throw errorOf(cause)
    })
}
