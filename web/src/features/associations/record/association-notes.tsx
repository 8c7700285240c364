import { type AssociationDetail, formatScreenDate } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { EditNotes } from '#form/edit/edit-notes.tsx'
import { recordTitleId } from '#record/record-address.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { editedAssociation } from './association-record.ts'
import type { AssociationFormOf } from './use-association-form.ts'

interface Props {
  readonly record: AssociationDetail
  readonly form: AssociationFormOf
}

/** Where the procedure stands, and why the association can or cannot be edited now. */
export function AssociationNotes({ record, form }: Props) {
  return (
    <div className="stack case-notes">
      <RequestedDocuments record={record} />
      <RejectionWarning record={record} />
      <RemovalRequest record={record} />
      <EditNotes {...{ record, form }} edited={editedAssociation} titleId={recordTitleId} />
    </div>
  )
}

type RecordProps = Pick<Props, 'record'>

/** What was requested and by when; once the term has passed, what can be done. */
function RequestedDocuments({ record: { dueOn, isLate, missingItems, isTermExtended } }: RecordProps) {
  const { t } = useTranslation()
  if (!dueOn) return null
  const date = formatScreenDate(dueOn)
  return (
    <Alert kind={isLate ? 'warning' : 'info'} title={t('register.notes.documentsTitle')}>
      <p>
        <span>{t(isLate ? 'register.notes.late' : 'register.notes.documentsText', { date })}</span>{' '}
        {isTermExtended && <span>{t('register.notes.extended')}</span>}
      </p>
      {missingItems && (
        <p className="written-text" dir="auto">
          {missingItems}
        </p>
      )}
    </Alert>
  )
}

function RejectionWarning({ record: { rejectionWarnedOn: warned, rejectableFrom: from } }: RecordProps) {
  const { t } = useTranslation()
  if (!(warned && from)) return null
  return (
    <Alert kind="warning" title={t('register.notes.rejectionTitle')}>
      {t('register.notes.rejectionText', { warned: formatScreenDate(warned), from: formatScreenDate(from) })}
    </Alert>
  )
}

function RemovalRequest({ record: { isRemovalRequested } }: RecordProps) {
  const { t } = useTranslation()
  if (!isRemovalRequested) return null
  return (
    <Alert kind="warning" title={t('register.notes.removalTitle')}>
      {t('register.notes.removalText')}
    </Alert>
  )
}
