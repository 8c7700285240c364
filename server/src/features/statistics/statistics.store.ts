import type { StatisticsSubject } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import type { Tally } from './tally.rules.ts'

/** The stored result of a request: counts without words. */
export interface StoredResult {
  readonly result: Tally
  readonly comparison?: Tally
}

interface NewResult {
  readonly userId: number
  readonly subject: StatisticsSubject
  readonly madeAt: Date
  readonly result: StoredResult
}

/** Stores the result of a request; returns its number. */
export async function insertResult(tx: Db, { result, ...row }: NewResult): Promise<number> {
  const { id } = await tx
    .insertInto('statisticsResults')
    .values({ ...row, result: JSON.stringify(result) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The result of a request of this user on this subject. */
export async function findResult(db: Db, id: number, { userId, subject }: Pick<NewResult, 'userId' | 'subject'>) {
  const row = await db
    .selectFrom('statisticsResults')
    .select(['madeAt', 'result'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && { madeAt: row.madeAt, ...(row.result as StoredResult) }
}

/** What a request of this user is about. */
export async function findSubject(db: Db, id: number, userId: number): Promise<StatisticsSubject | undefined> {
  const row = await db
    .selectFrom('statisticsResults')
    .select('subject')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.subject
}
