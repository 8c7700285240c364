import {
  type CaseDetail,
  type CaseKey,
  type CaseSave,
  type CaseValues,
  caseDenialErrors,
  caseFields,
  caseForm,
  type Field,
  type FieldError,
  type Form,
  fixedCaseKeys,
  inActionOrder,
  mainGroundFirst,
  withoutHidden,
} from '@portal/contract'
import type { Logger } from 'pino'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { errorsOfCheck, type FieldCheck } from '#platform/database/field-check.ts'
import { together } from '#platform/database/together.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { isNew } from '#platform/idempotency.ts'
import type { Lock } from '#platform/locks.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { editDenialOf } from '../cases.rules.ts'
import { openCase, selectCase } from '../cases.store.ts'
import { insertEvent } from '../history/case-events.store.ts'
import { lockCaseRow, updateCase } from './case-commands.store.ts'
import { type FoundCase, statusWord } from './case-present.ts'
import { type CaseNeeds, detailOf, lockedParams, readScopeOf, refuseMissing } from './case-reading.ts'
import { changedKeys, changesBetween, defaultCaseValues, valuesOf } from './case-values.ts'

export interface CommandNeeds extends CaseNeeds {
  readonly inTransaction: InTransaction
  readonly log: Logger
  /** The errors of choices whose ids are not in force in their list; what `stored` has may stay. */
  readonly choiceErrors: <V extends object>(
    form: Pick<Form<V>, 'fields'>,
    values: V,
    from: Db,
    stored?: V,
  ) => Promise<readonly FieldError[]>
  /** The same as a check that is sent with other statements. */
  readonly choiceCheck: <V extends object>(form: Pick<Form<V>, 'fields'>, values: V, from: Db, stored?: V) => FieldCheck
  /** An error for each link to a record of the registry that is not there. */
  readonly linkErrors: (values: CaseValues, from: Db) => Promise<readonly FieldError[]>
}

/** A case whose row is locked until the transaction ends. */
export interface HeldCase extends FoundCase {
  /** The lock of another user. */
  readonly lock: Lock | undefined
}

/** Reads a case for a change, and locks its row. Throws 404 where there is none, 403 where the user may not see it. */
export async function holdCase({ vault, locks }: CaseNeeds, tx: Db, id: number, user: SessionUser): Promise<HeldCase> {
  const [, [sealed], [lock]] = await together(
    tx,
    lockCaseRow.filled(tx, { id }),
    selectCase(tx, readScopeOf(user), id),
    locks.selectLock(tx, id),
  )
  const row = (await openCase(vault, id, sealed)) ?? (await refuseMissing(tx, id))
  return Object.assign(row, { lock: lock?.userId === user.id ? undefined : lock })
}

/** The error for a change to a case that another user is editing; it carries the case. */
export async function lockedError(needs: CaseNeeds, tx: Db, row: FoundCase, user: SessionUser): Promise<AppError> {
  const record = await detailOf(needs, tx, row, user)
  return new AppError('locked', { record, params: lockedParams(record) })
}

/** Throws 409 where another user is editing the case. */
export async function refuseLocked(needs: CaseNeeds, tx: Db, row: HeldCase, user: SessionUser): Promise<void> {
  if (row.lock) throw await lockedError(needs, tx, row, user)
}

/** Throws 409 with the current case where it has changed since the user read it. */
export async function refuseOlder(
  needs: CaseNeeds,
  tx: Db,
  row: FoundCase,
  version: number | undefined,
  user: SessionUser,
) {
  if (row.version === version) return
  throw new AppError('conflict', { record: await detailOf(needs, tx, row, user) })
}

/** Throws the reason where the user may not edit the case. */
export function refuseUnchangeable(user: SessionUser, row: FoundCase): void {
  const denial = editDenialOf(user, row, false)
  if (denial) throw new AppError(caseDenialErrors[denial], { params: { status: statusWord(row.status) } })
}

/** Throws 400 for lists that exceed the maximum of their field. */
export function refuseTooLong(values: CaseValues): void {
  const fieldErrors = Object.entries(values).flatMap(([key, value]): FieldError[] => {
    const { kind, wire, max = Infinity }: Field = caseFields[key as CaseKey]
    const isTooLong = kind === 'lines' && Array.isArray(value) && value.length > max
    return isTooLong ? [{ path: wire, message: 'troppe_righe_elenco', params: { max } }] : []
  })
  if (fieldErrors.length > 0) throw invalidInput(fieldErrors)
}

/** Fills in defaults, puts the main ground first, sorts the actions, and clears the fields that other values hide. */
export function normalizeCaseValues(values: CaseValues): CaseValues {
  const { grounds, performedActions, isOffenderUnnamed, offenderName } = values
  return withoutHidden(caseForm, {
    ...defaultCaseValues,
    ...values,
    isOffenderUnnamed: isOffenderUnnamed ?? offenderName === undefined,
    ...(grounds && { grounds: mainGroundFirst(grounds) }),
    ...(performedActions && { performedActions: inActionOrder(performedActions) }),
  })
}

