import {
  type CaseDetail,
  type CaseKey,
  type CaseSave,
  type CaseValues,
  caseDenialErrors,
  caseForm,
  type FieldError,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { errorsOfCheck, type FieldCheck } from '#platform/database/field-check.ts'
import type { Db } from '#platform/database/transaction.ts'
import { isNew } from '#platform/idempotency.ts'
import { defineRecord } from '#platform/record/record.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { editDenialOf, mayTakeOver } from '../cases.rules.ts'
import { openCase, selectCase } from '../cases.store.ts'
import { insertEvent } from '../history/case-events.store.ts'
import { lockCaseRow, updateCase } from './case-commands.store.ts'
import { mergedValues, normalizeCaseValues, refuseTooLong } from './case-input.ts'
import { codeOf, type FoundCase, statusWord } from './case-present.ts'
import { getCaseHead, presentDetail, readScopeOf, refuseMissing } from './case-reading.ts'
import { caseChanges, valuesOf } from './case-values.ts'

/** The kinds of entries that new values of a case leave in its history. */
type SavedKind = 'changed' | 'performed'

/** Throws the reason where the user may not edit the case. */
function refuseEdit(row: FoundCase, user: SessionUser): void {
  const denial = editDenialOf(user, row, false)
  if (denial) throw new AppError(caseDenialErrors[denial], { params: { status: statusWord(row.status) } })
}

interface NewValues {
  readonly values: CaseValues
  readonly changed: readonly CaseKey[]
  readonly check: FieldCheck
}

/** Throws 400 for new links to records that are not there, with the errors of the choices. */
async function refuseWrongLinks(needs: CaseNeeds, tx: Db, { values, changed, check }: NewValues): Promise<void> {
  const linked = Object.fromEntries(changed.map((key) => [key, values[key]]))
  const fieldErrors: readonly FieldError[] = await needs.linkErrors(linked, tx)
  if (fieldErrors.length > 0) throw invalidInput([...(await errorsOfCheck(check, tx)), ...fieldErrors])
}

/** Cases as records (specification 2 §7, decisions §8). */
export const caseRecord = defineRecord({
  kind: 'case',
  form: caseForm,
  changes: caseChanges,
  lockedError: 'locked',
  lockRow: (tx, id) => lockCaseRow.filled(tx, { id }),
  select: (from, id, user) => selectCase(from, readScopeOf(user), id),
  open: async (needs: CaseNeeds, from, id, found): Promise<FoundCase> =>
    (await openCase(needs.vault, id, found)) ?? refuseMissing(from, id),
  versionOf: async (needs, id, user) => (await getCaseHead(needs.db, id, user)).version,
  valuesOf,
  present: presentDetail,
  refuseEdit,
  refuseValues: refuseWrongLinks,
  isCheckedByWrite: true,
  async write({ vault }, tx, { row, values, changed, changes, check }, note) {
    const { written, eventId } = await updateCase(tx, vault, row, { values, changed, check })
    await note(changes, eventId)
    return written
  },
  event: ({ vault }, tx, { recordId, ...entry }, id) => insertEvent(tx, vault, { ...entry, caseId: recordId }, id),
  savedAs: 'changed' as SavedKind,
  takeOver: {
    isAllowed: (user) => mayTakeOver(user.selectedRole),
    async note({ vault, office, notify }, tx, row, former, by) {
      const event = { caseId: row.id, kind: 'lockTaken' } as const
      await insertEvent(tx, vault, { ...event, ...by, operatorId: former.userId })
      await notify(tx, { ...event, code: codeOf(office.productTag, row), userIds: [former.userId] })
    },
  },
})

/** Throws 400 for values of a new case that name choices of no list, or records that are not there. */
export async function refuseUnknownChoices(needs: CaseNeeds, tx: Db, values: CaseValues): Promise<void> {
  const changed = Object.keys(values) as CaseKey[]
  await refuseWrongLinks(needs, tx, { values, changed, check: caseRecord.checkOf(needs, tx, values, { changed }) })
  await caseRecord.refuseUnknownChoices(needs, tx, values, { changed })
}

/** Saves a case; throws 409 unless `version` is its current version. */
export const saveCase = (
  needs: CaseNeeds,
  { caseId: id = 0, version, submitType: _screen, ...sent }: CaseSave,
  caller: Caller,
): Promise<CaseDetail> => {
  const valuesFrom = (row: FoundCase) => mergedValues(sent, valuesOf(row), row.isAsReceived)
  return caseRecord.save(needs, { id, version, valuesFrom }, caller)
}

/** Adds performed actions, once for each idempotency key; needs no version, since it removes nothing. */
export const addPerformedActions = (
  needs: CaseNeeds,
  { caseId = 0, performedActions = [] }: Pick<CaseSave, 'caseId' | 'performedActions'>,
  caller: Caller,
  key: string | undefined,
): Promise<CaseDetail> =>
  needs.inTransaction(
    caller.audit,
    async (tx) => {
      const { log, clock } = needs
      const { user, audit } = caller
      const held = await caseRecord.hold(needs, tx, caseId, user)
      const { row } = held
      if (!(await isNew(tx, { key, of: `actions ${caseId}`, body: performedActions }, log, clock.now()))) {
        audit.record('case', [caseId])
        return caseRecord.detailOf(needs, tx, row, user)
      }
      refuseEdit(row, user)
      await caseRecord.refuseLocked(needs, tx, held, user)
      const before = valuesOf(row)
      const values = normalizeCaseValues({
        ...before,
        performedActions: [...(before.performedActions ?? []), ...performedActions],
      })
      refuseTooLong(values)
      return caseRecord.change(needs, tx, { row, values, eventKind: 'performed' }, caller)
    },
    { isKeyed: key !== undefined },
  )
