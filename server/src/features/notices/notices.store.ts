import type { NoticeKind } from '@portal/contract'
import { sql } from 'kysely'
import { countRows, type PageRequest, rowsOfPage } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'

interface NewNotice {
  readonly userId: number
  readonly caseId: number
  readonly kind: NoticeKind
  readonly madeAt: Date
}

export const insertNotices = (tx: Db, notices: readonly NewNotice[]) =>
  tx
    .insertInto('notices')
    .values([...notices])
    .execute()

const ofPerson = (db: Db, userId: number) =>
  db.selectFrom('notices').innerJoin('cases', 'cases.id', 'notices.caseId').where('notices.userId', '=', userId)

/** A page of the notices of a person, newest first. */
export const listNotices = (db: Db, userId: number, page: PageRequest) =>
  rowsOfPage(
    ofPerson(db, userId).select([
      'notices.id',
      'notices.kind',
      'notices.caseId',
      'notices.madeAt',
      'notices.readAt',
      'protocolYear',
      'protocolNumber',
    ]),
    ['notices.id'],
    page,
  )

export const countNotices = (db: Db, userId: number, page: PageRequest) =>
  countRows(db, ofPerson(db, userId).select('notices.id') as never, page)

/** How many a person has not read. */
export async function countUnread(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('notices')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Marks some of what a person was told as read. */
export const markRead = (db: Db, userId: number, ids: readonly number[], readAt: Date) =>
  db
    .updateTable('notices')
    .set({ readAt })
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .where('readAt', 'is', null)
    .execute()
