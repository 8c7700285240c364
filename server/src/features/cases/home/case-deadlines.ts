import { pendingStatuses } from '@portal/contract'
import { sql } from 'kysely'
import { todayOf } from '#platform/clock.ts'
import { type Count, noCount, readCounts } from '#platform/database/counts.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { dueOf, waitingStatuses } from '../case-terms.rules.ts'
import { countCases } from '../finding/find-cases.ts'
import { codeOf } from '../record/case-present.ts'

/** Maximum number of cases in a mail or a calendar. */
const maxCases = 500

const heads = (db: Db) =>
  db
    .selectFrom('cases')
    .select(['id', 'protocolYear', 'protocolNumber', 'status', 'workedFrom', 'statusSince'])
    .limit(maxCases)

// Cases out of remit are included: they have left the list of the operator, but must still be closed.
const ownOf = (db: Db, userId: number) =>
  heads(db)
    .where('assignedTo', '=', userId)
    .where('status', 'in', [...pendingStatuses])
    .orderBy('workedFrom')

/** How many messages of reporters an operator has not read, from the ledger. */
export const countUnread = (assignedTo: number): Count => sql`(
  select coalesce(sum(delta * unread), 0)::int from case_count_entries where assigned_to = ${assignedTo} and unread > 0)`

/** Reads the deadlines of operators, for mails and calendars. */
export function createCaseDeadlines({ clock, office, terms }: Pick<CaseNeeds, 'clock' | 'office' | 'terms'>) {
  function present(rows: Awaited<ReturnType<ReturnType<typeof heads>['execute']>>) {
    const today = todayOf(clock)
    return rows
      .flatMap((row) => {
        const due = dueOf(row, terms, today)
        return due ? [{ id: row.id, code: codeOf(office.productTag, row), status: row.status, ...due }] : []
      })
      .sort((one, other) => (one.dueOn === other.dueOn ? one.id - other.id : one.dueOn < other.dueOn ? -1 : 1))
  }

  return {
    /**
     * The deadlines of an operator, by due date: their own cases and the number of unread messages in them; for RUP also the
     * cases to assign, their total number, and the number of cases that nobody works on.
     */
    async deadlinesOf(db: Db, { id, isManager }: { id: number; isManager: boolean }) {
      const toAssign = isManager
        ? await heads(db)
            .where('status', '=', 'toAssign')
            .where('isOutOfRemit', '=', false)
            .orderBy('statusSince')
            .execute()
        : []
      const counts = await readCounts(db, {
        toAssignCount: isManager ? countCases({ statuses: ['toAssign'] }) : noCount,
        unread: countUnread(id),
        unattended: isManager ? countCases({ statuses: waitingStatuses, assignedTo: null }) : noCount,
      })
      return { own: present(await ownOf(db, id).execute()), toAssign: present(toAssign), ...counts }
    },
  }
}
