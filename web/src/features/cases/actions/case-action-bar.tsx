import { type CaseActionWord, type CaseDetail, isReadOnly } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { titleId } from '../record/case-detail-head.tsx'
import type { CaseFormOf } from '../record/use-case-form.ts'
import { type AskedAction, CaseActionDialog } from './case-action-dialog.tsx'
import { MoreActions } from './case-action-more.tsx'
import { offText } from './case-action-off.ts'
import { type Actor, actionWords, forGood } from './case-action-rules.ts'
import { useCaseDownload } from './case-download.tsx'
import { PerformedDialog } from './case-performed-dialog.tsx'

interface Props {
  readonly record: CaseDetail
  readonly form: CaseFormOf
}

/** What can be done with a case, always in reach; what cannot be done just now says why. */
export function CaseActionBar({ record, form }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const [asked, setAsked] = useState<AskedAction>()
  const entries = entriesOf(t, record, user, form.hasChanges())
  const inBar = entries.filter((entry) => !isFurther(entry))
  const inList =
    (isNarrowOnly: boolean) =>
    ({ name, off }: Entry) => ({
      text: t(`caseActions.names.${name}`),
      off,
      isNarrowOnly,
      onSelect: () => setAsked(name),
    })
  const download = useCaseDownload(record)
  const [isPerforming, setPerforming] = useState(false)
  const performedOff = form.state.phase === 'reading' ? editOff(record, form.kept !== undefined) : 'writing'
  const perform = {
    text: t('casePerformed.name'),
    off: performedOff && t(`caseDetail.editOff.${performedOff}`),
    onSelect: () => setPerforming(true),
  }
  const onPaper = {
    text: t('caseActions.download'),
    off: download.isPending ? t('site.wait') : undefined,
    onSelect: () => download.mutate(),
  }
  const handleDone = () => {
    // The button that was pressed may be gone: what it did is told at the top.
    flushSync(() => {
      setAsked(undefined)
      setPerforming(false)
    })
    form.afterAction()
    focusById(titleId)
  }
  return (
    <section className="desk-actions" aria-label={t('caseActions.label')}>
      <EditButtons record={record} form={form} />
      {inBar.map(({ name }) => (
        <Button key={name} variant="secondary" className="bar-action" onClick={() => setAsked(name)}>
          {t(`caseActions.names.${name}`)}
        </Button>
      ))}
      <MoreActions
        entries={[...inBar.map(inList(true)), ...entries.filter(isFurther).map(inList(false)), perform, onPaper]}
      />
      {isPerforming && <PerformedDialog record={record} onDone={handleDone} onClose={() => setPerforming(false)} />}
      {asked && (
        <CaseActionDialog asked={asked} record={record} onDone={handleDone} onClose={() => setAsked(undefined)} />
      )}
    </section>
  )
}

interface Entry {
  readonly name: AskedAction
  readonly off: string | undefined
  /** Stands among the further ones even while it is on: another one does the same, or it is rare and for good. */
  readonly isFolded: boolean
}

const isFurther = ({ off, isFolded }: Entry) => off !== undefined || isFolded

const levels: readonly CaseActionWord[] = ['assignOne', 'assignTwo']
const isFolded = (word: CaseActionWord) => levels.includes(word) || forGood.includes(word)

/** Every action with what keeps it from being taken; assigning has one more, which asks for the level. */
function entriesOf(t: TFunction, record: CaseDetail, user: Actor, hasUnsaved: boolean): Entry[] {
  const reasonOf = (word: CaseActionWord) => offText(t, word, record, user, hasUnsaved)
  const isOn = levels.some((word) => reasonOf(word) === undefined)
  const entries = actionWords.map((name) => ({ name, off: reasonOf(name), isFolded: isFolded(name) }))
  const assign: Entry = { name: 'assign', off: isOn ? undefined : reasonOf('assignTwo'), isFolded: false }
  return [...entries.slice(0, 1), assign, ...entries.slice(1)]
}

/** Into the writing of a case, and out of it. */
function EditButtons({ record, form }: Props) {
  const { t } = useTranslation()
  const [isLeaving, setLeaving] = useState(false)
  const { phase } = form.state
  if (phase === 'editing')
    return (
      <>
        <Button {...shortcut('save')} pending={form.isSaving} pendingText={t('caseDetail.saving')} onClick={form.save}>
          {t('caseDetail.save')}
        </Button>
        <Button variant="secondary" onClick={() => (form.hasChanges() ? setLeaving(true) : form.end())}>
          {t('caseDetail.leave')}
        </Button>
        {isLeaving && <LeaveDialog onConfirm={form.end} onClose={() => setLeaving(false)} />}
      </>
    )
  const off = editOff(record, form.kept !== undefined || phase === 'lost')
  return (
    <Button
      {...shortcut('edit')}
      icon="it-pencil"
      pending={form.isBeginning}
      pendingText={t('caseDetail.editing')}
      disabledReason={off && t(`caseDetail.editOff.${off}`)}
      onClick={form.begin}
    >
      {t('caseDetail.edit')}
    </Button>
  )
}

/** Why a case cannot be written just now. */
function editOff({ status, mayEdit, isConflict }: CaseDetail, hasKept: boolean) {
  if (isReadOnly(status)) return 'readOnly'
  if (!mayEdit) return 'notYours'
  if (isConflict) return 'locked'
  return hasKept ? 'kept' : undefined
}

function LeaveDialog(handlers: { readonly onConfirm: () => void; readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('caseDetail.leaveTitle')}
      texts={{ confirm: t('caseDetail.leaveConfirm'), cancel: t('caseDetail.leaveStay'), close: t('site.close') }}
      isDanger
      {...handlers}
    >
      <p>{t('caseDetail.leaveText')}</p>
    </ConfirmDialog>
  )
}
