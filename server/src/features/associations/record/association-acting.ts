import {
  type AssociationActionValues,
  type AssociationActionWord,
  type AssociationDetail,
  actionInputOf,
  associationActionNames,
  associationActionWords,
  associationDenialErrors,
  missingOfAssociationAction,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import { lockedParams, lockHolderOf } from '#platform/session/lock-holder.ts'
import { denialOf, factsOf, workflowRoleOf } from '../associations.rules.ts'
import { preparations } from './association-preparations.ts'
import { type AssociationNeeds, detailOf, getStored, statusWord, withReports } from './association-reading.ts'
import { writeAction } from './association-writing.ts'
import { lockRow, type StoredAssociation } from './associations.store.ts'
/** The error for a change to an association that somebody else of the office is editing; it carries the record. */
export async function refuseLocked(needs: AssociationNeeds, tx: Db, row: StoredAssociation, caller: Caller) {
  const holder = await lockHolderOf(needs, tx, row.id, caller.user)
  if (!holder) return
  const record = await detailOf(needs, tx, row, caller)
  throw new AppError('association_locked', { record, params: lockedParams(holder) })
}

/** Throws 409 with the current record where it has changed since the caller read it. */
export async function refuseOlder(
  needs: AssociationNeeds,
  tx: Db,
  row: StoredAssociation,
  version: number | undefined,
  caller: Caller,
) {
  if (row.version === version) return
  throw new AppError('conflict', { record: await detailOf(needs, tx, row, caller) })
}

function wordOf({ word }: AssociationActionValues): AssociationActionWord {
  const found = associationActionNames.find((name) => associationActionWords[name] === word)
  if (!found) throw invalidInput([{ path: 'azione', message: 'valore_non_valido' }])
  return found
}

/** Performs the actions of the office on an association (decisions §6). */
export function createAssociationActing(needs: AssociationNeeds) {
  const actIn = (values: AssociationActionValues, caller: Caller): Promise<AssociationDetail> =>
    needs.inTransaction(async (tx) => {
      const { user, audit } = caller
      const { associationId: id = 0 } = values
      await lockRow(tx, id)
      const row = await getStored(needs, tx, id)
      const word = wordOf(values)
      const role = workflowRoleOf(user.selectedRole)
      if (!role) throw new AppError('not_allowed')
      const record = factsOf(row, todayOf(needs.clock))
      const denial = denialOf(word, record, role, actionInputOf(word, values))
      if (denial && denial !== 'missing_input')
        throw new AppError(associationDenialErrors[denial], { params: { status: statusWord(row.status) } })
      await refuseLocked(needs, tx, row, caller)
      await refuseOlder(needs, tx, row, values.version, caller)
      if (denial) throw invalidInput(missingOfAssociationAction(word, values, record))
      audit.record('association', [id], ['status'])
      const prepared = await preparations[word]?.(needs, tx, { word, row, values, user })
      await writeAction(needs, tx, {
        action: word,
        row,
        actor: { role, user },
        reason: reasonOf(word, values),
        ...prepared,
      })
      return detailOf(needs, tx, await getStored(needs, tx, id), caller)
    })

  return {
    act: async (values: AssociationActionValues, caller: Caller): Promise<AssociationDetail> =>
      withReports(needs, await actIn(values, caller), caller),
  }
}

/** The reason of an entry in the history; of a request for documents it is what is missing. */
const reasonOf = (word: AssociationActionWord, { reason, missingItems }: AssociationActionValues) =>
  word === 'askDocuments' ? missingItems : reason
