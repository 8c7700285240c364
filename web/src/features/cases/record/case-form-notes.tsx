import {
  accessTo,
  type CaseDetail,
  type CaseDraft,
  type CaseKey,
  type Field,
  isReadOnly,
  type ReferenceList,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKnownLabel } from '#form/choices.ts'
import type { EditSession } from '#form/edit/edit-state.ts'
import { useIsOnline } from '#lib/api/online.ts'
import { formatInstant, formatTime, ShowInstant } from '#lib/i18n/format.tsx'
import { useUser } from '#lib/session/current-user.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { ProposalNote } from '../actions/case-proposal-note.tsx'
import { titleId } from './case-detail-head.tsx'
import { changedKeys, fieldOf } from './case-draft.ts'
import { columnsOf, labelOf, wordsOf } from './case-field-texts.ts'
import { DiscardButton } from './discard-button.tsx'
import type { CaseFormOf } from './use-case-form.ts'

export const lostId = 'case-lost'

interface Props {
  readonly record: CaseDetail
  readonly form: CaseFormOf
}

/** Why a case can or cannot be edited now, and what the user can do about it. */
export function CaseNotes({ record, form }: Props) {
  const { state, storedDraft } = form
  return (
    <div className="stack case-notes">
      <PseudonymisedNote record={record} />
      <ReadOnlyNote record={record} />
      {hasActions(state) && <ProposalNote record={record} form={form} />}
      <LockNote record={record} form={form} />
      {storedDraft && (
        <StoredDraftNote record={record} form={form} work={storedDraft.work} storedAt={storedDraft.storedAt} />
      )}
      {state.phase === 'lost' && <LostNote record={record} form={form} work={state.work} reason={state.reason} />}
      {state.phase === 'editing' && <NetworkNote isUnreachable={form.isUnreachable} />}
    </div>
  )
}

/** While the user compares two versions, all other actions are disabled. */
const hasActions = ({ phase }: CaseFormOf['state']) => phase !== 'merging'

function ReadOnlyNote({ record: { status } }: Pick<Props, 'record'>) {
  const { t } = useTranslation()
  if (!isReadOnly(status)) return null
  return <Alert kind="info">{t(`caseDetail.readOnly.${status as 'closed' | 'cancelled'}`)}</Alert>
}

/** Stays on the page even when empty: a live region announces the released lock. */
function LockNote({ record, form }: Props) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {record.isConflict && form.state.phase === 'reading' && (
        <Alert kind="warning" title={t('caseLock.conflictTitle')}>
          <p>
            {t('caseLock.other')} <bdi>{record.lockedBy}</bdi>
            {record.lockedSince && (
              <>
                {' '}
                {t('caseLock.since')} {formatTime(record.lockedSince)}
              </>
            )}
            . {t('caseLock.conflictText')}
          </p>
          <TakeOver record={record} form={form} />
        </Alert>
      )}
      {form.isFreed && <Alert kind="success">{t('caseLock.freed')}</Alert>}
    </div>
  )
}

