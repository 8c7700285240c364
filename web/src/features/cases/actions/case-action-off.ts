import type { CaseActionWord, CaseDetail } from '@portal/contract'
import type { TFunction } from 'i18next'
import { type Actor, offReason, rolesFor } from './case-action-rules.ts'

/** Why an action is off, in words; undefined when it is on. */
export function offText(
  t: TFunction,
  word: CaseActionWord,
  record: CaseDetail,
  user: Actor,
  hasUnsaved: boolean,
): string | undefined {
  const reason = offReason(word, record, user, hasUnsaved)
  if (reason === null) return undefined
  const roles = rolesFor(word)
    .map((role) => t(`roles.${role}`))
    .join(', ')
  return t(`caseActions.reasons.${reason}`, { roles, status: t(`caseStatuses.${record.status}`) })
}
