import {
  type CaseDetail,
  type CaseKey,
  type CaseSave,
  type CaseValues,
  caseDenialErrors,
  caseFields,
  caseForm,
  type Field,
  type Form,
  fixedCaseKeys,
  type Issue,
  inActionOrder,
  mainGroundFirst,
  withoutHidden,
} from '@portal/contract'
import type { Logger } from 'pino'
import { touched } from '#platform/audit/audit-act.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { isNew } from '#platform/idempotency.ts'
import { invalidInput, Problem } from '#platform/problem.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { editDenialOf } from '../cases.rules.ts'
import { insertEvent } from '../history/case-events.store.ts'
import { changedKeys, changesBetween } from './case-changes.ts'
import { lockCaseRow, updateCase } from './case-commands.store.ts'
import type { FoundCase } from './case-present.ts'
import { type CaseNeeds, detailOf, getStoredCase, heldByOther, lockedParams } from './case-reading.ts'
import { usual, valuesOf } from './case-values.ts'
import { statusWord } from './status-word.ts'

export interface WorkNeeds extends CaseNeeds {
  readonly inTransaction: InTransaction
  readonly log: Logger
  /** Faults of choices: ids that no list has in force. */
  readonly choiceIssues: <V extends object>(
    form: Pick<Form<V>, 'fields'>,
    values: V,
    from: Db,
  ) => Promise<readonly Issue[]>
}

/** Reads a case for changing it: held until the transaction ends. */
export async function holdCase(needs: CaseNeeds, tx: Db, id: number, user: SessionUser): Promise<FoundCase> {
  await lockCaseRow(tx, id)
  return getStoredCase(needs, tx, id, user)
}

/** The error of a change to a case that somebody else is editing, with the case. */
export async function lockedProblem(needs: CaseNeeds, tx: Db, row: FoundCase, user: SessionUser): Promise<Problem> {
  const record = await detailOf(needs, tx, row, user)
  return new Problem('locked', { record, params: lockedParams(record) })
}

/** Refuses a case that somebody else is writing. */
export async function refuseLocked(needs: CaseNeeds, tx: Db, row: FoundCase, user: SessionUser): Promise<void> {
  if (await heldByOther(needs, tx, row.id, user)) throw await lockedProblem(needs, tx, row, user)
}

/** Refuses a change to a case that has changed since it was read; the answer carries it as it is now. */
export async function refuseOlder(
  needs: CaseNeeds,
  tx: Db,
  row: FoundCase,
  version: number | undefined,
  user: SessionUser,
) {
  if (row.version === version) return
  throw new Problem('conflict', { record: await detailOf(needs, tx, row, user) })
}

/** Refuses a change to a case that the user may not edit, and says why. */
export function refuseUnchangeable(user: SessionUser, row: FoundCase): void {
  const denial = editDenialOf(user, row, false)
  if (denial) throw new Problem(caseDenialErrors[denial], { params: { status: statusWord(row.status) } })
}

/** Refuses lists that grew longer than their form reads. */
export function refuseTooLong(values: CaseValues): void {
  const issues = Object.entries(values).flatMap(([key, value]): Issue[] => {
    const { kind, wire, max = Infinity }: Field = caseFields[key as CaseKey]
    const isTooLong = kind === 'lines' && Array.isArray(value) && value.length > max
    return isTooLong ? [{ path: wire, message: 'troppe_righe_elenco', params: { max } }] : []
  })
  if (issues.length > 0) throw invalidInput(issues)
}

/** Values as they are kept: the main ground first, actions in their order, nothing in fields that the others hide. */
export function kept(values: CaseValues): CaseValues {
  const { grounds, performedActions, isOffenderUnnamed, offenderName } = values
  return withoutHidden(caseForm, {
    ...usual,
    ...values,
    isOffenderUnnamed: isOffenderUnnamed ?? offenderName === undefined,
    ...(grounds && { grounds: mainGroundFirst(grounds) }),
    ...(performedActions && { performedActions: inActionOrder(performedActions) }),
  })
}

/** What was given, with what saving leaves alone as it was. */
function merged(given: CaseValues, stored: CaseValues, isAsReceived: boolean): CaseValues {
  const fixed: readonly CaseKey[] = isAsReceived ? [...fixedCaseKeys, 'message'] : fixedCaseKeys
  const own = Object.entries(given).filter(
    ([key]) => Object.hasOwn(caseFields, key) && !fixed.some((one) => one === key),
  )
  const left = Object.entries(stored).filter(([key]) => fixed.some((one) => one === key))
  return kept(Object.fromEntries([...own, ...left]))
}

/** Refuses choices that are new and in no list: an id that a list has no more may stay where it was. */
export async function refuseUnknownChoices(
  needs: WorkNeeds,
  tx: Db,
  values: CaseValues,
  changed: readonly CaseKey[],
): Promise<void> {
  const issues = await needs.choiceIssues(caseForm, values, tx)
  const isNew = ({ path }: Issue) =>
    changed.some((key) => path === caseFields[key].wire || path.startsWith(`${caseFields[key].wire}.`))
  const found = issues.filter(isNew)
  if (found.length > 0) throw invalidInput(found)
}

/** Saves cases (specification 2 §7). */
export function createCaseSaving(needs: WorkNeeds) {
  const { inTransaction, vault, clock, log } = needs

  async function write(
    tx: Db,
    row: FoundCase,
    after: CaseValues,
    user: SessionUser,
    kind: 'changed' | 'performed' = 'changed',
  ): Promise<CaseDetail> {
    const before = valuesOf(row)
    const changes = changesBetween(before, after)
    const changed = changedKeys(changes)
    touched('case', [row.id], changed)
    if (changes.length === 0) return detailOf(needs, tx, row, user)
    await refuseUnknownChoices(needs, tx, after, changed)
    await updateCase(tx, vault, row.id, { values: after, changed, pinHash: row.pinHash ?? undefined })
    await insertEvent(tx, vault, {
      ...{ caseId: row.id, kind, at: clock.now(), byUser: user.id, role: user.selectedRole },
      changes,
    })
    return detailOf(needs, tx, await getStoredCase(needs, tx, row.id, user), user)
  }

  return {
    /** Saves a case under the version that was read. */
    save: ({ caseId = 0, version, submitType: _screen, ...given }: CaseSave, user: SessionUser): Promise<CaseDetail> =>
      inTransaction(async (tx) => {
        const row = await holdCase(needs, tx, caseId, user)
        refuseUnchangeable(user, row)
        await refuseLocked(needs, tx, row, user)
        await refuseOlder(needs, tx, row, version, user)
        return write(tx, row, merged(given, valuesOf(row), row.isAsReceived), user)
      }),

    /** Adds actions performed, under a key once; needs no version, since it takes nothing away. */
    addActions: (
      { caseId = 0, performedActions = [] }: Pick<CaseSave, 'caseId' | 'performedActions'>,
      user: SessionUser,
      key: string | undefined,
    ): Promise<CaseDetail> =>
      inTransaction(async (tx) => {
        const row = await holdCase(needs, tx, caseId, user)
        if (!(await isNew(tx, { key, of: `actions ${caseId}`, body: performedActions }, log, clock.now()))) {
          touched('case', [caseId])
          return detailOf(needs, tx, row, user)
        }
        refuseUnchangeable(user, row)
        await refuseLocked(needs, tx, row, user)
        const before = valuesOf(row)
        const after = kept({ ...before, performedActions: [...(before.performedActions ?? []), ...performedActions] })
        refuseTooLong(after)
        return write(tx, row, after, user, 'performed')
      }),
  }
}
