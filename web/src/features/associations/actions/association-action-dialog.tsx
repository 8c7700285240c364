import {
  type AssociationActionKey,
  type AssociationActionWord,
  type AssociationDetail,
  checklistOf,
  documentKeys,
  documentTypes,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { DeskFieldView } from '#form/fields/desk-field-view.tsx'
import { useStoredDraft } from '#form/stored-draft.ts'
import { fieldSentences, useFormSession } from '#form/use-form-session.ts'
import { ActionDialog, useActionCall } from '#record/action-dialog.tsx'
import { actOn, useAssociationRefresh } from '../associations.queries.ts'
import { associationTexts } from '../record/association-record.ts'
import { useNotesForRequest } from '../record/document-notes.ts'
import {
  type ActionDraft,
  actionField,
  actionKeysOf,
  hasChecklist,
  isNeeded,
  readAction,
  startOf,
} from './association-action-draft.ts'

const formId = 'association-action'

/** Actions that the association cannot undo by itself, nor the office by another action. */
const irreversible: readonly AssociationActionWord[] = ['reject', 'remove']
export const isIrreversible = (word: AssociationActionWord) => irreversible.includes(word)

interface Props {
  readonly word: AssociationActionWord
  readonly record: AssociationDetail
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The form of an action on an association. The draft stays in the tab and is restored when the user comes back. */
export function AssociationActionDialog({ word, record, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const { keys, start, isResumed, session } = useActionSession(word, record, onDone)
  const hints: Partial<Record<AssociationActionKey, string>> = {
    missingItems: t(
      word === 'correctDocuments' ? 'register.actions.correctedItemsHint' : 'register.actions.missingItemsHint',
    ),
    ...(!isNeeded(word, 'reason', record) && { reason: t('register.actions.reasonOptional') }),
  }
  return (
    <ActionDialog
      session={session}
      title={t(`register.actions.titles.${word}`)}
      submitText={t(`register.actions.confirms.${word}`)}
      cancelText={t('register.actions.dismiss')}
      isDanger={isIrreversible(word)}
      conflictText={t('register.actions.conflict')}
      text={t(`register.actions.texts.${word}`)}
      facts={hasChecklist(word) && <CheckedDocuments word={word} />}
      resumed={
        isResumed ? { onDiscard: () => session.restart(start), focusId: keys[0] && `${formId}-${keys[0]}` } : undefined
      }
      onClose={onClose}
    >
      {keys.map((key) => (
        <DeskFieldView
          key={key}
          id={`${formId}-${key}`}
          field={actionField(key)}
          label={actionFieldLabel(t, key)}
          hint={hints[key]}
          error={session.errorOf(key)}
          required={isNeeded(word, key, record)}
          value={session.draft[key]}
          onChange={(value) => session.change({ [key]: value })}
        />
      ))}
    </ActionDialog>
  )
}

/** The fields that the user fills in. */
type OwnKey = 'missingItems' | 'decreeNumber' | 'decreeDate' | 'reason'

const actionFieldLabel = (t: TFunction, key: AssociationActionKey): string =>
  t(`register.actions.fields.${key as OwnKey}`)

/** The documents on the checklist, which is complete. */
function CheckedDocuments({ word }: { word: AssociationActionWord }) {
  const { t } = useTranslation()
  const types = checklistOf(word)
  return (
    <>
      <p>{t('register.actions.allChecked')}</p>
      <ul>
        {documentKeys
          .filter((key) => types.includes(documentTypes[key]))
          .map((key) => (
            <li key={key}>{associationTexts.labelOf(t, key)}</li>
          ))}
      </ul>
    </>
  )
}

/** The form session of an action, with the fields that it needs. */
function useActionSession(word: AssociationActionWord, record: AssociationDetail, onDone: () => void) {
  const { t } = useTranslation()
  const keys = actionKeysOf(word)
  const { notes, forget: forgetNotes } = useNotesForRequest(record.id)
  const start = startOf(t, word, record, notes)
  const saved = useStoredDraft<ActionDraft>(`association.${record.id}.${word}`, start)
  const refresh = useAssociationRefresh()
  const acting = useActionCall<AssociationDetail>({
    act: actOn,
    doneText: t(`register.actions.done.${word}`),
    refresh: (changed) => refresh(record.id, changed),
    onDone: () => {
      session.finish()
      if (word === 'askDocuments') forgetNotes()
      onDone()
    },
  })
  const session = useFormSession<ActionDraft, AssociationActionKey>({
    id: formId,
    start,
    saved,
    fields: Object.fromEntries(keys.map((key) => [key, actionField(key).wire])) as Record<AssociationActionKey, string>,
    labelOf: (key) => actionFieldLabel(t, key),
    check: (draft) => fieldSentences(t, readAction(word, draft, record).errors),
    sending: acting,
    send: (draft) => acting.mutate(readAction(word, draft, record).wire),
  })
  return { keys, start, isResumed: saved.isResumed, session }
}