/** A role that may edit every case may take over the lock. */
function TakeOver({ record, form }: Props) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const [isOpen, setOpen] = useState(false)
  if (accessTo('editCase', selectedRole) !== 'all' || record.actions.edit !== 'locked') return null
  const handleConfirm = () => {
    setOpen(false)
    form.takeOver(form.storedDraft?.work)
  }
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {t('caseLock.takeOver')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('caseLock.takeOverTitle')}
          texts={{ confirm: t('caseLock.takeOverConfirm'), cancel: t('desk.cancel'), close: t('site.close') }}
          isDanger
          onConfirm={handleConfirm}
          onClose={() => setOpen(false)}
        >
          <p>{t('caseLock.takeOverText', { name: record.lockedBy })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface WorkProps extends Props {
  readonly work: EditSession<CaseDraft>
}

const isFree = ({ actions }: CaseDetail) => actions.edit === null

/** Offers the draft from before a reload, a crash or the end of a session. */
function StoredDraftNote({ record, form, work, storedAt }: WorkProps & { readonly storedAt: number }) {
  const { t } = useTranslation()
  const date = formatInstant(new Date(storedAt))
  return (
    <Alert kind="info" title={t('caseDrafts.title')} announce="politely">
      <p>{t('caseDrafts.text')}</p>
      <div className="cluster">
        <Button
          size="sm"
          pending={form.isBeginning}
          pendingText={t('site.wait')}
          disabledReason={isFree(record) ? undefined : t('caseDrafts.restoreOff')}
          onClick={() => form.resume(work)}
        >
          {t('caseDrafts.restore', { date })}
        </Button>
        <CopyWork work={work} />
        <DiscardButton onDiscard={form.end} focusId={titleId} />
      </div>
    </Alert>
  )
}

/** Shown after the lock or the permission was lost: the user's input stays. */
function LostNote({ record, form, work, reason }: WorkProps & { readonly reason: string }) {
  const { t } = useTranslation()
  const isFreed = isFree(record)
  return (
    <div id={lostId} tabIndex={-1}>
      <Alert
        kind={isFreed ? 'warning' : 'danger'}
        title={t(isFreed ? 'caseLock.lostFreedTitle' : 'caseLock.lostTitle')}
        announce="now"
      >
        {!isFreed && <p>{reason}</p>}
        <p>{t(isFreed ? 'caseLock.lostFreedText' : 'caseLock.lostText')}</p>
        <div className="cluster">
          <Button
            size="sm"
            pending={form.isBeginning}
            pendingText={t('site.wait')}
            disabledReason={isFreed ? undefined : t('caseLock.resumeOff')}
            onClick={() => form.resume(work)}
          >
            {t('caseLock.resume')}
          </Button>
          <CopyWork work={work} />
          <DiscardButton onDiscard={form.end} focusId={titleId} />
        </div>
      </Alert>
    </div>
  )
}

function CopyWork({ work }: { work: EditSession<CaseDraft> }) {
  const { t } = useTranslation()
  const labelIn = useKnownLabel()
  return (
    <CopyButton value={writtenText(t, work, labelIn)} label={t('caseLock.copy')} copiedLabel={t('caseLock.copied')} />
  )
}

function NetworkNote({ isUnreachable }: { isUnreachable: boolean }) {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
  if (isUnreachable)
    return (
      <Alert kind="danger" title={t('caseDetail.unreachable')} announce="now">
        {t('caseDetail.unreachableText')}
      </Alert>
    )
  return <div role="status">{!isOnline && <Alert kind="warning">{t('caseDetail.offline')}</Alert>}</div>
}

type Line = Readonly<Record<string, unknown>>

type KnownLabel = (list: ReferenceList, id: number) => string | undefined

/** The unsaved changes of a case as lines of text, to be copied elsewhere. */
const writtenText = (
  t: TFunction,
  { base, draft }: Pick<EditSession<CaseDraft>, 'base' | 'draft'>,
  labelIn: KnownLabel,
): string =>
  changedKeys(base, draft)
    .map((key) => `${labelOf(t, key)}: ${valueText(t, key, draft, labelIn)}`)
    .join('\n')

function valueText(t: TFunction, key: CaseKey, draft: CaseDraft, labelIn: KnownLabel): string {
  const field = fieldOf(key)
  const value: unknown = draft[key]
  if (!Array.isArray(value)) return leafText(t, field, value, labelIn, wordsOf(t, key))
  const columns = Object.keys(columnsOf(t, key))
  const lineText = (line: Line) =>
    columns
      .flatMap((column) => {
        const own = field.columns?.[column]
        return own && line[column] !== undefined ? [leafText(t, own, line[column], labelIn)] : []
      })
      .join(' · ')
  return value.map(lineText).join('; ') || '–'
}

function leafText(
  t: TFunction,
  field: Field,
  value: unknown,
  labelIn: KnownLabel,
  words: readonly [string, string] = [t('report.yes'), t('report.no')],
): string {
  if (value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return words[value ? 0 : 1]
  return (field.list && labelIn(field.list, Number(value))) ?? String(value)
}

/** Says that the personal data of a case were erased, by retention or on request. */
export function PseudonymisedNote({ record }: { record: Pick<CaseDetail, 'pseudonymisedAt'> }) {
  const { t } = useTranslation()
  if (!record.pseudonymisedAt) return null
  return (
    <Alert kind="warning">
      <p>
        {t('cases.pseudonymised')} <ShowInstant instant={record.pseudonymisedAt} />.
      </p>
    </Alert>
  )
}
