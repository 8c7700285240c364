import { type CaseActionWord, type CaseDetail, caseActions } from '@portal/contract'
import type { TFunction } from 'i18next'

/** Why an action is disabled, in words: the reason in the answer, or changes that are not saved; undefined if it is not. */
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

/** Why editing is disabled, in words: the reason in the answer, or a draft that waits; undefined if it is not. */
export function editDisabledReason(
  t: TFunction,
  { actions }: Pick<CaseDetail, 'actions'>,
  hasDraft: boolean,
): string | undefined {
  const reason = actions.edit ?? (hasDraft ? 'draft' : null)
  return reason === null ? undefined : t(`caseDetail.editDenials.${reason}`)
}
