import { type CaseActionWord, type CaseDetail, caseActions, caseActionWords } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { EditButtons } from '#form/edit/edit-buttons.tsx'
import { MoreActions } from '#lib/backoffice/more-actions.tsx'
import { recordTitleId } from '#record/record-address.ts'
import { Button } from '#ui/button.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import type { CaseFormOf } from '../record/use-case-form.ts'
import { CaseActionDialog, irreversibleActions, type RequestedAction } from './case-action-dialog.tsx'
import { useCaseDownload } from './case-download.tsx'
import { PerformedDialog } from './case-performed-dialog.tsx'

/** The actions in the order of a case's life. */
export const actionWords = Object.keys(caseActionWords) as readonly CaseActionWord[]

interface Props {
  readonly record: CaseDetail
  readonly form: CaseFormOf
}

/** The actions of a case, always visible; a disabled one shows its reason. */
export function CaseActionBar({ record, form }: Props) {
  const { t } = useTranslation()
  const [requestedAction, setRequestedAction] = useState<RequestedAction>()
  const entries = entriesOf(t, record, form.hasChanges())
  const inBar = entries.filter((entry) => !isInMenu(entry))
  const inList =
    (isNarrowOnly: boolean) =>
    ({ name, disabledReason }: Entry) => ({
      text: t(`caseActions.names.${name}`),
      disabledReason,
      isNarrowOnly,
      onSelect: () => setRequestedAction(name),
    })
  const download = useCaseDownload(record)
  const [isPerforming, setPerforming] = useState(false)
  const perform = { ...performEntry(t, record, form), onSelect: () => setPerforming(true) }
  const onPaper = {
    text: t('caseActions.download'),
    disabledReason: download.isPending ? t('site.wait') : undefined,
    onSelect: () => download.mutate(),
  }
  const handleDone = () => {
    // The pressed button may no longer exist: the title gets the focus.
    flushSync(() => {
      setRequestedAction(undefined)
      setPerforming(false)
    })
    form.afterAction()
    focusById(recordTitleId)
  }
  return (
    <section className="desk-actions" aria-label={t('caseActions.label')}>
      <EditButtons
        form={form}
        disabledReason={editDisabledReason(t, record, form.storedDraft !== undefined || form.state.phase === 'lost')}
      />
      {inBar.map(({ name }) => (
        <Button key={name} variant="secondary" className="bar-action" onClick={() => setRequestedAction(name)}>
          {t(`caseActions.names.${name}`)}
        </Button>
      ))}
      <MoreActions
        entries={[...inBar.map(inList(true)), ...entries.filter(isInMenu).map(inList(false)), perform, onPaper]}
      />
      {isPerforming && <PerformedDialog record={record} onDone={handleDone} onClose={() => setPerforming(false)} />}
      {requestedAction && (
        <CaseActionDialog
          requestedAction={requestedAction}
          record={record}
          onDone={handleDone}
          onClose={() => setRequestedAction(undefined)}
        />
      )}
    </section>
  )
}

/** The entry that records a performed action; while the case is edited its own field does. */
const performEntry = (t: TFunction, record: CaseDetail, { state, storedDraft }: CaseFormOf) => ({
  text: t('casePerformed.name'),
  disabledReason:
    state.phase === 'reading'
      ? editDisabledReason(t, record, storedDraft !== undefined)
      : t('caseDetail.editDenials.writing'),
})

interface Entry {
  readonly name: RequestedAction
  readonly disabledReason: string | undefined
  /** In the menu even while enabled: another entry covers it, or it is rare and irreversible. */
  readonly isFolded: boolean
}

const isInMenu = ({ disabledReason, isFolded }: Entry) => disabledReason !== undefined || isFolded

const levels: readonly CaseActionWord[] = ['assignOne', 'assignTwo']
const isFolded = (word: CaseActionWord) => levels.includes(word) || irreversibleActions.includes(word)

/** Every action with the reason why it is disabled, plus `assign`, whose dialog asks for the level. */
function entriesOf(t: TFunction, record: CaseDetail, hasUnsaved: boolean): Entry[] {
  const reasonOf = (word: CaseActionWord) => disabledReason(t, word, record, hasUnsaved)
  const canAssign = levels.some((word) => reasonOf(word) === undefined)
  const entries = actionWords.map((name) => ({ name, disabledReason: reasonOf(name), isFolded: isFolded(name) }))
  const assign: Entry = {
    name: 'assign',
    disabledReason: canAssign ? undefined : reasonOf('assignTwo'),
    isFolded: false,
  }
  return [...entries.slice(0, 1), assign, ...entries.slice(1)]
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
