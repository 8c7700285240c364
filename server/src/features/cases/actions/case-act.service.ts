import {
  actionOf,
  assigneeRules,
  type CaseActionInput,
  type CaseActionWord,
  type CaseDetail,
  type CaseStatus,
  type CaseValues,
  type Colleague,
  caseActionForm,
  caseActionWords,
  caseStatusIds,
  missingNeeds,
  wordOf,
  workersOf,
} from '@portal/contract'
import { touched } from '#platform/audit/audit-act.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { invalidInput, Problem } from '#platform/problem.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { insertEvent } from '../history/case-events.store.ts'
import { changedKeys, changesBetween } from '../record/case-changes.ts'
import { updateCase } from '../record/case-commands.store.ts'
import { codeOf, type FoundCase } from '../record/case-present.ts'
import { detailOf, getStoredCase, type Worker } from '../record/case-reading.ts'
import {
  holdCase,
  kept,
  refuseLocked,
  refuseOlder,
  refuseTooLong,
  type WorkNeeds,
} from '../record/case-save.service.ts'
import { valuesOf } from '../record/case-values.ts'
import { statusWord } from '../record/status-word.ts'
import {
  actionTo,
  assigneeAfter,
  cleared,
  type DoneAction,
  leadsTo,
  moveOf,
  news,
  problemOf,
  takenBy,
  withInput,
} from './case-act.rules.ts'
import type { CaseNews } from './case-news.ts'

export interface ActNeeds extends WorkNeeds {
  /** Holds an account as it is until the transaction ends. */
  readonly holdWorker: (tx: Db, id: number) => Promise<unknown>
  /** Whoever works here now, with their names and by them. */
  readonly colleagues: (from: Db) => Promise<readonly Colleague[]>
  readonly notify: (tx: Db, news: CaseNews) => Promise<void>
}

export const isManager = ({ roles }: Worker) => roles.includes('manager')

const statusParams = (row: FoundCase) => ({ params: { status: statusWord(row.status) } })

/** Whether somebody could work on a case in a status; their account stays as it is until the transaction ends. */
async function isFit(needs: ActNeeds, tx: Db, status: CaseStatus, operatorId: number): Promise<boolean> {
  await needs.holdWorker(tx, operatorId)
  const worker = (await needs.workers(tx)).find(({ id }) => id === operatorId)
  return worker !== undefined && workersOf[status].some((role) => worker.roles.includes(role))
}

/** An action as it is asked for. */
interface Asked {
  readonly action: DoneAction
  readonly row: FoundCase
  readonly input: CaseActionInput
  readonly user: SessionUser
}

/**
 * Who has a case after an action; refuses somebody who is given it and could not work on it where it goes. One that comes
 * back falls to whoever acts where its former operator cannot work on it any more: there the action names nobody else.
 */
async function assigneeOf(needs: ActNeeds, tx: Db, status: CaseStatus, { action, row, input, user }: Asked) {
  const assignedTo = assigneeAfter(action, row, input, user)
  const rule = assigneeRules[action]
  const isGiven = rule === 'named' || rule === 'same_or_self' || assignedTo !== row.assignedTo
  if (assignedTo === null || !isGiven || (await isFit(needs, tx, status, assignedTo))) return assignedTo
  if (rule === 'same_or_self' && (await isFit(needs, tx, status, user.id))) return user.id
  throw new Problem('unfit_operator')
}

/** Refuses choices that come with an action and are in no list; what the case holds already may stay. */
async function refuseUnknownInput(needs: ActNeeds, tx: Db, input: CaseActionInput, before: CaseValues): Promise<void> {
  const held: Readonly<Record<string, unknown>> = before
  const fresh: CaseActionInput = Object.fromEntries(Object.entries(input).filter(([key, value]) => held[key] !== value))
  const issues = await needs.choiceIssues(caseActionForm, fresh, tx)
  if (issues.length > 0) throw invalidInput(issues)
}

interface Done extends Omit<Asked, 'input'> {
  readonly assignedTo: number | null
}

