import { accessTo, type CaseDetail, isReadOnly } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { EditNotes } from '#form/edit/edit-notes.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { useUser } from '#lib/session/current-user.ts'
import { recordTitleId } from '#record/record-address.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { ProposalNote } from '../actions/case-proposal-note.tsx'
import { editedCase } from './case-edits.ts'
import type { CaseFormOf } from './use-case-form.ts'

interface Props {
  readonly record: CaseDetail
  readonly form: CaseFormOf
}

/** What the state of a case asks of the user, or forbids. */
export const StateNotes = ({ record, form }: Props) => (
  <div className="stack case-notes">
    <PseudonymisedNote record={record} />
    <ReadOnlyNote record={record} />
    <ProposalNote record={record} form={form} />
  </div>
)

/** Why a case can or cannot be edited now, and what the user can do about it. */
export function CaseNotes({ record, form }: Props) {
  const { selectedRole } = useUser()
  return (
    <div className="stack case-notes">
      <EditNotes
        record={record}
        form={form}
        edited={editedCase}
        titleId={recordTitleId}
        // A role that may edit every case may take over the lock.
        mayTakeOver={accessTo('editCase', selectedRole) === 'all'}
      />
    </div>
  )
}

function ReadOnlyNote({ record: { status } }: Pick<Props, 'record'>) {
  const { t } = useTranslation()
  if (!isReadOnly(status)) return null
  return <Alert kind="info">{t(`caseDetail.readOnly.${status as 'closed' | 'cancelled'}`)}</Alert>
}

/** Says that the personal data of a case were erased, by retention or on request. */
export function PseudonymisedNote({ record }: { record: Pick<CaseDetail, 'pseudonymisedAt'> }) {
  const { t } = useTranslation()
  if (!record.pseudonymisedAt) return null
  return (
    <Alert kind="warning">
      <p>
        <span>{t('cases.pseudonymised')}</span> <ShowInstant instant={record.pseudonymisedAt} />
        <span>.</span>
      </p>
    </Alert>
  )
}
