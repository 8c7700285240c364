import {
  actionDenialsOf,
  type CaseActionWord,
  type CaseStatus,
  caseActionWords,
  caseDenialWords,
  caseStatusIds,
  editDenialWords,
  type Role,
} from '@portal/contract'
import type { Answer } from './answer-calls.ts'

/** What of a case on the wire decides who may do what to it. */
interface CaseOnWire {
  readonly id_stato: number
  readonly id_operatore?: number | undefined
  readonly isConflict: number
  readonly flag_modificabile: number
  readonly id_pertinenza?: number
  readonly data_proposta_chiusura?: string
}

const statusOf = (id: number) =>
  (Object.keys(caseStatusIds) as CaseStatus[]).find((status) => caseStatusIds[status] === id) ?? 'open'

function editDenialOf({ id_stato, flag_modificabile, isConflict }: CaseOnWire) {
  if (['closed', 'cancelled'].includes(statusOf(id_stato))) return editDenialWords.concluded
  if (flag_modificabile === 0) return editDenialWords.not_assigned_to_self
  return isConflict === 1 ? editDenialWords.locked : null
}

/** A case as the server answers it to a user: with what they may do to it, by the same table. */
export function withActions<C extends CaseOnWire>(record: C, role: Role, id = 7) {
  const facts = {
    status: statusOf(record.id_stato),
    assignedTo: record.id_operatore,
    isLocked: record.isConflict === 1,
    isClosingProposed: record.data_proposta_chiusura !== undefined,
    isErased: false,
    values: { relevanceId: record.id_pertinenza },
  }
  const denials = actionDenialsOf(facts, { role, id })
  const words = (Object.keys(caseActionWords) as CaseActionWord[]).map((word) => {
    const denial = denials[word]
    return [caseActionWords[word], denial && caseDenialWords[denial]]
  })
  return { ...record, azioni: { ...Object.fromEntries(words), modifica: editDenialOf(record) } }
}

/** An answer whose case, if it is one, says what a user may do to it. */
export function withActionsIn(answer: Answer, role: Role): Answer {
  const { result } = answer
  const isCase = typeof result === 'object' && result !== null && 'flag_modificabile' in result
  return isCase ? { ...answer, result: withActions(result as CaseOnWire, role) } : answer
}

/** What two operators have in work. */
export const operatorsWork = [
  { id_utente: 7, nominativo: 'Bianchi Luca', livello: 'op2', casi_aperti: 4, casi_in_ritardo: 1 },
  { id_utente: 8, nominativo: 'Verdi Ugo', livello: 'op1', casi_aperti: 0, casi_in_ritardo: 0 },
]
