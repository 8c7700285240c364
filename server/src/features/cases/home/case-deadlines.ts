import { pendingStatuses } from '@portal/contract'
import { sql } from 'kysely'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { dueOf, waitingStatuses } from '../case-terms.rules.ts'
import { countByStatus } from '../list/case-counts.store.ts'
import { codeOf } from '../record/case-present.ts'
import type { CaseNeeds } from '../record/case-reading.ts'

/** More than this nobody reads in a mail or a calendar. */
const most = 500

/** What waits for the operators of the office. */
export function createCaseDuties({ clock, office, terms }: Pick<CaseNeeds, 'clock' | 'office' | 'terms'>) {
  const heads = (db: Db) =>
    db
      .selectFrom('cases')
      .select(['id', 'protocolYear', 'protocolNumber', 'status', 'workedFrom', 'statusSince'])
      .limit(most)

  function present(rows: Awaited<ReturnType<ReturnType<typeof heads>['execute']>>) {
    const today = todayOf(clock)
    return rows
      .flatMap((row) => {
        const due = dueOf(row, terms, today)
        return due ? [{ id: row.id, code: codeOf(office.productTag, row), status: row.status, ...due }] : []
      })
      .sort((one, other) => (one.dueOn === other.dueOn ? one.id - other.id : one.dueOn < other.dueOn ? -1 : 1))
  }

  // One that is out of remit has left one's list, and must be ended all the same.
  const ownOf = (db: Db, userId: number) =>
    heads(db)
      .where('assignedTo', '=', userId)
      .where('status', 'in', [...pendingStatuses])
      .orderBy('workedFrom')

  async function unreadOf(db: Db, userId: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from case_messages m join cases c on c.id = m.case_id
      where m.written_by is null and m.read_at is null and c.assigned_to = ${userId}`.execute(db)
    return rows[0]?.count ?? 0
  }

  async function unattended(db: Db): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from cases
      where status = any(${[...waitingStatuses]}::text[]) and assigned_to is null and not is_out_of_remit`.execute(db)
    return rows[0]?.count ?? 0
  }

  return {
    /**
     * What waits for an operator, by the day it is due: their own cases, messages in them that nobody has read, and for RUP
     * the cases that wait to be assigned, how many they are in all, and how many nobody works on.
     */
    async dutiesOf(db: Db, { id, isManager }: { id: number; isManager: boolean }) {
      const toAssign = isManager
        ? await heads(db)
            .where('status', '=', 'toAssign')
            .where('isOutOfRemit', '=', false)
            .orderBy('statusSince')
            .execute()
        : []
      return {
        own: present(await ownOf(db, id).execute()),
        toAssign: present(toAssign),
        toAssignCount: isManager ? await countByStatus(db, ['toAssign']) : 0,
        unread: await unreadOf(db, id),
        unattended: isManager ? await unattended(db) : 0,
      }
    },
  }
}
