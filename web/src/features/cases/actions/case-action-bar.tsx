import { type CaseActionWord, type CaseDetail, type CaseDraft, caseActions, caseActionWords } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { KeyAction } from '#lib/backoffice/desk-keys.ts'
import { type RecordAction, RecordActionBar } from '#record/record-action-bar.tsx'
import type { CaseFormOf } from '../record/use-case-form.ts'
import { CaseActionDialog, irreversibleActions, type RequestedAction } from './case-action-dialog.tsx'
import { useCaseDownload } from './case-download.tsx'
import { PerformedDialog } from './case-performed-dialog.tsx'
import { RedactionDialog } from './case-redaction-dialog.tsx'

/** The actions in the order of a case's life. */
export const actionWords = Object.keys(caseActionWords) as readonly CaseActionWord[]

interface Props {
  readonly record: CaseDetail
  readonly form: CaseFormOf
}

/** The actions of a case. */
export function CaseActionBar({ record, form }: Props) {
  const { t } = useTranslation()
  const download = useCaseDownload(record)
  const onPaper = {
    text: t('caseActions.download'),
    disabledReason: download.isPending ? t('site.wait') : undefined,
    onSelect: () => download.mutate(),
  }
  return (
    <RecordActionBar<CaseDraft, CaseDetail, RequestedAction | 'perform' | 'redact'>
      label={t('caseActions.label')}
      form={form}
      editDenial={editDisabledReason(t, record, form.storedDraft !== undefined || form.state.phase === 'lost')}
      actions={[
        ...actionsOf(t, record, form.hasChanges()),
        performAction(t, record, form),
        { word: 'redact', text: t('caseRedaction.name'), disabledReason: undefined, isInBar: false },
      ]}
      others={[onPaper]}
      renderDialog={(action, handlers) => {
        if (action === 'perform') return <PerformedDialog record={record} {...handlers} />
        if (action === 'redact') return <RedactionDialog id={record.id} {...handlers} />
        return <CaseActionDialog requestedAction={action} record={record} {...handlers} />
      }}
    />
  )
}

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

const levels: readonly CaseActionWord[] = ['assignOne', 'assignTwo']
/** Actions in the menu even while enabled: `assign` covers them, or they are rare and irreversible. */
const isFolded = (word: CaseActionWord) => levels.includes(word) || irreversibleActions.includes(word)

const keyOf: Partial<Record<RequestedAction, KeyAction>> = { take: 'take', assign: 'assign' }

/** Every action with the reason why it is disabled, plus `assign`, whose dialog asks for the level. */
function actionsOf(t: TFunction, record: CaseDetail, hasUnsaved: boolean): RecordAction<RequestedAction>[] {
  const reasonOf = (word: CaseActionWord) => disabledReason(t, word, record, hasUnsaved)
  const actionOf = (word: RequestedAction, reason: string | undefined, isFolded: boolean) => ({
    word,
    key: keyOf[word],
    text: t(`caseActions.names.${word}`),
    disabledReason: reason,
    isInBar: reason === undefined && !isFolded,
  })
  const canAssign = levels.some((word) => reasonOf(word) === undefined)
  const actions = actionWords.map((word) => actionOf(word, reasonOf(word), isFolded(word)))
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
