import type { NoticeKind } from '@portal/contract'
import { sql } from 'kysely'
import type { Count } from '#platform/database/counts.ts'
import { byId, defineList } from '#platform/database/list.ts'
import { insertionOfRows } from '#platform/database/new-rows.ts'
import { type Db, writeAtEnd } from '#platform/database/transaction.ts'

interface NewNotice {
  readonly userId: number
  readonly caseId?: number
  readonly cases?: number
  readonly requestId?: number
  readonly associationId?: number
  readonly exportId?: number
  readonly kind: NoticeKind
  readonly madeAt: Date
}

/** Inserts notices with the commit. */
export const insertNotices = (tx: Db, notices: readonly NewNotice[]) =>
  writeAtEnd(tx, { statement: insertionOfRows(tx, 'notices', notices) })

interface Notified {
  readonly kind: NoticeKind
  readonly associationId: number
  readonly onceSince?: Date
}

/** The users who got a notice about an association since an instant. */
export async function listNotified(db: Db, { kind, associationId, onceSince }: Notified): Promise<number[]> {
  if (!onceSince) return []
  const rows = await db
    .selectFrom('notices')
    .select('userId')
    .where('associationId', '=', associationId)
    .where('kind', '=', kind)
    .where('madeAt', '>=', onceSince)
    .execute()
  return rows.map(({ userId }) => userId)
}

const noticesOf = (db: Db, userId: number) =>
  db
    .selectFrom('notices')
    .leftJoin('cases', 'cases.id', 'notices.caseId')
    .leftJoin('associations', 'associations.id', 'notices.associationId')
    .where('notices.userId', '=', userId)

/** A stored notice, with the protocol number of its case if it has one. */
export interface StoredNotice {
  readonly id: number
  readonly kind: NoticeKind
  readonly caseId: number | null
  readonly cases: number | null
  readonly requestId: number | null
  readonly associationId: number | null
  readonly exportId: number | null
  readonly madeAt: Date
  readonly readAt: Date | null
  readonly protocolYear: number | null
  readonly protocolNumber: number | null
  readonly associationName: string | null
}

/** Pages of a user's notices, newest first. */
export const listNotices = defineList<number, StoredNotice>({
  order: byId('notices.id'),
  rows: (db: Db, userId: number) =>
    noticesOf(db, userId).select([
      'notices.id',
      'notices.kind',
      'notices.caseId',
      'notices.cases',
      'notices.requestId',
      'notices.associationId',
      'notices.exportId',
      'notices.madeAt',
      'notices.readAt',
      'protocolYear',
      'protocolNumber',
      'associations.name as associationName',
    ]),
})

/** The number of a user's unread notices. */
export const countUnread = (userId: number): Count =>
  sql`(select count(*)::int from notices where user_id = ${userId} and read_at is null)`

/** Marks a user's notices as read: those in `ids`, and all up to id `upTo`. */
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
