import {
  type AssociationDetail,
  type AssociationLetter,
  type AssociationSave,
  type AssociationValues,
  associationDenialErrors,
  associationFields,
  associationForm,
  can,
  correspondenceType,
  isDocumentKey,
  type LockAction,
  withoutHidden,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import { lockedParams, lockHolderOf } from '#platform/session/lock-holder.ts'
import { editDenialOf, isStoredKey } from '../associations.rules.ts'
import { refuseLocked, refuseOlder } from './association-acting.ts'
import { changedKeys, changesBetween } from './association-changes.ts'
import { insertAssociationEvent } from './association-events.store.ts'
import { type AssociationNeeds, detailOf, getStored, statusWord } from './association-reading.ts'
import { recordProposal } from './association-writing.ts'
import { lockRow, type StoredAssociation, updateAssociation } from './associations.store.ts'
import { findLetter, storeReturn } from './letters.store.ts'
import { enableMembersOf, hasMembers } from './members.ts'
import { refuseNumberInUse } from './number-in-use.ts'
import { proposalUpdate, type SplitChange, splitChange } from './proposals.ts'

/** The values of the form, without documents and without what hidden fields hold. */
export const storedValues = (sent: AssociationValues): AssociationValues =>
  Object.fromEntries(
    Object.entries(withoutHidden(associationForm, sent)).filter(
      ([key]) => isStoredKey(key, associationFields) && !isDocumentKey(key),
    ),
  )

/** Throws 400 for choices that no list offers; a choice that was stored before it left its list may stay. */
export async function refuseUnknownChoices(
  needs: AssociationNeeds,
  tx: Db,
  values: AssociationValues,
  { changed, stored }: { readonly changed: readonly string[]; readonly stored: AssociationValues },
): Promise<void> {
  const fieldErrors = await needs.choiceErrors(associationForm, values, tx, stored)
  const wires = changed.map((key) => associationFields[key as keyof typeof associationFields].wire)
  const found = fieldErrors.filter(({ path }) => wires.some((wire) => path === wire || path.startsWith(`${wire}.`)))
  if (found.length > 0) throw invalidInput(found)
}

/** Reads an association for a change of the office; throws where the caller may not edit it now. */
async function holdForEdit(needs: AssociationNeeds, tx: Db, id: number, caller: Caller): Promise<StoredAssociation> {
  await lockRow(tx, id)
  const row = await getStored(needs, tx, id)
  const mayEdit = can('registerEdit', caller.user.selectedRole)
  const denial = editDenialOf({ status: row.status, mayEdit, isLocked: false })
  if (denial) throw new AppError(associationDenialErrors[denial], { params: { status: statusWord(row.status) } })
  return row
}

/** Checking documents, the correspondence of the office, and letters that came back. */
function createPaperWork(needs: AssociationNeeds) {
  const { inTransaction, attachments } = needs
  return {
    /** Stores which types of documents somebody has checked. It is no change of the record: its version stays. */
    check: (id: number, types: readonly number[], caller: Caller): Promise<{ types: number[] }> =>
      inTransaction(async (tx) => {
        await holdForEdit(needs, tx, id, caller)
        caller.audit.record('association', [id], ['checkedDocuments'])
        const checked = [...new Set(types)].sort((one, other) => one - other)
        await tx.updateTable('associations').set({ checkedDocuments: checked }).where('id', '=', id).execute()
        return { types: checked }
      }),

    /** Adds files to the correspondence of the office. */
    addCorrespondence: (id: number, ids: readonly string[], caller: Caller): Promise<AssociationDetail> =>
      inTransaction(async (tx) => {
        await lockRow(tx, id)
        const row = await getStored(needs, tx, id)
        const owner = { associationId: id, associationDocument: correspondenceType }
        const claim = { ids, maker: { userId: caller.user.id }, owner, wirePath: 'allegati' }
        await attachments.claim(tx, claim, caller.audit)
        caller.audit.record('association', [id], ['correspondence'])
        return detailOf(needs, tx, row, caller)
      }),

    /** Notes that a letter which was sent came back, or takes the note back. */
    markLetter: (id: number, isReturned: boolean, caller: Caller): Promise<AssociationLetter> =>
      inTransaction(async (tx) => {
        const found = await findLetter(tx, needs.vault, id)
        if (!found) throw new AppError('not_found')
        if (!found.isSent) throw invalidInput([{ path: 'id_lettera', message: 'lettera_non_inviata' }])
        caller.audit.record('association', [found.associationId], ['letters'])
        await storeReturn(tx, id, isReturned ? needs.clock.now() : null)
        return { ...found.letter, state: isReturned ? 'failed' : 'sent' }
      }),
  }
}

/** Writes what the office saved: its changes at once, and the proposal of what the decree rests on. */
async function writeSaved(
  needs: AssociationNeeds,
  tx: Db,
  row: StoredAssociation,
  { values, proposal }: SplitChange,
  { user }: Caller,
): Promise<void> {
  const changes = changesBetween(row.values, values)
  if (changes.length === 0 && !proposal) return
  await updateAssociation(tx, needs.vault, row, { values, ...proposalUpdate(needs, proposal, user.id) })
  if (hasMembers(row)) await enableMembersOf(needs, tx, { id: row.id, values })
  if (changes.length > 0)
    await insertAssociationEvent(tx, needs.vault, {
      associationId: row.id,
      kind: 'change',
      at: needs.clock.now(),
      changes,
      byUser: user.id,
      role: user.selectedRole,
    })
  if (proposal) await recordProposal(needs, tx, row, proposal, user)
}

/** Saving, checking documents, correspondence and the lock of an association (specification 2 §7, decisions §8). */
export function createAssociationSaving(needs: AssociationNeeds) {
  const { inTransaction, locks } = needs

  const hold = (id: number, caller: Caller) =>
    inTransaction(async (tx) => {
      await holdForEdit(needs, tx, id, caller)
      caller.audit.record('association', [id])
      const lock = await locks.hold(tx, id, caller.user.id)
      if (lock) return { until: lock.until }
      const holder = await lockHolderOf(needs, tx, id, caller.user)
      throw new AppError('association_locked', holder && { params: lockedParams(holder) })
    })

  const release = (id: number, { user, audit }: Caller) =>
    inTransaction(async (tx) => {
      audit.record('association', [id])
      await locks.release(tx, id, user.id)
      return { until: undefined }
    })

  const lockHandlers = { hold, release } as const

  return {
    ...createPaperWork(needs),

    /** Saves an association; throws 409 unless `version` is the current version. */
    save: ({ associationId: id = 0, version, ...sent }: AssociationSave, caller: Caller): Promise<AssociationDetail> =>
      inTransaction(async (tx) => {
        const row = await holdForEdit(needs, tx, id, caller)
        await refuseLocked(needs, tx, row, caller)
        await refuseOlder(needs, tx, row, version, caller)
        const values = storedValues(sent)
        const changed = changedKeys(changesBetween(row.values, values))
        caller.audit.record('association', [id], changed)
        await refuseUnknownChoices(needs, tx, values, { changed, stored: row.values })
        if (changed.includes('number')) await refuseNumberInUse(needs, tx, id, values.number)
        await writeSaved(needs, tx, row, await splitChange(needs, tx, { row, values }, caller.audit), caller)
        return detailOf(needs, tx, await getStored(needs, tx, id), caller)
      }),

    lock(id: number, action: LockAction | undefined, caller: Caller): Promise<{ until: Date | undefined }> {
      if (action === 'takeOver') throw new AppError('not_allowed')
      return lockHandlers[action ?? 'hold'](id, caller)
    },
  }
}
