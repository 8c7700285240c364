import { useTranslation } from 'react-i18next'
import { useIsOnline } from '#lib/api/online.ts'
import { formatInstant, formatTime } from '#lib/i18n/format.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { FocusedAlert } from '#ui/feedback/focused-alert.tsx'
import { useKnownLabel } from '../choices.ts'
import { DiscardButton } from './discard-button.tsx'
import type { LockStatus } from './edit-lock.ts'
import type { EditSession } from './edit-state.ts'
import type { EditedForm } from './edited-form.ts'
import type { EditFormOf } from './use-edit-session.ts'
import { writtenText } from './written-text.ts'

/** What the notes show of a record under its lock. */
export interface EditedRecord extends LockStatus {
  readonly lockedBy?: string | undefined
  readonly lockedSince?: Date | undefined
  /** Why the user may not edit it now; null where they may. */
  readonly actions: { readonly edit: string | null }
}

interface Props<D extends object, R extends EditedRecord> {
  readonly record: R
  readonly form: EditFormOf<D, R>
  readonly edited: Pick<EditedForm<D, never, never>, 'kind' | 'written'>
  /** Whether the user may take the lock from the one who holds it. */
  readonly mayTakeOver?: boolean
  /** The element that gets the focus after a draft was discarded. */
  readonly titleId: string
}

export const lostId = 'edit-lost'

/** Why a record can or cannot be edited now, and what the user can do about it. */
export function EditNotes<D extends object, R extends EditedRecord>(props: Props<D, R>) {
  const { t } = useTranslation()
  const { state, storedDraft, isUnreachable, saveError } = props.form
  return (
    <>
      <LockNote {...props} />
      {storedDraft && <StoredDraftNote {...props} {...storedDraft} />}
      {state.phase === 'lost' && <LostNote {...props} work={state.work} reason={state.reason} />}
      {state.phase === 'editing' && <NetworkNote isUnreachable={isUnreachable} />}
      {state.phase === 'editing' && saveError && <FocusedAlert title={t('editLock.refused')}>{saveError}</FocusedAlert>}
    </>
  )
}

/** Stays on the page even when empty: a live region announces the released lock. */
function LockNote<D extends object, R extends EditedRecord>(props: Props<D, R>) {
  const { record, form } = props
  const { kind } = props.edited
  const { t } = useTranslation()
  return (
    <div role="status">
      {record.isConflict && form.state.phase === 'reading' && (
        <Alert kind="warning" title={t(`editLock.conflictTitle.${kind}`)}>
          <p>
            <span>{t('editLock.other')}</span> <bdi>{record.lockedBy}</bdi>
            {record.lockedSince && (
              <>
                {' '}
                <span>{`${t('editLock.since')} ${formatTime(record.lockedSince)}`}</span>
              </>
            )}
            <span>{`. ${t(`editLock.conflictText.${kind}`)}`}</span>
          </p>
          {props.mayTakeOver && record.actions.edit === 'locked' && <TakeOver {...props} />}
        </Alert>
      )}
      {form.isFreed && <Alert kind="success">{t(`editLock.freed.${kind}`)}</Alert>}
    </div>
  )
}

function TakeOver<D extends object, R extends EditedRecord>({ record, form }: Props<D, R>) {
  const { t } = useTranslation()
  return (
    <ConfirmButton
      button={{ variant: 'secondary', size: 'sm', children: t('editLock.takeOver') }}
      title={t('editLock.takeOverTitle')}
      texts={{ confirm: t('editLock.takeOverConfirm'), cancel: t('desk.cancel'), close: t('site.close') }}
      isDanger
      onConfirm={() => form.takeOver(form.storedDraft?.work)}
    >
      <p>{t('editLock.takeOverText', { name: record.lockedBy })}</p>
    </ConfirmButton>
  )
}

interface WorkOf<D> {
  readonly work: EditSession<D>
}

/** Offers the draft from before a reload, a crash or the end of a session. */
function StoredDraftNote<D extends object, R extends EditedRecord>(
  props: Props<D, R> & WorkOf<D> & { readonly storedAt: number },
) {
  const { t } = useTranslation()
  const { record, form, edited, work, storedAt } = props
  const isFree = record.actions.edit === null
  return (
    <Alert kind="info" title={t('editDrafts.title')} announce="politely">
      <p>{t('editDrafts.text')}</p>
      <div className="cluster">
        <Button
          size="sm"
          pending={form.isBeginning}
          pendingText={t('site.wait')}
          disabledReason={isFree ? undefined : t(`editDrafts.restoreOff.${edited.kind}`)}
          onClick={() => form.resume(work)}
        >
          {t('editDrafts.restore', { date: formatInstant(new Date(storedAt)) })}
        </Button>
        <DraftButtons {...props} />
      </div>
    </Alert>
  )
}

/** Shown after the lock or the permission was lost: the user's input stays. */
function LostNote<D extends object, R extends EditedRecord>(
  props: Props<D, R> & WorkOf<D> & { readonly reason: string },
) {
  const { t } = useTranslation()
  const { record, form, work, reason } = props
  const { kind } = props.edited
  const isFreed = record.actions.edit === null
  return (
    <div id={lostId} tabIndex={-1}>
      <Alert
        kind={isFreed ? 'warning' : 'danger'}
        title={isFreed ? t(`editLock.lostFreedTitle.${kind}`) : t('editLock.lostTitle')}
        announce="now"
      >
        {!isFreed && <p>{reason}</p>}
        <p>{t(isFreed ? `editLock.lostFreedText.${kind}` : `editLock.lostText.${kind}`)}</p>
        <div className="cluster">
          <Button
            size="sm"
            pending={form.isBeginning}
            pendingText={t('site.wait')}
            disabledReason={isFreed ? undefined : t(`editLock.resumeOff.${kind}`)}
            onClick={() => form.resume(work)}
          >
            {t('editLock.resume')}
          </Button>
          <DraftButtons {...props} />
        </div>
      </Alert>
    </div>
  )
}

/** Copies a draft, or discards it. */
function DraftButtons<D extends object, R extends EditedRecord>(props: Props<D, R> & WorkOf<D>) {
  const { t } = useTranslation()
  const { form, edited, work, titleId } = props
  const labelIn = useKnownLabel()
  return (
    <>
      <CopyButton
        value={writtenText(t, edited.written, work, labelIn)}
        label={t('editLock.copy')}
        copiedLabel={t('editLock.copied')}
      />
      <DiscardButton onDiscard={form.end} focusId={titleId} />
    </>
  )
}

function NetworkNote({ isUnreachable }: { isUnreachable: boolean }) {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
  if (isUnreachable)
    return <FocusedAlert title={t('editForm.unreachable')}>{t('editForm.unreachableText')}</FocusedAlert>
  return <div role="status">{!isOnline && <Alert kind="warning">{t('editForm.offline')}</Alert>}</div>
}
