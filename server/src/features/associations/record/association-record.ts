import {
  type AssociationDetail,
  type AssociationValues,
  associationDenialErrors,
  associationFields,
  associationForm,
  can,
  isDocumentKey,
  withoutHidden,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { defineRecord, type NoteChange, type RecordChange } from '#platform/record/record.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { editDenialOf, isStoredKey } from '../associations.rules.ts'
import { insertAssociationEvent } from './association-events.store.ts'
import { type AssociationNeeds, getStored, presentDetail, statusWord, withReports } from './association-reading.ts'
import { associationChanges } from './association-values.ts'
import { recordProposal } from './association-writing.ts'
import { openAssociation, rowOf, type StoredAssociation, updateAssociation } from './associations.store.ts'
import { updateMembers } from './members.ts'
import { refuseNumberInUse } from './number-in-use.ts'
import { proposalUpdate, splitChange } from './proposals.ts'

/** The values of the form, without documents and without what hidden fields hold. */
export const storedValues = (sent: AssociationValues): AssociationValues =>
  Object.fromEntries(
    Object.entries(withoutHidden(associationForm, sent)).filter(
      ([key]) => isStoredKey(key, associationFields) && !isDocumentKey(key),
    ),
  )

/** Throws the reason where the user may not edit the association. */
export function refuseEdit({ status }: StoredAssociation, { selectedRole }: SessionUser): void {
  const denial = editDenialOf({ status, mayEdit: can('registerEdit', selectedRole), isLocked: false })
  if (denial) throw new AppError(associationDenialErrors[denial], { params: { status: statusWord(status) } })
}

/** Writes what the office saved: its changes at once, and the proposal of what the decree rests on. */
async function write(
  needs: AssociationNeeds,
  tx: Db,
  { row, values: sent }: RecordChange<StoredAssociation, AssociationValues>,
  note: NoteChange,
  { user, audit }: Caller,
): Promise<StoredAssociation> {
  const { values, proposal } = await splitChange(needs, tx, { row, values: sent }, audit)
  const changes = associationChanges.changesBetween(row.values, values)
  if (changes.length === 0 && !proposal) return row
  await updateAssociation(tx, needs.vault, row, { values, ...proposalUpdate(needs, proposal, user.id) })
  await updateMembers(needs, tx, row, values)
  if (changes.length > 0) await note(changes)
  if (proposal) await recordProposal(needs, tx, row, proposal, user)
  return getStored(needs, tx, row.id)
}

/** Associations as records of the office (specification 2 §7, decisions §8). */
export const associationRecord = defineRecord({
  kind: 'association',
  form: associationForm,
  changes: associationChanges,
  lockedError: 'association_locked',
  lockRow: (tx, id) => rowOf(tx, id).select('associations.id').forUpdate(),
  select: (from, id) => rowOf(from, id).selectAll('associations'),
  open: async ({ vault }: AssociationNeeds, _from, _id, found): Promise<StoredAssociation> => {
    if (!found) throw new AppError('not_found')
    return openAssociation(vault, found)
  },
  valuesOf: ({ values }: StoredAssociation) => values,
  present: presentDetail,
  refuseEdit,
  async refuseValues(needs, tx, { row, values, changed }) {
    if (changed.includes('number')) await refuseNumberInUse(needs, tx, row.id, values.number)
  },
  write,
  event: ({ vault }, tx, { recordId, ...entry }) =>
    insertAssociationEvent(tx, vault, { ...entry, associationId: recordId }),
  savedAs: 'change' as const,
})

/** An association, with its reports for users who may read cases; 409 with it where another user edits it. */
export const getAssociation = (needs: AssociationNeeds, id: number, caller: Caller): Promise<AssociationDetail> =>
  associationRecord.get(needs, id, caller, (detail) => withReports(needs, detail, caller))
