import {
  type AssociationActionValues,
  type AssociationActionWord,
  type AssociationDetail,
  type AssociationSave,
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
import type { SessionUser } from '#platform/session/session.store.ts'
import { associationFactsOf, denialOf, workflowRoleOf } from '../associations.rules.ts'
import { preparations } from './association-preparations.ts'
import { type AssociationNeeds, getStored, statusWord, withReports } from './association-reading.ts'
import { associationRecord, storedValues } from './association-record.ts'
import { writeAction } from './association-writing.ts'
import type { StoredAssociation } from './associations.store.ts'

function wordOf({ word }: AssociationActionValues): AssociationActionWord {
  const found = associationActionNames.find((name) => associationActionWords[name] === word)
  if (!found) throw invalidInput([{ path: 'azione', message: 'valore_non_valido' }])
  return found
}

/** Performs an action of the office on an association (decisions §6). */
export async function actOnAssociation(
  needs: AssociationNeeds,
  values: AssociationActionValues,
  caller: Caller,
): Promise<AssociationDetail> {
  const { user, audit } = caller
  const { associationId: id = 0 } = values
  const detail = await needs.inTransaction(audit, async (tx) => {
    const held = await associationRecord.hold(needs, tx, id, user)
    const { row } = held
    const word = wordOf(values)
    const role = workflowRoleOf(user.selectedRole)
    if (!role) throw new AppError('not_allowed')
    const record = associationFactsOf(row, todayOf(needs.clock))
    const denial = denialOf(word, record, role, actionInputOf(word, values))
    if (denial && denial !== 'missing_input')
      throw new AppError(associationDenialErrors[denial], { params: { status: statusWord(row.status) } })
    await associationRecord.refuseLocked(needs, tx, held, user)
    await associationRecord.refuseOlder(needs, tx, row, values.version, user)
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
    return associationRecord.detailOf(needs, tx, await getStored(needs, tx, id), user, 'free')
  })
  return withReports(needs, detail, caller)
}

/** Saves an association; throws 409 unless `version` is its current version. Another text of an open request for documents is sent. */
export const saveAssociation = (
  needs: AssociationNeeds,
  { associationId: id = 0, version, missingItems, ...sent }: AssociationSave,
  caller: Caller,
): Promise<AssociationDetail> =>
  needs.inTransaction(caller.audit, async (tx) => {
    const { user } = caller
    const row = await associationRecord.holdForEdit(needs, tx, id, user)
    await associationRecord.refuseOlder(needs, tx, row, version, user)
    const saved = await associationRecord.change(needs, tx, { row, values: storedValues(sent) }, caller)
    if (row.status !== 'documentsAsked' || !missingItems || missingItems === row.missingItems) return saved
    await correctRequest(needs, tx, await getStored(needs, tx, id), missingItems, user)
    return associationRecord.detailOf(needs, tx, await getStored(needs, tx, id), user, 'free')
  })

async function correctRequest(
  needs: AssociationNeeds,
  tx: Db,
  row: StoredAssociation,
  missingItems: string,
  user: SessionUser,
) {
  const word = 'correctDocuments'
  const role = workflowRoleOf(user.selectedRole)
  const denial = role && denialOf(word, associationFactsOf(row, todayOf(needs.clock)), role, { missingItems })
  if (!role || denial === 'missing_input') throw new AppError('not_allowed')
  if (denial) throw new AppError(associationDenialErrors[denial], { params: { status: statusWord(row.status) } })
  const prepared = await preparations[word]?.(needs, tx, { word, row, values: { missingItems }, user })
  await writeAction(needs, tx, { action: word, row, actor: { role, user }, reason: missingItems, ...prepared })
}

/** The reason of an entry in the history; of a request for documents and its correction it is what is missing. */
const reasonOf = (word: AssociationActionWord, { reason, missingItems }: AssociationActionValues) =>
  word === 'askDocuments' || word === 'correctDocuments' ? missingItems : reason
