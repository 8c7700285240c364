import { type BulkOutcome, type CaseDetail, caseDenialErrors, caseWorkflow } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { type Db, unaudited } from '#platform/database/transaction.ts'
import { authorshipOf, type HeldRecord } from '#platform/record/record.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { allCases, findCaseHead } from '../cases.store.ts'
import { findEvent, insertEvent } from '../history/case-events.store.ts'
import { updateCase } from '../record/case-commands.store.ts'
import { codeOf, type FoundCase, statusWord } from '../record/case-present.ts'
import { caseRecord } from '../record/case-record.ts'
import { caseChanges, valuesOf } from '../record/case-values.ts'
import { actorOf, caseFactsOf, mergeNews, type NewsOfCase, noticesOf } from './case-act.rules.ts'
import { isManager } from './case-act.service.ts'
import { type CaseOfMany, changeEach } from './case-bulk.service.ts'
import {
  deleteHeldAction,
  findHeldAction,
  forgetFirstTaking,
  type HeldAction,
  takeDueActions,
} from './held-actions.store.ts'

type DueAction = Awaited<ReturnType<typeof takeDueActions>>[number]
type FoundAction = NonNullable<Awaited<ReturnType<typeof findHeldAction>>>

/** The last action on a case, where the workflow lets the user undo it; throws the reason otherwise. */
async function getAction(
  needs: CaseNeeds,
  tx: Db,
  held: HeldRecord<FoundCase>,
  version: number,
  { user }: Caller,
): Promise<FoundAction> {
  const { row, lock } = held
  const found = await findHeldAction(tx, needs.vault, row.id)
  const lastAction = found && {
    byUser: found.byUser,
    from: found.before.status,
    isUnchanged: found.version === row.version && row.version === version,
    isInTime: needs.clock.now() < found.until,
  }
  const facts = caseFactsOf(row, valuesOf(row), lock !== undefined, lastAction)
  const denial = caseWorkflow.denialOf('undo', facts, actorOf(user))
  if (denial === 'locked') await caseRecord.refuseLocked(needs, tx, held, user)
  if (found && (denial === null || denial === 'missing_input')) return found
  const reason = denial === null || denial === 'missing_input' ? 'too_late' : denial
  const record = await caseRecord.detailOf(needs, tx, row, user)
  throw new AppError(caseDenialErrors[reason], { record, params: { status: statusWord(row.status) } })
}

/** Throws where the operator to restore has no valid account any more. */
async function refuseEnded(needs: CaseNeeds, tx: Db, { assignedTo, before }: HeldAction): Promise<void> {
  const restored = before.assignedTo
  if (restored === null || restored === assignedTo) return
  if (!(await needs.holdWorker(tx, restored))) throw new AppError('unfit_operator')
}

/** Takes back the last action of the user on a case; its notices are never sent. */
async function undoIn(needs: CaseNeeds, tx: Db, { id, version }: CaseOfMany, caller: Caller): Promise<FoundCase> {
  const { user, audit } = caller
  const held = await caseRecord.hold(needs, tx, id, user)
  const { row } = held
  const action = await getAction(needs, tx, held, version, caller)
  await refuseEnded(needs, tx, action)
  const entry = await findEvent(tx, needs.vault, id, action.eventId)
  const now = valuesOf(row)
  const values = caseChanges.withoutChanges(now, entry?.changes ?? [])
  const changes = caseChanges.changesBetween(now, values)
  const changed = caseChanges.changedKeys(changes)
  audit.record('case', [id], ['status', ...changed])
  const { written, eventId } = await updateCase(tx, needs.vault, row, { values, changed, move: action.before })
  const event = {
    caseId: id,
    kind: 'undone',
    ...authorshipOf(needs, user),
    changes,
    statusFrom: row.status,
    statusTo: action.before.status,
    operatorId: action.before.assignedTo ?? undefined,
    undoes: action.eventId,
  } as const
  await insertEvent(tx, needs.vault, event, eventId)
  if (row.assignedTo !== null && action.before.assignedTo === null) await forgetFirstTaking(tx, id)
  await deleteHeldAction(tx, action.eventId)
  return written
}

/** Takes back the last action of the user on a case; returns the case after it. */
export const undoAction = (needs: CaseNeeds, one: CaseOfMany, caller: Caller): Promise<CaseDetail> =>
  needs.inTransaction(caller.audit, async (tx) => {
    const row = await undoIn(needs, tx, one, caller)
    return caseRecord.detailOf(needs, tx, row, caller.user, 'free')
  })

/** Takes back the last action on each of several cases. */
export const undoActions = (
  needs: CaseNeeds,
  cases: readonly CaseOfMany[],
  caller: Caller,
): Promise<{ rows: BulkOutcome[] }> => changeEach(needs, cases, caller, (tx, one) => undoIn(needs, tx, one, caller))

/** The actions by the call that took them: those of one call on several cases end at one instant. */
function actedTogether(due: readonly DueAction[]): DueAction[][] {
  const groups = new Map<string, DueAction[]>()
  for (const action of due) {
    const key = `${action.byUser} ${action.until.getTime()}`
    groups.set(key, [...(groups.get(key) ?? []), action])
  }
  return [...groups.values()]
}

/** The notices of an action that can no longer be undone. */
async function newsOf(
  { office }: CaseNeeds,
  tx: Db,
  { action, byUser, before, assignedTo, caseId }: DueAction,
  managers: readonly number[],
): Promise<NewsOfCase[]> {
  const notices = noticesOf(action, { former: before.assignedTo, assignee: assignedTo, managers }, byUser)
  const row = notices.length > 0 ? await findCaseHead(tx, allCases, caseId) : undefined
  return row ? notices.map((notice) => ({ caseId, code: codeOf(office.productTag, row), ...notice })) : []
}

/** Sends the notices of the actions that can no longer be undone; those of several cases for one person together. */
export const notifyOfActions = (needs: CaseNeeds): Promise<void> =>
  needs.inTransaction(unaudited, async (tx) => {
    const due = await takeDueActions(tx, needs.vault, needs.clock.now())
    if (due.length === 0) return
    const staff = await needs.workers(tx)
    const managers = staff.filter(isManager).map(({ id }) => id)
    for (const together of actedTogether(due)) {
      const news: NewsOfCase[] = []
      for (const action of together) news.push(...(await newsOf(needs, tx, action, managers)))
      for (const one of mergeNews(news)) await needs.notify(tx, one, staff)
    }
  })
