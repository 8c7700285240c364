import {
  actionOf,
  type CaseActionKey,
  type CaseActionWord,
  type CaseDetail,
  formatScreenDate,
  problems,
} from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#lib/api/call-error.ts'
import { DialogRefusal } from '#lib/api/dialog-refusal.tsx'
import { faultAt } from '#lib/api/fault-at.ts'
import { today } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { DiscardButton } from '../record/discard-button.tsx'
import { useStoredDraft } from '../record/use-stored-draft.ts'
import {
  type ActionDialogState,
  type ActionDraft,
  actionField,
  actionKeysOf,
  isActionBegun,
  readAction,
  withActionValue,
} from './case-action-draft.ts'
import { ActionFields, actionFieldId, actionLabelOf } from './case-action-fields.tsx'
import { LevelChoice } from './case-action-operator.tsx'
import { irreversibleActions } from './case-action-reasons.ts'
import { ClosingFacts } from './case-closing-facts.tsx'
import { doAction, useCaseRefresh } from './case-commands.queries.ts'

/** An action, or the assignment whose level the dialog asks for. */
export type RequestedAction = CaseActionWord | 'assign'

interface Props {
  readonly requestedAction: RequestedAction
  readonly record: CaseDetail
  readonly onDone: () => void
  readonly onClose: () => void
}

const formId = 'case-action'

/** The form of an action on a case. The draft stays in the tab and is restored when the user comes back to the case. */
export function CaseActionDialog({ requestedAction, record, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const { work, isResumed, write, forget } = useStoredDraft<ActionDialogState>(`${record.id}.${requestedAction}`, {
    fresh: () => ({ typed: {} }),
    isBegun: isActionBegun,
  })
  const { word, action, levels } = useAction(requestedAction, work.level, record)
  const draft: ActionDraft = { performedOn: formatScreenDate(today()), ...work.typed }
  const [attempt, setAttempt] = useState(0)
  const [discards, setDiscards] = useState(0)
  const keys = actionKeysOf(action, record)
  const shownDraft = Object.fromEntries(keys.map((key) => [key, draft[key]]))
  const read = readAction({ word, action }, shownDraft, record, today())
  const handleDone = () => {
    forget()
    onDone()
  }
  const handleDiscard = () => {
    forget()
    setAttempt(0)
    setDiscards(discards + 1)
  }
  const mutation = useActionCall(word, record, handleDone)
  const errorOf = (key: CaseActionKey) => {
    const own = attempt > 0 ? read.faults.find((fault) => fault.key === key) : undefined
    return own ? t(`messages.${own.message}`) : faultAt(mutation.error, actionField(key).wire)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    mutation.reset()
    if (read.faults.length === 0) mutation.mutate(read.wire)
  }
  const errors = keys.flatMap((key) => {
    const text = errorOf(key)
    return text === undefined ? [] : [{ fieldId: actionFieldId(key), text: `${actionLabelOf(t, key)}: ${text}` }]
  })
  return (
    <Modal
      title={t(`caseActions.titles.${levels.length > 1 ? requestedAction : word}`)}
      onClose={onClose}
      closeText={t('site.close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('caseActions.dismiss')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={irreversibleActions.includes(word) ? 'danger' : 'primary'}
            pending={mutation.isPending}
            pendingText={t('site.wait')}
          >
            {t(`caseActions.confirms.${word}`)}
          </Button>
        </>
      }
    >
      <p>{t(`caseActions.texts.${word}`)}</p>
      {word === 'close' && <ClosingFacts record={record} />}
      {isResumed && (
        <Alert kind="info" announce="politely">
          <p>{t('caseDrafts.resumed')}</p>
          <DiscardButton onDiscard={handleDiscard} focusId={keys[0] && actionFieldId(keys[0])} />
        </Alert>
      )}
      <ErrorSummary title={t('report.errorTitle')} errors={errors} attempt={mutation.error ?? attempt} />
      {errors.length === 0 && <Refusal error={mutation.error} />}
      <form id={formId} noValidate onSubmit={handleSubmit}>
        {levels.length > 1 && (
          <LevelChoice
            levels={levels}
            current={word}
            onChange={(level) => write({ level, typed: { ...work.typed, operatorId: undefined } })}
          />
        )}
        <ActionFields
          // A new key resets the choices that the fields hold themselves when the draft is discarded.
          key={discards}
          {...{ word, action, keys, record, draft, errorOf }}
          onChange={(key, value) => write({ ...work, typed: withActionValue(work.typed, key, value) })}
        />
      </form>
    </Modal>
  )
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

function useActionCall(word: CaseActionWord, record: CaseDetail, onDone: () => void) {
  const { t } = useTranslation()
  const refresh = useCaseRefresh()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: doAction,
    onSuccess: (changed) => {
      notify({ kind: 'success', body: t(`caseActions.done.${word}`) })
      void refresh(record.id, changed)
      onDone()
    },
    onError: (error) => {
      // The case that this page shows is out of date.
      if (error instanceof CallError && error.status === 409)
        void refresh(record.id, error.record as CaseDetail | undefined)
    },
  })
}

/** Why the action was refused; after a version conflict, what to do next. */
function Refusal({ error }: { error: Error | null }) {
  const { t } = useTranslation()
  const isConflict = error instanceof CallError && error.errorCode === problems.conflict.word
  if (!isConflict) return <DialogRefusal error={error} />
  return (
    <Alert kind="warning" announce="now">
      {t('caseActions.conflict')}
    </Alert>
  )
}
