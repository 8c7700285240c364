import {
  actionOf,
  type CaseActionInput,
  type CaseActionWord,
  type CaseDetail,
  type CaseStatus,
  type CaseTransition,
  type CaseValues,
  canBeUndone,
  caseActionForm,
  caseActionWords,
  caseDenialErrors,
  caseStatusIds,
  caseWorkflow,
  limits,
  missingNeeds,
  wordOf,
  workersOf,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { refuseErrors } from '#platform/record/choice-checks.ts'
import { authorshipOf, type HeldRecord } from '#platform/record/record.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { CaseNeeds, Worker } from '../case-needs.ts'
import { insertEvent } from '../history/case-events.store.ts'
import { updateCase } from '../record/case-commands.store.ts'
import { normalizeCaseValues, refuseTooLong } from '../record/case-input.ts'
import { codeOf, type FoundCase, statusWord } from '../record/case-present.ts'
import { caseRecord } from '../record/case-record.ts'
import { caseChanges, valuesOf } from '../record/case-values.ts'
import {
  acceptedInput,
  actionTo,
  actorOf,
  assigneeAfter,
  assigneeRuleOf,
  caseFactsOf,
  clearedFields,
  moveOf,
  noticesOf,
  notifiesManagers,
  withInput,
} from './case-act.rules.ts'
import { macroChanges } from './closing-macros.service.ts'
import { type HeldAction, holdAction } from './held-actions.store.ts'

export const isManager = ({ roles }: Worker) => roles.includes('manager')

const statusParams = (row: FoundCase) => ({ params: { status: statusWord(row.status) } })

/** Whether an operator may work on a case in a status; locks the row of the account until the transaction ends. */
async function canWork(needs: CaseNeeds, tx: Db, status: CaseStatus, operatorId: number): Promise<boolean> {
  const worker = await needs.holdWorker(tx, operatorId)
  return worker !== undefined && workersOf[status].some((role) => worker.roles.includes(role))
}

/** An action that a user requests on a case. */
interface ActionRequest extends Caller {
  readonly action: CaseTransition
  readonly held: HeldRecord<FoundCase>
  readonly input: CaseActionInput
}

/**
 * Returns who works on a case after an action; throws where that person could not work on it in its new status. A case
 * that comes back goes to the user if its former operator cannot work on it any more: the action names nobody else.
 */
async function assigneeOf(needs: CaseNeeds, tx: Db, status: CaseStatus, { action, held, input, user }: ActionRequest) {
  const { row } = held
  const assignedTo = assigneeAfter(action, row, input, user.id)
  const rule = assigneeRuleOf(action)
  const isAssigned = rule === 'named' || rule === 'same_or_self' || assignedTo !== row.assignedTo
  if (assignedTo === null || !isAssigned || (await canWork(needs, tx, status, assignedTo))) return assignedTo
  if (rule === 'same_or_self' && (await canWork(needs, tx, status, user.id))) return user.id
  throw new AppError('unfit_operator')
}

/** Refuses choices that no list offers; a choice that the case has already may stay. */
async function refuseUnknownInput(needs: CaseNeeds, tx: Db, input: CaseActionInput, before: CaseValues): Promise<void> {
  const stored: Readonly<Record<string, unknown>> = before
  const fresh: CaseActionInput = Object.fromEntries(
    Object.entries(input).filter(([key, value]) => stored[key] !== value),
  )
  await refuseErrors(needs.choiceCheck(caseActionForm, fresh, tx), tx)
}

interface TakenAction extends Pick<ActionRequest, 'action' | 'user'> {
  readonly row: FoundCase
  readonly assignedTo: number | null
}

/** Notifies the people that the table lists for an action, except the user who took it. */
async function notifyOf(needs: CaseNeeds, tx: Db, { action, row, assignedTo, user }: TakenAction): Promise<void> {
  const about = { caseId: row.id, code: codeOf(needs.office.productTag, row) }
  const staff = notifiesManagers(action) ? await needs.workers(tx) : undefined
  const managers = (staff ?? []).filter(isManager).map(({ id }) => id)
  const handover = { former: row.assignedTo, assignee: assignedTo, managers }
  for (const notice of noticesOf(action, handover, user.id)) await needs.notify(tx, { ...about, ...notice }, staff)
}

/** Refuses an action that the workflow denies, or that was sent for an older version. */
async function refuseDenied(needs: CaseNeeds, tx: Db, { action, held, input, user }: ActionRequest): Promise<void> {
  const { row, lock } = held
  const values = valuesOf(row)
  const facts = caseFactsOf(row, values, lock !== undefined)
  const denial = caseWorkflow.denialOf(action, facts, actorOf(user), input)
  if (denial === 'locked') await caseRecord.refuseLocked(needs, tx, held, user)
  if (denial && denial !== 'missing_input') throw new AppError(caseDenialErrors[denial], statusParams(row))
  await caseRecord.refuseOlder(needs, tx, row, input.version, user)
  if (denial) throw invalidInput(missingNeeds(action, input, values))
}

/** Performs an action that is resolved. */
async function act(needs: CaseNeeds, tx: Db, request: ActionRequest): Promise<FoundCase> {
  const { action, held, input, user, audit } = request
  const { row } = held
  await refuseDenied(needs, tx, request)
  const before = valuesOf(row)
  const accepted = acceptedInput(action, input)
  await refuseUnknownInput(needs, tx, accepted, before)
  const status = caseWorkflow.statusAfter(action, caseFactsOf(row, before, false), actorOf(user)) ?? row.status
  const assignedTo = await assigneeOf(needs, tx, status, request)
  const removedKeys = clearedFields[action] ?? []
  const merged = withInput(before, accepted)
  const after = normalizeCaseValues(
    Object.fromEntries(Object.entries(merged).filter(([key]) => !removedKeys.some((one) => one === key))),
  )
  refuseTooLong(after)
  const changes = caseChanges.changesBetween(before, after)
  const by = authorshipOf(needs, user)
  const changed = caseChanges.changedKeys(changes)
  audit.record('case', [row.id], ['status', ...changed])
  const move = moveOf(status, action, row, assignedTo, by.at)
  const { written, eventId } = await updateCase(tx, needs.vault, row, { values: after, changed, move })
  const event = {
    caseId: row.id,
    kind: wordOf(action),
    ...by,
    // Only what fills an outcome can have come from a closing macro.
    changes: [...changes, ...(await macroChanges(tx, accepted.outcomeId && input.macroId))],
    statusFrom: row.status,
    statusTo: status,
    reason: input.reason,
    ...(assignedTo !== row.assignedTo && { operatorId: assignedTo ?? row.assignedTo ?? undefined }),
  }
  await insertEvent(tx, needs.vault, event, eventId)
  if (!canBeUndone(action)) await notifyOf(needs, tx, { action, row, assignedTo, user })
  else {
    const until = new Date(by.at.getTime() + limits.undoSeconds * 1000)
    const held = { eventId, caseId: row.id, version: written.version, until }
    await holdAction(tx, needs.vault, held, { action, byUser: user.id, before: stateOf(row), assignedTo })
  }
  return written
}

/** The columns of a case that actions change. */
const stateOf = ({
  status,
  assignedTo,
  statusSince,
  workedFrom,
  closedAt,
  closingProposedAt,
}: FoundCase): HeldAction['before'] => ({
  status,
  assignedTo,
  statusSince,
  workedFrom,
  closedAt,
  closingProposedAt,
})

/** The action that a call requests: by its word, or by the status it leads to. */
function resolveAction(
  input: CaseActionInput,
  word: CaseActionWord | undefined,
  row: FoundCase,
  user: SessionUser,
): CaseTransition {
  const named = word ?? wordIn(input)
  if (named) return actionOf(named, user.selectedRole)
  const status = (Object.keys(caseStatusIds) as CaseStatus[]).find((name) => caseStatusIds[name] === input.statusId)
  if (!status) throw invalidInput([{ path: 'azione', message: 'campo_obbligatorio' }])
  const action = actionTo(status, caseFactsOf(row, {}, false), actorOf(user))
  if (!action) throw new AppError('wrong_status', statusParams(row))
  return action
}

/** The word of a call that names its action. */
function wordIn({ word }: CaseActionInput): CaseActionWord | undefined {
  if (word === undefined) return undefined
  const found = (Object.keys(caseActionWords) as CaseActionWord[]).find((name) => caseActionWords[name] === word)
  if (!found) throw invalidInput([{ path: 'azione', message: 'valore_non_valido' }])
  return found
}

/** Performs an action within a transaction (decisions §5); `word` names it where the endpoint stands for one action. */
export async function actIn(
  needs: CaseNeeds,
  tx: Db,
  input: CaseActionInput,
  caller: Caller,
  word?: CaseActionWord,
): Promise<FoundCase> {
  const held = await caseRecord.hold(needs, tx, input.caseId ?? 0, caller.user)
  return actOnHeld(needs, tx, held, { input, word }, caller)
}

interface HeldRequest extends Pick<ActionRequest, 'input'> {
  readonly word: CaseActionWord | undefined
}

/** Performs an action on a case that the transaction holds. */
export function actOnHeld(
  needs: CaseNeeds,
  tx: Db,
  held: HeldRecord<FoundCase>,
  { input, word }: HeldRequest,
  { user, audit }: Caller,
): Promise<FoundCase> {
  const performedOn = input.performedOn ?? (input.performedActionId ? todayOf(needs.clock) : undefined)
  const action = resolveAction(input, word, held.row, user)
  return act(needs, tx, { action, held, input: { ...input, performedOn }, user, audit })
}

/** Performs an action; returns the case after it. */
export const actOnCase = (
  needs: CaseNeeds,
  input: CaseActionInput,
  caller: Caller,
  word?: CaseActionWord,
): Promise<CaseDetail> =>
  needs.inTransaction(caller.audit, async (tx) => {
    const row = await actIn(needs, tx, input, caller, word)
    return caseRecord.detailOf(needs, tx, row, caller.user, 'free')
  })
