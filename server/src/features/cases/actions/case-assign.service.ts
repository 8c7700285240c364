import type { BulkOutcome, OperatorLoad } from '@portal/contract'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { authorshipOf } from '#platform/record/record.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { latenessDates } from '../case-terms.rules.ts'
import { allCases, countLoads, findCaseHead } from '../cases.store.ts'
import { insertEvent } from '../history/case-events.store.ts'
import { codeOf } from '../record/case-present.ts'
import { mergeNews, type NewsOfCase } from './case-act.rules.ts'
import { actIn, isManager } from './case-act.service.ts'
import { actOnEach, type CaseOfMany } from './case-bulk.service.ts'

export interface Assignment {
  readonly level: 'assignOne' | 'assignTwo'
  readonly operatorId: number
  readonly cases: readonly CaseOfMany[]
}

const levels = [
  { level: 'inWorkOne', role: 'operatorOne' },
  { level: 'inWorkTwo', role: 'operatorTwo' },
] as const

async function notifyAll(needs: CaseNeeds, tx: Db, news: readonly NewsOfCase[]): Promise<void> {
  for (const one of mergeNews(news)) await needs.notify(tx, one)
}

/** Assigns several cases. All can be undone from the last one on. */
export const assignAll = (
  needs: CaseNeeds,
  { level, operatorId, cases }: Assignment,
  caller: Caller,
): Promise<{ rows: BulkOutcome[] }> =>
  actOnEach(needs, cases, caller, (tx, { id, version }) =>
    actIn(needs, tx, { caseId: id, version, operatorId }, caller, level),
  )

/** The operators of each level who can be assigned cases, with the number of their open and late cases. */
export async function loadsOfOperators({ db, terms, clock, colleagues }: CaseNeeds): Promise<OperatorLoad[]> {
  const operators = await colleagues(db)
  const counts = await countLoads(db, latenessDates(terms, todayOf(clock)))
  return levels.flatMap(({ level, role }) =>
    operators
      .filter(({ roles }) => roles.includes(role))
      .map(({ id, firstName, lastName }) => ({
        id,
        level,
        name: `${lastName} ${firstName}`,
        ...(counts.get(id) ?? { open: 0, late: 0 }),
      })),
  )
}

/** Notifies the operator of a case that its reporter wrote, asks for a call or could not be reached by mail; all managers (RUP) where no active operator works on it. */
export async function noteAnswered(
  needs: Pick<CaseNeeds, 'workers' | 'notify' | 'office'>,
  tx: Db,
  caseId: number,
  kind: 'answered' | 'callRequested' | 'mailFailed',
): Promise<void> {
  const row = await findCaseHead(tx, allCases, caseId)
  if (!row) return
  const workers = await needs.workers(tx)
  const own = workers.filter(({ id }) => id === row.assignedTo)
  const userIds = (own.length > 0 ? own : workers.filter(isManager)).map(({ id }) => id)
  await needs.notify(tx, { caseId, code: codeOf(needs.office.productTag, row), kind, userIds })
}

/** Records that open cases were handed over, and notifies their new operator. */
export async function noteMoved(
  needs: CaseNeeds,
  tx: Db,
  caseIds: readonly number[],
  { toId, by }: { readonly toId: number; readonly by: SessionUser },
): Promise<void> {
  const event = { kind: 'reassigned', ...authorshipOf(needs, by), operatorId: toId } as const
  const news: NewsOfCase[] = []
  for (const caseId of caseIds) {
    await insertEvent(tx, needs.vault, { ...event, caseId })
    const row = toId === by.id ? undefined : await findCaseHead(tx, allCases, caseId)
    if (row) news.push({ caseId, code: codeOf(needs.office.productTag, row), kind: 'assigned', userIds: [toId] })
  }
  await notifyAll(needs, tx, news)
}
