import {
  type ActionRule,
  accessTo,
  actionOf,
  type CaseAction,
  type CaseActionWord,
  type CaseDetail,
  type Condition,
  caseActions,
  endsCase,
  type Refusal,
  type Role,
  refusal,
  unmetCondition,
} from '@portal/contract'

/** Why an action is off for somebody, on a case as it stands. */
export type OffReason = Refusal | Condition | 'of_somebody_else' | 'erased' | 'locked' | 'unsaved'

export type Standing = Pick<
  CaseDetail,
  'status' | 'operatorId' | 'isConflict' | 'pseudonymisedAt' | 'closingProposedAt'
> & {
  readonly values: Pick<CaseDetail['values'], 'relevanceId' | 'isAnsweredAtOnce'>
}

export interface Actor {
  readonly id: number
  readonly selectedRole: Role
}

/** The actions in the order of a case's life. */
export const actionWords = [
  ...(['take', 'assignOne', 'assignTwo', 'sendToAssign', 'giveBack', 'assignExternal', 'takeBack'] as const),
  ...(['proposeClosing', 'sendBack', 'close', 'reopen', 'cancel'] as const),
] satisfies readonly CaseActionWord[]

/** What cannot be taken back. */
export const forGood: readonly string[] = ['cancel'] satisfies readonly CaseActionWord[]

/** Who does not see to every case may act on nobody's and on their own. */
const isOfOther = ({ operatorId }: Standing, { id, selectedRole }: Actor) =>
  operatorId !== undefined && operatorId !== id && accessTo('editCase', selectedRole) !== 'all'

/** The condition of an action that the case does not meet, as far as its dialog cannot mend it: the answer's promptness is ticked there. */
const unmet = (action: CaseAction, { operatorId, values, closingProposedAt }: Standing, { id }: Actor) =>
  unmetCondition(
    action,
    {
      ...{ assignedTo: operatorId, relevanceId: values.relevanceId, isAnsweredAtOnce: true },
      isClosingProposed: closingProposedAt !== undefined,
    },
    id,
  )

/** Why an action cannot be taken just now; null when it can. */
export function offReason(word: CaseActionWord, record: Standing, actor: Actor, hasUnsaved = false): OffReason | null {
  const action = actionOf(word, actor.selectedRole)
  return (
    refusal(action, record.status, actor.selectedRole) ??
    (record.pseudonymisedAt && !endsCase(action) ? 'erased' : null) ??
    (isOfOther(record, actor) ? 'of_somebody_else' : null) ??
    unmet(action, record, actor) ??
    (record.isConflict ? 'locked' : null) ??
    (hasUnsaved ? 'unsaved' : null)
  )
}

/** Who an action is for. */
export function rolesFor(word: CaseActionWord): readonly Role[] {
  const { by }: ActionRule = caseActions[word]
  return by
}
