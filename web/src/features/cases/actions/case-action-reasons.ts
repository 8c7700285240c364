import { type CaseActionWord, type CaseDetail, caseActions, caseActionWords } from '@portal/contract'
import type { TFunction } from 'i18next'

/** The actions in the order of a case's life. */
export const actionWords = Object.keys(caseActionWords) as readonly CaseActionWord[]

/** Actions that nobody can undo. */
export const irreversibleActions: readonly string[] = ['cancel'] satisfies readonly CaseActionWord[]

/** Why an action is disabled, as text: the reason in the answer, or unsaved changes; undefined while it is enabled. */
export function disabledReason(
  t: TFunction,
  word: CaseActionWord,
  record: Pick<CaseDetail, 'status' | 'actions'>,
  hasUnsaved: boolean,
): string | undefined {
  const reason = record.actions[word] ?? (hasUnsaved ? 'unsaved' : null)
  if (reason === null) return undefined
  const roles = caseActions[word].by.map((role) => t(`roles.${role}`)).join(', ')
  return t(`caseActions.reasons.${reason}`, { roles, status: t(`caseStatuses.${record.status}`) })
}

/** Why editing is disabled, as text: the reason in the answer, or a stored draft; undefined while it is enabled. */
export function editDisabledReason(
  t: TFunction,
  { actions }: Pick<CaseDetail, 'actions'>,
  hasDraft: boolean,
): string | undefined {
  const reason = actions.edit ?? (hasDraft ? 'draft' : null)
  return reason === null ? undefined : t(`caseDetail.editDenials.${reason}`)
}
