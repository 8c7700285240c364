import { pendingStatuses } from '@portal/contract'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { dueOf } from '../case-terms.rules.ts'
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
    /** The deadlines of an operator, by due date: their own cases, and for RUP also the cases to assign. */
    async deadlinesOf(db: Db, { id, isManager }: { id: number; isManager: boolean }) {
      const toAssign = isManager
        ? await heads(db)
            .where('status', '=', 'toAssign')
            .where('isOutOfRemit', '=', false)
            .orderBy('statusSince')
            .execute()
        : []
      return { own: present(await ownOf(db, id).execute()), toAssign: present(toAssign) }
    },
  }
}