/** The values that the user sent, with the stored values of the fields that saving does not change. */
function mergedValues(sent: CaseValues, stored: CaseValues, isAsReceived: boolean): CaseValues {
  const fixed: readonly CaseKey[] = isAsReceived ? [...fixedCaseKeys, 'message'] : fixedCaseKeys
  const editable = Object.entries(sent).filter(
    ([key]) => Object.hasOwn(caseFields, key) && !fixed.some((one) => one === key),
  )
  const unchanged = Object.entries(stored).filter(([key]) => fixed.some((one) => one === key))
  return normalizeCaseValues(Object.fromEntries([...editable, ...unchanged]))
}

/** The fields whose choice decides what may be chosen in a field or in its lines. */
const parentsOf = (key: CaseKey): ReadonlySet<string | undefined> => {
  const { parent, columns = {} }: Field = caseFields[key]
  return new Set([parent, ...Object.values(columns).map((column) => column.parent)])
}

/** The check of new choices: those that no list offers are errors; a choice that was stored may stay. Throws 400 for wrong links. */
async function checkOfChanged(
  needs: CommandNeeds,
  tx: Db,
  values: CaseValues,
  { changed, stored = {} }: { readonly changed: readonly CaseKey[]; readonly stored?: CaseValues },
): Promise<FieldCheck> {
  const isMeant = (key: string) => changed.some((one) => one === key || parentsOf(one).has(key))
  const meant = Object.fromEntries(Object.entries(values).filter(([key]) => isMeant(key)))
  const isNew = ({ path }: FieldError) =>
    changed.some((key) => path === caseFields[key].wire || path.startsWith(`${caseFields[key].wire}.`))
  const { statement, errorsOf } = needs.choiceCheck(caseForm, meant, tx, stored)
  const check = { statement, errorsOf: (rows: readonly unknown[]) => errorsOf(rows).filter(isNew) }
  // The database itself refuses a link to a record that is not there.
  const wrongLinks = await needs.linkErrors(meant, tx)
  if (wrongLinks.length > 0) throw invalidInput([...(await errorsOfCheck(check, tx)), ...wrongLinks])
  return check
}

/** Throws 400 for new choices that no list offers. */
export async function refuseUnknownChoices(
  needs: CommandNeeds,
  tx: Db,
  values: CaseValues,
  changed: readonly CaseKey[],
): Promise<void> {
  const fieldErrors = await errorsOfCheck(await checkOfChanged(needs, tx, values, { changed }), tx)
  if (fieldErrors.length > 0) throw invalidInput(fieldErrors)
}

interface Change {
  readonly row: FoundCase
  readonly after: CaseValues
  /** The kind of the entry in the history. */
  readonly kind: 'changed' | 'performed'
}

/** Writes the changed values, with their entries in the history and the audit log. */
async function writeChanges(
  needs: CommandNeeds,
  tx: Db,
  { row, after, kind }: Change,
  { user, audit }: Caller,
): Promise<CaseDetail> {
  const { vault, clock } = needs
  const before = valuesOf(row)
  const changes = changesBetween(before, after)
  const changed = changedKeys(changes)
  audit.record('case', [row.id], changed)
  if (changes.length === 0) return detailOf(needs, tx, row, user)
  const check = await checkOfChanged(needs, tx, after, { changed, stored: before })
  const { written, eventId } = await updateCase(tx, vault, row, { values: after, changed, check })
  const event = { caseId: row.id, kind, at: clock.now(), byUser: user.id, role: user.selectedRole, changes }
  await insertEvent(tx, vault, event, eventId)
  return detailOf(needs, tx, written, user, 'free')
}

/** Saves cases (specification 2 §7). */
export function createCaseSaving(needs: CommandNeeds) {
  const { inTransaction, clock, log } = needs

  return {
    /** Saves a case; throws 409 unless `version` is the current version. */
    save: ({ caseId = 0, version, submitType: _screen, ...sent }: CaseSave, caller: Caller): Promise<CaseDetail> =>
      inTransaction(async (tx) => {
        const { user } = caller
        const row = await holdCase(needs, tx, caseId, user)
        refuseUnchangeable(user, row)
        await refuseLocked(needs, tx, row, user)
        await refuseOlder(needs, tx, row, version, user)
        const after = mergedValues(sent, valuesOf(row), row.isAsReceived)
        return writeChanges(needs, tx, { row, after, kind: 'changed' }, caller)
      }),

    /** Adds performed actions, once for each idempotency key; needs no version, since it removes nothing. */
    addActions: (
      { caseId = 0, performedActions = [] }: Pick<CaseSave, 'caseId' | 'performedActions'>,
      caller: Caller,
      key: string | undefined,
    ): Promise<CaseDetail> =>
      inTransaction(async (tx) => {
        const { user } = caller
        const row = await holdCase(needs, tx, caseId, user)
        if (!(await isNew(tx, { key, of: `actions ${caseId}`, body: performedActions }, log, clock.now()))) {
          caller.audit.record('case', [caseId])
          return detailOf(needs, tx, row, user)
        }
        refuseUnchangeable(user, row)
        await refuseLocked(needs, tx, row, user)
        const before = valuesOf(row)
        const after = normalizeCaseValues({
          ...before,
          performedActions: [...(before.performedActions ?? []), ...performedActions],
        })
        refuseTooLong(after)
        return writeChanges(needs, tx, { row, after, kind: 'performed' }, caller)
      }),
  }
}
