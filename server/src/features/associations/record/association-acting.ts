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
import type { Caller } from '#platform/session/caller.ts'
import { associationFactsOf, denialOf, workflowRoleOf } from '../associations.rules.ts'
import { preparations } from './association-preparations.ts'
import { type AssociationNeeds, getStored, statusWord, withReports } from './association-reading.ts'
import { associationRecord } from './association-record.ts'
import { writeAction } from './association-writing.ts'

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

/** The reason of an entry in the history; of a request for documents it is what is missing. */
const reasonOf = (word: AssociationActionWord, { reason, missingItems }: AssociationActionValues) =>
  word === 'askDocuments' ? missingItems : reason
