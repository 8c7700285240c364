import { type CaseActionWord, type CaseDetail, caseActions } from '@portal/contract'
import type { TFunction } from 'i18next'

/** Why an action is off, in words: as the case came with it, or because changes are not saved; undefined when it is on. */
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

/** Why a case cannot be edited now, in words: as it came, or because a draft waits; undefined when it can. */
export function editDisabledReason(
  t: TFunction,
  { actions }: Pick<CaseDetail, 'actions'>,
  hasDraft: boolean,
): string | undefined {
  const reason = actions.edit ?? (hasDraft ? 'draft' : null)
  return reason === null ? undefined : t(`caseDetail.editOff.${reason}`)
}
