import {
  actionOf,
  type CaseActionKey,
  type CaseActionWord,
  type CaseDetail,
  canBeUndone,
  formatScreenDate,
  limits,
  undoAction,
} from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useStoredDraft } from '#form/stored-draft.ts'
import { fieldSentences, useFormSession } from '#form/use-form-session.ts'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { today } from '#lib/i18n/format.tsx'
import { type NoticeAction, notify } from '#lib/page/notices.ts'
import { useUser } from '#lib/session/current-user.ts'
import { useActionCall } from '#record/action-dialog.tsx'
import { type ActionDraft, actionField, actionKeysOf, readAction } from './case-action-draft.ts'
import { actionFormId, actionLabelOf } from './case-action-fields.tsx'
import { doAction, useCaseRefresh } from './case-commands.queries.ts'

export const startDraft = (): ActionDraft => ({ performedOn: formatScreenDate(today()) })

/** The button that undoes an action, for a toast. The server decides whether it is still in time, and says why not. */
export function useUndoButton() {
  const { t } = useTranslation()
  const seconds = limits.undoSeconds
  return (onSelect: () => void): NoticeAction => ({
    text: t('caseActions.undo', { seconds }),
    keys: shortcut('undo')['aria-keyshortcuts'],
    ms: seconds * 1000,
    onSelect,
  })
}

/** How the user may undo an action on a case; undefined for one that stands. */
function useUndo(word: CaseActionWord) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const refresh = useCaseRefresh()
  const buttonFor = useUndoButton()
  const undoing = useMutation({
    meta: { isHandled: true },
    mutationFn: ({ id, version }: CaseDetail) => call(undoAction, { body: { id, version } }),
    onSuccess: (changed) => {
      notify({ kind: 'success', body: t('caseActions.undone') })
      void refresh(changed.id, changed)
    },
    onError: (error, { id }) => {
      notifyError(error)
      if (error instanceof CallError) void refresh(id, error.record as CaseDetail | undefined)
    },
  })
  return (changed: CaseDetail) =>
    canBeUndone(actionOf(word, selectedRole)) ? buttonFor(() => undoing.mutate(changed)) : undefined
}

/** The call of an action on a case, which the user may undo where its row says so. */
export function useCaseAct(word: CaseActionWord, record: Pick<CaseDetail, 'id'>, onDone: () => void) {
  const { t } = useTranslation()
  const refresh = useCaseRefresh()
  return useActionCall<CaseDetail>({
    act: doAction,
    doneText: t(`caseActions.done.${word}`),
    refresh: (changed) => refresh(record.id, changed),
    undoOf: useUndo(word),
    onDone,
  })
}

/** The form session of an action, with the fields that this action needs. */
export function useActionSession(word: CaseActionWord, record: CaseDetail, onDone: () => void) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const action = actionOf(word, selectedRole)
  const saved = useStoredDraft(`case.${record.id}.${word}`, startDraft)
  const keys = actionKeysOf(action, record)
  const read = (draft: ActionDraft) =>
    readAction({ word, action }, Object.fromEntries(keys.map((key) => [key, draft[key]])), record, today())
  const acting = useCaseAct(word, record, () => {
    session.finish()
    onDone()
  })
  const session = useFormSession<ActionDraft, CaseActionKey>({
    id: actionFormId,
    start: startDraft,
    saved,
    fields: Object.fromEntries(keys.map((key) => [key, actionField(key).wire])) as Record<CaseActionKey, string>,
    labelOf: (key) => actionLabelOf(t, key),
    check: (draft) => fieldSentences(t, read(draft).errors),
    sending: acting,
    send: (draft) => acting.mutate(read(draft).wire),
  })
  return { action, keys, isResumed: saved.isResumed, session }
}
