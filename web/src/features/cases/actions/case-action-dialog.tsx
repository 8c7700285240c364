import { actionOf, type CaseActionKey, type CaseActionWord, type CaseDetail, formatScreenDate } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useStoredDraft } from '#form/stored-draft.ts'
import { fieldSentences, useFormSession } from '#form/use-form-session.ts'
import { today } from '#lib/i18n/format.tsx'
import { useUser } from '#lib/session/current-user.ts'
import { ActionDialog, useActionCall } from '#record/action-dialog.tsx'
import { type ActionDraft, actionField, actionKeysOf, readAction, withActionValue } from './case-action-draft.ts'
import { ActionFields, actionFieldId, actionFormId, actionLabelOf } from './case-action-fields.tsx'
import { LevelChoice } from './case-action-operator.tsx'
import { ClosingFacts } from './case-closing-facts.tsx'
import { doAction, useCaseRefresh } from './case-commands.queries.ts'

/** Actions that nobody can undo. */
export const irreversibleActions: readonly string[] = ['cancel'] satisfies readonly CaseActionWord[]

/** An action, or the assignment whose level the dialog asks for. */
export type RequestedAction = CaseActionWord | 'assign'

interface Props {
  readonly requestedAction: RequestedAction
  readonly record: CaseDetail
  readonly onDone: () => void
  readonly onClose: () => void
}

const startDraft = (): ActionDraft => ({ performedOn: formatScreenDate(today()) })

/** The form of an action on a case. The draft stays in the tab and is restored when the user comes back to the case. */
export function CaseActionDialog({ requestedAction, record, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const { word, action, levels, keys, isResumed, session } = useActionSession(requestedAction, record, onDone)
  return (
    <ActionDialog
      session={session}
      title={t(`caseActions.titles.${levels.length > 1 ? requestedAction : word}`)}
      submitText={t(`caseActions.confirms.${word}`)}
      cancelText={t('caseActions.dismiss')}
      isDanger={irreversibleActions.includes(word)}
      conflictText={t('caseActions.conflict')}
      text={t(`caseActions.texts.${word}`)}
      facts={word === 'close' && <ClosingFacts record={record} />}
      resumed={
        isResumed
          ? { onDiscard: () => session.restart(startDraft()), focusId: keys[0] && actionFieldId(keys[0]) }
          : undefined
      }
      onClose={onClose}
    >
      {levels.length > 1 && (
        <LevelChoice
          levels={levels}
          current={word}
          onChange={(level) => session.change({ level, operatorId: undefined })}
        />
      )}
      <ActionFields
        word={word}
        action={action}
        keys={keys}
        record={record}
        draft={session.draft}
        errorOf={session.errorOf}
        onChange={(key, value) => session.change(withActionValue({}, key, value))}
      />
    </ActionDialog>
  )
}

/** The form session of an action, with the fields that this action needs. */
function useActionSession(requestedAction: RequestedAction, record: CaseDetail, onDone: () => void) {
  const { t } = useTranslation()
  const saved = useStoredDraft(`case.${record.id}.${requestedAction}`, startDraft)
  const { word, action, levels } = useAction(requestedAction, saved.work.level, record)
  const keys = actionKeysOf(action, record)
  const read = (draft: ActionDraft) =>
    readAction({ word, action }, Object.fromEntries(keys.map((key) => [key, draft[key]])), record, today())
  const refresh = useCaseRefresh()
  const acting = useActionCall<CaseDetail>({
    act: doAction,
    doneText: t(`caseActions.done.${word}`),
    refresh: (changed) => refresh(record.id, changed),
    onDone: () => {
      session.finish()
      onDone()
    },
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
  return { word, action, levels, keys, isResumed: saved.isResumed, session }
}

const assignments = ['assignTwo', 'assignOne'] as const

/** The requested action; for `assign`, the assignment to the selected level. */
function useAction(requestedAction: RequestedAction, level: CaseActionWord | undefined, record: CaseDetail) {
  const user = useUser()
  const levels =
    requestedAction === 'assign' ? assignments.filter((word) => record.actions[word] === null) : ([] as const)
  // The selected level may no longer be available.
  const chosen = levels.find((word) => word === level) ?? levels[0] ?? 'assignTwo'
  const word = requestedAction === 'assign' ? chosen : requestedAction
  return { word, action: actionOf(word, user.selectedRole), levels }
}
