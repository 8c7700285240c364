import { appErrors, type OperatorLoad } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { authorshipOf } from '#platform/record/record.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { textsIn } from '#platform/texts.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { latenessDates } from '../case-terms.rules.ts'
import { allCases, countLoads, findCaseHead } from '../cases.store.ts'
import { insertEvent } from '../history/case-events.store.ts'
import { codeOf } from '../record/case-present.ts'
import { readScopeOf } from '../record/case-reading.ts'
import { type CaseNews, mergeNews, type NewsOfCase } from './case-act.rules.ts'
import { actIn, isManager } from './case-act.service.ts'

export interface Assignment {
  readonly level: 'assignOne' | 'assignTwo'
  readonly operatorId: number
  readonly cases: readonly { readonly id: number; readonly version: number }[]
}

type CaseOfMany = Assignment['cases'][number]

interface Assigned {
  readonly outcome: Outcome
  readonly news: readonly NewsOfCase[]
}

export interface Outcome {
  readonly id: number
  /** Undefined where the case does not exist or the user may not see it. */
  readonly code?: string
  readonly denial?: string | undefined
}

const levels = [
  { level: 'inWorkOne', role: 'operatorOne' },
  { level: 'inWorkTwo', role: 'operatorTwo' },
] as const

async function notifyAll(needs: CaseNeeds, tx: Db, news: readonly NewsOfCase[]): Promise<void> {
  for (const one of mergeNews(news)) await needs.notify(tx, one)
}

/** Assigns one case; returns its notices, which are sent with those of the other cases. */
const assignIn = (
  needs: CaseNeeds,
  { level, operatorId }: Assignment,
  { id, version }: CaseOfMany,
  caller: Caller,
): Promise<NewsOfCase[]> =>
  needs.inTransaction(caller.audit, async (tx) => {
    const news: NewsOfCase[] = []
    const collect = async (_tx: Db, one: CaseNews) => void ('caseId' in one && news.push(one))
    await actIn({ ...needs, notify: collect }, tx, { caseId: id, version, operatorId }, caller, level)
    return news
  })

/** The outcome of one case of several; a refusal is returned with its reason and stops no other. */
async function assignOne(needs: CaseNeeds, assignment: Assignment, one: CaseOfMany, caller: Caller): Promise<Assigned> {
  const row = await findCaseHead(needs.db, readScopeOf(caller.user), one.id)
  const outcome = { id: one.id, ...(row && { code: codeOf(needs.office.productTag, row) }) }
  try {
    return { outcome, news: await assignIn(needs, assignment, one, caller) }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return { outcome: { ...outcome, denial: sentenceOf(error) }, news: [] }
  }
}

/** Assigns several cases, each in its own transaction. */
export async function assignAll(
  needs: CaseNeeds,
  assignment: Assignment,
  caller: Caller,
): Promise<{ rows: Outcome[] }> {
  const assigned: Assigned[] = []
  for (const one of assignment.cases) assigned.push(await assignOne(needs, assignment, one, caller))
  const news = assigned.flatMap((one) => one.news)
  if (news.length > 0) await needs.inTransaction(caller.audit, (tx) => notifyAll(needs, tx, news))
  const rows = assigned.map(({ outcome }) => outcome)
  // Each case that was assigned is in the audit entry already.
  if (rows.every(({ denial }) => denial !== undefined)) caller.audit.record('case', [])
  return { rows }
}

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

/** Notifies the operator of a case that its reporter wrote or asks for a call; all managers (RUP) where no active operator works on it. */
export async function noteAnswered(
  needs: Pick<CaseNeeds, 'workers' | 'notify' | 'office'>,
  tx: Db,
  caseId: number,
  kind: 'answered' | 'callRequested',
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

const sentenceOf = ({ code, details }: AppError): string =>
  textsIn('it')(`problems.${appErrors[code].word}`, { ...details.params })