/** Tells whom an action concerns, but whoever took it. */
async function tell(needs: ActNeeds, tx: Db, { action, row, assignedTo, user }: Done): Promise<void> {
  const about = { caseId: row.id, code: codeOf(needs.office.productTag, row) }
  const others = (ids: readonly (number | null)[]) =>
    [...new Set(ids)].filter((id): id is number => id !== null && id !== user.id)
  const hearers = {
    assignee: async () => [assignedTo],
    former: async () => [row.assignedTo],
    managers: async () => (await needs.workers(tx)).filter(isManager).map(({ id }) => id),
  }
  const heard = news[action]
  if (heard) await needs.notify(tx, { ...about, kind: heard.kind, userIds: others(await hearers[heard.to]()) })
  const isHandedOver = assigneeRules[action] === 'named' && row.assignedTo !== assignedTo
  if (isHandedOver) await needs.notify(tx, { ...about, kind: 'taken', userIds: others([row.assignedTo]) })
}

async function act(needs: ActNeeds, tx: Db, asked: Asked): Promise<void> {
  const { action, row, input, user } = asked
  const before = valuesOf(row)
  const taken = takenBy(action, input)
  const given = withInput(before, taken)
  const why = problemOf(action, row, given, user)
  if (why) throw new Problem(why, statusParams(row))
  await refuseLocked(needs, tx, row, user)
  await refuseOlder(needs, tx, row, input.version, user)
  const missing = missingNeeds(action, input, before)
  if (missing.length > 0) throw invalidInput(missing)
  await refuseUnknownInput(needs, tx, taken, before)
  const status = leadsTo(action, user) ?? row.status
  const assignedTo = await assigneeOf(needs, tx, status, asked)
  const lost = cleared[action] ?? []
  const after = kept(Object.fromEntries(Object.entries(given).filter(([key]) => !lost.some((one) => one === key))))
  refuseTooLong(after)
  const changes = changesBetween(before, after)
  const at = needs.clock.now()
  const changed = changedKeys(changes)
  touched('case', [row.id], ['status', ...changed])
  const move = moveOf(status, action, row, assignedTo, at)
  await updateCase(tx, needs.vault, row.id, { values: after, changed, move, pinHash: row.pinHash ?? undefined })
  await insertEvent(tx, needs.vault, {
    ...{ caseId: row.id, kind: wordOf(action), at, byUser: user.id, role: user.selectedRole, changes },
    ...{ statusFrom: row.status, statusTo: status, reason: input.reason },
    ...(assignedTo !== row.assignedTo && { operatorId: assignedTo ?? row.assignedTo ?? undefined }),
  })
  await tell(needs, tx, { action, row, assignedTo, user })
}

/** The action that a call means: by its word, or by the status it leads to. */
function meant(
  input: CaseActionInput,
  word: CaseActionWord | undefined,
  row: FoundCase,
  user: SessionUser,
): DoneAction {
  const asked = word ?? wordIn(input)
  if (asked) return actionOf(asked, user.selectedRole) as DoneAction
  const status = (Object.keys(caseStatusIds) as CaseStatus[]).find((name) => caseStatusIds[name] === input.statusId)
  if (!status) throw invalidInput([{ path: 'azione', message: 'campo_obbligatorio' }])
  const action = actionTo(status, row, user)
  if (!action) throw new Problem('wrong_status', statusParams(row))
  return action
}

/** The word of a call that names its action. */
function wordIn({ word }: CaseActionInput): CaseActionWord | undefined {
  if (word === undefined) return undefined
  const found = (Object.keys(caseActionWords) as CaseActionWord[]).find((name) => caseActionWords[name] === word)
  if (!found) throw invalidInput([{ path: 'azione', message: 'valore_non_valido' }])
  return found
}

/** Does the actions of the table of transitions (decisions §5). */
export function createCaseActing(needs: ActNeeds) {
  const { inTransaction, clock } = needs

  /** Does an action within a transaction: `word` where the call itself says which. */
  async function actIn(tx: Db, input: CaseActionInput, user: SessionUser, word?: CaseActionWord): Promise<FoundCase> {
    const { caseId = 0 } = input
    const row = await holdCase(needs, tx, caseId, user)
    const performedOn = input.performedOn ?? (input.performedActionId ? todayOf(clock) : undefined)
    await act(needs, tx, { action: meant(input, word, row, user), row, input: { ...input, performedOn }, user })
    return getStoredCase(needs, tx, caseId, user)
  }

  return {
    actIn,
    act: (input: CaseActionInput, user: SessionUser, word?: CaseActionWord): Promise<CaseDetail> =>
      inTransaction(async (tx) => detailOf(needs, tx, await actIn(tx, input, user, word), user)),
  }
}
