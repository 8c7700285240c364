import {
  type AssociationActionDenials,
  type AssociationActionWord,
  type AssociationDetail,
  associationActionNames,
  associationActions,
  type Role,
  roleCodes,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { EditButtons } from '#form/edit/edit-buttons.tsx'
import { MoreActions } from '#lib/backoffice/more-actions.tsx'
import { recordTitleId } from '#record/record-address.ts'
import { Button } from '#ui/button.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import type { AssociationFormOf } from '../record/use-association-form.ts'
import { AssociationActionDialog, isIrreversible } from './association-action-dialog.tsx'
import { isChecklistOpen } from './association-action-draft.ts'

interface Props {
  readonly record: AssociationDetail
  readonly form: AssociationFormOf
}

interface Entry {
  readonly word: AssociationActionWord
  readonly disabledReason: string | undefined
}

/** The actions on an association, always visible; a disabled one shows its reason. */
export function AssociationActionBar({ record, form }: Props) {
  const { t } = useTranslation()
  const [word, setWord] = useState<AssociationActionWord>()
  const entries = associationActionNames.map(
    (name): Entry => ({ word: name, disabledReason: disabledReason(t, name, record, form.hasChanges()) }),
  )
  const inBar = entries.filter((entry) => isInBar(entry, record))
  const inList =
    (isNarrowOnly: boolean) =>
    ({ word: name, disabledReason: reason }: Entry) => ({
      text: t(`register.actions.names.${name}`),
      disabledReason: reason,
      isNarrowOnly,
      onSelect: () => setWord(name),
    })
  const handleDone = () => {
    // The pressed button may no longer exist: the title gets the focus.
    flushSync(() => setWord(undefined))
    form.afterAction()
    focusById(recordTitleId)
  }
  return (
    <section className="desk-actions" aria-label={t('register.actions.label')}>
      <EditButtons
        form={form}
        disabledReason={editReason(t, record, form.storedDraft !== undefined || form.state.phase === 'lost')}
      />
      {inBar.map(({ word: name, disabledReason: reason }) => (
        <Button
          key={name}
          variant="secondary"
          className="bar-action"
          disabledReason={reason}
          onClick={() => setWord(name)}
        >
          {t(`register.actions.names.${name}`)}
        </Button>
      ))}
      <MoreActions
        entries={[...inBar.map(inList(true)), ...entries.filter((one) => !inBar.includes(one)).map(inList(false))]}
      />
      {word && (
        <AssociationActionDialog word={word} record={record} onDone={handleDone} onClose={() => setWord(undefined)} />
      )}
    </section>
  )
}

/** What the user may do is in the bar, unless it is irreversible: an approval too while its checklist is open. */
const isInBar = ({ word }: Entry, { actions }: AssociationDetail) => actions[word] === null && !isIrreversible(word)

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
