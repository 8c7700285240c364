import {
  type AssociationActionDenials,
  type AssociationActionWord,
  type AssociationDetail,
  type AssociationDraft,
  associationActionNames,
  associationActions,
  type Role,
  roleCodes,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { RecordActionBar } from '#record/record-action-bar.tsx'
import type { AssociationFormOf } from '../record/use-association-form.ts'
import { AssociationActionDialog, isIrreversible } from './association-action-dialog.tsx'
import { isChecklistOpen } from './association-action-draft.ts'
import { useAssociationDownload } from './association-download.ts'

interface Props {
  readonly record: AssociationDetail
  readonly form: AssociationFormOf
}

/** The actions on an association. */
export function AssociationActionBar({ record, form }: Props) {
  const { t } = useTranslation()
  const { mutate, isPending } = useAssociationDownload(record.id)
  return (
    <RecordActionBar<AssociationDraft, AssociationDetail, AssociationActionWord>
      label={t('register.actions.label')}
      form={form}
      editDenial={editReason(t, record, form.storedDraft !== undefined || form.state.phase === 'lost')}
      actions={associationActionNames.map((word) => ({
        word,
        text: t(`register.actions.names.${word}`),
        disabledReason: disabledReason(t, word, record, form.hasChanges()),
        // An approval stays in the bar while its checklist is open.
        isInBar: record.actions[word] === null && !isIrreversible(word) && !seldom.includes(word),
      }))}
      others={[
        {
          text: t('register.sheet'),
          disabledReason: isPending ? t('site.wait') : undefined,
          onSelect: mutate,
        },
      ]}
      renderDialog={(word, handlers) => <AssociationActionDialog word={word} record={record} {...handlers} />}
    />
  )
}

/** Actions that mend what went wrong. */
const seldom: readonly AssociationActionWord[] = ['correctDecree']

const isOffice = (role: string): role is Role => Object.hasOwn(roleCodes, role)

/** Why an action is disabled, as text: the reason in the answer, unsaved changes, or documents that nobody has checked. */
function disabledReason(
  t: TFunction,
  word: AssociationActionWord,
  record: AssociationDetail,
  hasUnsaved: boolean,
): string | undefined {
  const reason = record.actions[word] ?? (hasUnsaved ? 'unsaved' : null)
  if (reason === null) return isChecklistOpen(word, record) ? t('messages.verifica_incompleta') : undefined
  const by: readonly string[] = associationActions[word].by
  const roles = by.filter(isOffice).map((role) => t(`roles.${role}`))
  const status = t(`registerStatuses.${record.status}`)
  return t(`register.actions.reasons.${reason}`, { roles: roles.join(', '), status })
}

const editTexts = ['wrong_role', 'wrong_status', 'locked'] as const
const isEditText = (reason: string): reason is (typeof editTexts)[number] => editTexts.some((one) => one === reason)

/** Why editing is disabled, as text: the reason in the answer, or a stored draft. */
function editReason(t: TFunction, { actions, status }: AssociationDetail, hasDraft: boolean): string | undefined {
  const reason: AssociationActionDenials['edit'] = actions.edit
  if (reason === null) return hasDraft ? t('register.actions.editReasons.draft') : undefined
  const text = isEditText(reason) ? reason : 'other'
  return t(`register.actions.editReasons.${text}`, { status: t(`registerStatuses.${status}`) })
}
