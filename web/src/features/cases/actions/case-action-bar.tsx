import {
  actionOf,
  type CaseActionWord,
  type CaseDetail,
  type CaseDraft,
  caseActions,
  caseActionWords,
  type Role,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { notifyError } from '#lib/api/notify-error.ts'
import type { KeyAction } from '#lib/backoffice/desk-keys.ts'
import { today } from '#lib/i18n/format.tsx'
import { useUser } from '#lib/session/current-user.ts'
import { finishAction, type RecordAction, RecordActionBar } from '#record/record-action-bar.tsx'
import { LetterDialog } from '../letters/letter-dialog.tsx'
import type { CaseFormOf } from '../record/use-case-form.ts'
import { CaseActionDialog, irreversibleActions } from './case-action-dialog.tsx'
import { modeOf, readAction } from './case-action-draft.ts'
import { AssignMenu } from './case-assign-menu.tsx'
import { isInPerson, useCaseDownload, useInPersonRecord, useInPersonWord } from './case-download.tsx'
import { PerformedDialog } from './case-performed-dialog.tsx'
import { answers, isProposedTo } from './case-proposal.ts'
import { ReasonLine } from './case-reason-line.tsx'
import { RedactionDialog } from './case-redaction-dialog.tsx'
import { useCaseAct } from './use-case-action.ts'

/** An action, or the assignment to an operator of either level. */
type RequestedAction = CaseActionWord | 'assign'

/** The actions in the order of a case's life. */
export const actionWords = Object.keys(caseActionWords) as readonly CaseActionWord[]

interface Props {
  readonly record: CaseDetail
  readonly form: CaseFormOf
}

type Download = Pick<ReturnType<typeof useCaseDownload>, 'isPending' | 'mutate'>

/** The actions of a case. */
export function CaseActionBar({ record, form }: Props) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const onPaper = (text: string, download: Download) => ({
    text,
    disabledReason: download.isPending ? t('site.wait') : undefined,
    onSelect: () => download.mutate(),
  })
  const sheet = onPaper(t('caseActions.download'), useCaseDownload(record))
  const signed = onPaper(t('caseActions.inPersonRecord'), useInPersonRecord(record))
  const toComplete = onPaper(t('caseActions.inPersonWord'), useInPersonWord(record))
  const performed = usePerformed(record, form)
  return (
    <RecordActionBar<CaseDraft, CaseDetail, RequestedAction | 'perform' | 'redact' | 'inform'>
      label={t('caseActions.label')}
      form={form}
      editDenial={editDisabledReason(t, record, form.storedDraft !== undefined || form.state.phase === 'lost')}
      actions={[
        ...actionsOf(t, record, form.hasChanges())
          .filter(({ word }) => !isAnswer(word, record, selectedRole))
          .map((action) => ({ ...action, onSelect: performed(action.word) })),
        informAction(t, record),
        performAction(t, record, form),
        { word: 'redact', text: t('caseRedaction.name'), disabledReason: undefined, isInBar: false },
      ]}
      others={isInPerson(record) ? [signed, toComplete, sheet] : [sheet]}
      renderDialog={(word, handlers) => {
        if (word === 'perform') return <PerformedDialog record={record} {...handlers} />
        if (word === 'inform') return <LetterDialog record={record} {...handlers} />
        if (word === 'redact') return <RedactionDialog id={record.id} {...handlers} />
        if (word === 'assign') return <AssignMenu record={record} {...handlers} />
        const Form = modeOf(actionOf(word, selectedRole), record) === 'line' ? ReasonLine : CaseActionDialog
        return <Form word={word} record={record} {...handlers} />
      }}
    />
  )
}

/** The calls of the actions that are performed at once; undefined for those that ask for something. */
function usePerformed(record: CaseDetail, form: CaseFormOf) {
  const { selectedRole } = useUser()
  const [word, setWord] = useState<CaseActionWord>('take')
  const acting = useCaseAct(word, record, () => finishAction(form, () => undefined))
  return (requested: RequestedAction) => {
    if (requested === 'assign') return undefined
    const action = actionOf(requested, selectedRole)
    if (modeOf(action, record) !== 'atOnce') return undefined
    return () => {
      if (acting.isPending) return
      flushSync(() => setWord(requested))
      acting.mutate(readAction({ word: requested, action }, {}, record, today()).wire, { onError: notifyError })
    }
  }
}

/** Informs the reporter whether the case goes on; in the bar while the term ends soon. */
const informAction = (t: TFunction, { informState }: CaseDetail) => ({
  word: 'inform' as const,
  text: t('letters.name'),
  isInBar: informState === 'soon' || informState === 'late',
  keyAction: 'inform' as const,
  disabledReason: undefined,
})

/** Records a performed action; while the case is edited its own field does. */
const performAction = (t: TFunction, record: CaseDetail, { state, storedDraft }: CaseFormOf) => ({
  word: 'perform' as const,
  text: t('casePerformed.name'),
  isInBar: false,
  disabledReason:
    state.phase === 'reading'
      ? editDisabledReason(t, record, storedDraft !== undefined)
      : t('caseDetail.editDenials.writing'),
})

/** The answers to a proposal stand in its note, where RUP reads it. */
const isAnswer = (word: RequestedAction, record: CaseDetail, role: Role) =>
  answers.some((one) => one === word) && isProposedTo(record, role)

/** The keys of actions. */
const keyActions: Partial<Record<RequestedAction, KeyAction>> = { take: 'take', assign: 'assign' }

/** The actions that `assign` covers, whose menu has the operators of each level. */
const levels: readonly CaseActionWord[] = ['assignOne', 'assignTwo']
/** Actions in the menu even while enabled: they are rare and irreversible. */
const isFolded = (word: CaseActionWord) => irreversibleActions.includes(word)

/** Every action with the reason why it is disabled. */
function actionsOf(t: TFunction, record: CaseDetail, hasUnsaved: boolean): RecordAction<RequestedAction>[] {
  const reasonOf = (word: CaseActionWord) => disabledReason(t, word, record, hasUnsaved)
  const actionOf = (word: RequestedAction, reason: string | undefined, isFolded: boolean) => ({
    word,
    text: t(`caseActions.names.${word}`),
    disabledReason: reason,
    isInBar: reason === undefined && !isFolded,
    keyAction: keyActions[word],
  })
  const canAssign = levels.some((word) => reasonOf(word) === undefined)
  const actions = actionWords
    .filter((word) => !levels.includes(word))
    .map((word) => actionOf(word, reasonOf(word), isFolded(word)))
  const assign = actionOf('assign', canAssign ? undefined : reasonOf('assignTwo'), false)
  return [...actions.slice(0, 1), assign, ...actions.slice(1)]
}

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
