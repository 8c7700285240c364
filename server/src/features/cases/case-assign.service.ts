import { type OperatorLoad, problems } from '@portal/contract'
import { touched } from '#platform/audit/audit-act.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { Problem } from '#platform/problem.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { textsIn } from '#platform/texts.ts'
import { type ActNeeds, type createCaseActing, isManager } from './case-act.service.ts'
import { countLoads } from './case-counts.store.ts'
import { insertEvent } from './case-events.store.ts'
import { codeOf } from './case-present.ts'
import { readScopeOf } from './case-reading.ts'
import { lateBefore } from './case-terms.rules.ts'
import { allCases, findCaseHead } from './cases.store.ts'

export interface Assignment {
  readonly level: 'assignOne' | 'assignTwo'
  readonly operatorId: number
  readonly cases: readonly { readonly id: number; readonly version: number }[]
}

export interface Outcome {
  readonly id: number
  /** None where the case is not there, or not one's to see. */
  readonly code?: string
  readonly refusal?: string | undefined
}

const levels = [
  { level: 'inWorkOne', role: 'operatorOne' },
  { level: 'inWorkTwo', role: 'operatorTwo' },
] as const

/** Who cases are assigned to, and several at once. */
export function createCaseAssigning(needs: ActNeeds, acting: ReturnType<typeof createCaseActing>) {
  const { db, terms, clock, office } = needs

  /** What became of one case of several; a refusal is told with its reason and stops no other. */
  async function assignOne(
    { level, operatorId }: Assignment,
    { id, version }: Assignment['cases'][number],
    user: SessionUser,
  ) {
    const row = await findCaseHead(db, readScopeOf(user), id)
    const told = { id, ...(row && { code: codeOf(office.productTag, row) }) }
    try {
      await acting.act({ caseId: id, version, operatorId }, user, level)
      return told
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      return { ...told, refusal: sentenceOf(error) }
    }
  }

  return {
    /** Who may have cases of each level, with the open and the late ones that they have. */
    async loads(): Promise<OperatorLoad[]> {
      const [colleagues, counts] = [await needs.colleagues(db), await countLoads(db, lateBefore(terms, todayOf(clock)))]
      return levels.flatMap(({ level, role }) =>
        colleagues
          .filter(({ roles }) => roles.includes(role))
          .map(({ id, firstName, lastName }) => ({
            ...{ id, level, name: `${lastName} ${firstName}` },
            ...(counts.get(id) ?? { open: 0, late: 0 }),
          })),
      )
    },

    /** Tells whoever works on a case, or RUP where nobody who works here does, that its reporter wrote. */
    async noteAnswered(tx: Db, caseId: number): Promise<void> {
      const row = await findCaseHead(tx, allCases, caseId)
      if (!row) return
      const workers = await needs.workers(tx)
      const own = workers.filter(({ id }) => id === row.assignedTo)
      const userIds = (own.length > 0 ? own : workers.filter(isManager)).map(({ id }) => id)
      await needs.notify(tx, { caseId, code: codeOf(office.productTag, row), kind: 'answered', userIds })
    },

    /** Notes that open cases were handed over, and tells whom they go to. */
    async noteMoved(
      tx: Db,
      caseIds: readonly number[],
      { toId, by }: { toId: number; by: SessionUser },
    ): Promise<void> {
      const happening = {
        kind: 'reassigned',
        at: clock.now(),
        byUser: by.id,
        role: by.selectedRole,
        operatorId: toId,
      } as const
      for (const caseId of caseIds) {
        await insertEvent(tx, needs.vault, { ...happening, caseId })
        const row = toId === by.id ? undefined : await findCaseHead(tx, allCases, caseId)
        if (!row) continue
        const code = codeOf(office.productTag, row)
        await needs.notify(tx, { caseId, code, kind: 'assigned', userIds: [toId] })
      }
    },

    async assignAll(assignment: Assignment, user: SessionUser): Promise<{ rows: Outcome[] }> {
      const rows: Outcome[] = []
      for (const one of assignment.cases) rows.push(await assignOne(assignment, one, user))
      // Each that was assigned has told of itself.
      if (rows.every(({ refusal }) => refusal !== undefined)) touched('case', [])
      return { rows }
    },
  }
}

const sentenceOf = ({ code, details }: Problem): string =>
  textsIn('it')(`problems.${problems[code].word}`, { ...details.params })
