import { appErrors, type OperatorLoad } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { textsIn } from '#platform/texts.ts'
import { latenessDates } from '../case-terms.rules.ts'
import { allCases, findCaseHead } from '../cases.store.ts'
import { insertEvent } from '../history/case-events.store.ts'
import { countLoads } from '../list/case-counts.store.ts'
import { codeOf } from '../record/case-present.ts'
import { readScopeOf } from '../record/case-reading.ts'
import { type CaseNews, mergeNews, type NewsOfCase } from './case-act.rules.ts'
import { type ActNeeds, createCaseActing, isManager } from './case-act.service.ts'

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

async function notifyAll(needs: ActNeeds, tx: Db, news: readonly NewsOfCase[]): Promise<void> {
  for (const one of mergeNews(news)) await needs.notify(tx, one)
}

/** Assigns several cases at once, each in its own transaction. */
function createBulkAssigning(needs: ActNeeds) {
  const { db, inTransaction, office } = needs

  /** Assigns one case; returns its notices, which are sent with those of the other cases. */
  const assign = ({ level, operatorId }: Assignment, { id, version }: CaseOfMany, caller: Caller) =>
    inTransaction(async (tx) => {
      const news: NewsOfCase[] = []
      const collect = async (_tx: Db, one: CaseNews) => void ('caseId' in one && news.push(one))
      const acting = createCaseActing({ ...needs, notify: collect })
      await acting.actIn(tx, { caseId: id, version, operatorId }, caller, level)
      return news
    })

  /** The outcome of one case of several; a refusal is returned with its reason and stops no other. */
  async function assignOne(assignment: Assignment, one: CaseOfMany, caller: Caller): Promise<Assigned> {
    const row = await findCaseHead(db, readScopeOf(caller.user), one.id)
    const outcome = { id: one.id, ...(row && { code: codeOf(office.productTag, row) }) }
    try {
      return { outcome, news: await assign(assignment, one, caller) }
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      return { outcome: { ...outcome, denial: sentenceOf(error) }, news: [] }
    }
  }

  return {
    async assignAll(assignment: Assignment, caller: Caller): Promise<{ rows: Outcome[] }> {
      const assigned: Assigned[] = []
      for (const one of assignment.cases) assigned.push(await assignOne(assignment, one, caller))
      const news = assigned.flatMap((one) => one.news)
      if (news.length > 0) await inTransaction((tx) => notifyAll(needs, tx, news))
      const rows = assigned.map(({ outcome }) => outcome)
      // Each case that was assigned is in the audit entry already.
      if (rows.every(({ denial }) => denial !== undefined)) caller.audit.record('case', [])
      return { rows }
    },
  }
}

/** Lists the operators who can be assigned cases, and assigns several cases at once. */
export function createCaseAssigning(needs: ActNeeds) {
  const { db, terms, clock, office } = needs
  return {
    ...createBulkAssigning(needs),

    /** The operators of each level, with the number of their open and late cases. */
    async loads(): Promise<OperatorLoad[]> {
      const [colleagues, counts] = [
        await needs.colleagues(db),
        await countLoads(db, latenessDates(terms, todayOf(clock))),
      ]
      return levels.flatMap(({ level, role }) =>
        colleagues
          .filter(({ roles }) => roles.includes(role))
          .map(({ id, firstName, lastName }) => ({
            id,
            level,
            name: `${lastName} ${firstName}`,
            ...(counts.get(id) ?? { open: 0, late: 0 }),
          })),
      )
    },

    /** Notifies the operator of a case that its reporter wrote or asks for a call; all managers (RUP) where no active operator works on it. */
    async noteAnswered(tx: Db, caseId: number, kind: 'answered' | 'callRequested'): Promise<void> {
      const row = await findCaseHead(tx, allCases, caseId)
      if (!row) return
      const workers = await needs.workers(tx)
      const own = workers.filter(({ id }) => id === row.assignedTo)
      const userIds = (own.length > 0 ? own : workers.filter(isManager)).map(({ id }) => id)
      await needs.notify(tx, { caseId, code: codeOf(office.productTag, row), kind, userIds })
    },

    /** Records that open cases were handed over, and notifies their new operator. */
    async noteMoved(
      tx: Db,
      caseIds: readonly number[],
      { toId, by }: { toId: number; by: SessionUser },
    ): Promise<void> {
      const author = { at: clock.now(), byUser: by.id, role: by.selectedRole }
      const event = { kind: 'reassigned', ...author, operatorId: toId } as const
      const news: NewsOfCase[] = []
      for (const caseId of caseIds) {
        await insertEvent(tx, needs.vault, { ...event, caseId })
        const row = toId === by.id ? undefined : await findCaseHead(tx, allCases, caseId)
        if (row) news.push({ caseId, code: codeOf(office.productTag, row), kind: 'assigned', userIds: [toId] })
      }
      await notifyAll(needs, tx, news)
    },
  }
}

const sentenceOf = ({ code, details }: AppError): string =>
  textsIn('it')(`problems.${appErrors[code].word}`, { ...details.params })
