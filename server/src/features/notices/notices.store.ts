import type { NoticeKind } from '@portal/contract'
import { sql } from 'kysely'
import { countRows, type PageRequest, rowsOfPage } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'

interface NewNotice {
  readonly userId: number
  readonly caseId?: number
  readonly cases?: number
  readonly requestId?: number
  readonly kind: NoticeKind
  readonly madeAt: Date
}

export const insertNotices = (tx: Db, notices: readonly NewNotice[]) =>
  tx
    .insertInto('notices')
    .values([...notices])
    .execute()

const ofPerson = (db: Db, userId: number) =>
  db.selectFrom('notices').leftJoin('cases', 'cases.id', 'notices.caseId').where('notices.userId', '=', userId)

/** A notice as it is stored, with the protocol of its case, where it is about one. */
export interface StoredNotice {
  readonly id: number
  readonly kind: NoticeKind
  readonly caseId: number | null
  readonly cases: number | null
  readonly requestId: number | null
  readonly madeAt: Date
  readonly readAt: Date | null
  readonly protocolYear: number | null
  readonly protocolNumber: number | null
}

/** A page of the notices of a person, newest first. */
export const listNotices = (db: Db, userId: number, page: PageRequest): Promise<StoredNotice[]> =>
  rowsOfPage(
    ofPerson(db, userId).select([
      'notices.id',
      'notices.kind',
      'notices.caseId',
      'notices.cases',
      'notices.requestId',
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

/** Marks notices of a person as read: those of these ids, and all up to an id. */
export const markRead = (
  db: Db,
  userId: number,
  { ids = [], upTo = 0 }: { readonly ids?: readonly number[] | undefined; readonly upTo?: number | undefined },
  readAt: Date,
) =>
  db
    .updateTable('notices')
    .set({ readAt })
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('id', '<=', upTo), ...(ids.length > 0 ? [eb('id', 'in', ids)] : [])]))
    .where('readAt', 'is', null)
    .execute()
