import {
  type AssociationDetail,
  addDays,
  approvalOf,
  associationValuesOf,
  formatScreenDate,
  missingSeatOf,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { EditNotes } from '#form/edit/edit-notes.tsx'
import { ChangesView } from '#form/read-only/changes-view.tsx'
import { formatDay, today } from '#lib/i18n/format.tsx'
import { TermNote } from '#lib/i18n/term-note.tsx'
import { associationDisplay } from '#record/association-display.ts'
import { recordTitleId } from '#record/record-address.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { associationTexts, editedAssociation } from './association-record.ts'
import type { AssociationFormOf } from './use-association-form.ts'

interface Props {
  readonly record: AssociationDetail
  readonly form: AssociationFormOf
}

/** Why the association can or cannot be edited now. */
export const AssociationNotes = ({ record, form }: Props) => (
  <div className="stack case-notes">
    <EditNotes record={record} form={form} edited={editedAssociation} titleId={recordTitleId} />
  </div>
)

/** Where the procedure stands. */
export function ProcedureNotes({ record }: RecordProps) {
  return (
    <div className="stack case-notes">
      <LapsedSigning record={record} />
      <RequestedDocuments record={record} />
      <MissingSeat record={record} />
      <RejectionWarning record={record} />
      <OpenProposal record={record} />
      <WaitingRenewal record={record} />
      <RemovalRequest record={record} />
    </div>
  )
}

type RecordProps = Pick<Props, 'record'>

/** The key of the office signs nothing now: its certificate has expired or is not valid yet. */
function LapsedSigning({ record: { isSigningLapsed } }: RecordProps) {
  const { t } = useTranslation()
  if (!isSigningLapsed) return null
  return (
    <Alert kind="warning" title={t('register.notes.signingTitle')}>
      {t('register.notes.signingText')}
    </Alert>
  )
}

/** What was requested and by when; once the term has passed, what can be done. */
function RequestedDocuments({ record: { dueOn, isLate, missingItems, isTermExtended } }: RecordProps) {
  const { t } = useTranslation()
  if (!dueOn) return null
  const date = formatScreenDate(dueOn)
  return (
    <Alert kind={isLate ? 'warning' : 'info'} title={t('register.notes.documentsTitle')}>
      <p>
        <span>{t(isLate ? 'register.notes.late' : 'register.notes.documentsText', { date })}</span>{' '}
        <TermNote end={dueOn} /> {isTermExtended && <span>{t('register.notes.extended')}</span>}
      </p>
      {missingItems && (
        <p className="written-text" dir="auto">
          {missingItems}
        </p>
      )}
    </Alert>
  )
}

/** What the request does not say of the seat; a caller without the form may leave it out. */
function MissingSeat({ record: { status, values } }: RecordProps) {
  const { t } = useTranslation()
  const missing = approvalOf(status) ? missingSeatOf(values) : []
  if (missing.length === 0) return null
  return (
    <Alert kind="warning" title={t('register.notes.seatTitle')}>
      <p>{missing.map((key) => associationTexts.labelOf(t, key)).join(', ')}</p>
    </Alert>
  )
}

function RejectionWarning({ record: { rejectionWarnedOn: warned, rejectableFrom: from } }: RecordProps) {
  const { t } = useTranslation()
  if (!(warned && from)) return null
  return (
    <Alert kind="warning" title={t('register.notes.rejectionTitle')}>
      <p>
        <span>
          {t('register.notes.rejectionText', { warned: formatScreenDate(warned), from: formatScreenDate(from) })}
        </span>{' '}
        <TermNote end={addDays(from, -1)} />
      </p>
    </Alert>
  )
}

/** The change that the register accepts or refuses, beside the decreed facts that stay in force. */
function OpenProposal({ record: { proposal } }: RecordProps) {
  const { t } = useTranslation()
  if (!proposal) return null
  const { at, dueOn, isLate, by, changes } = proposal
  const dates = { date: formatDay(at), due: formatScreenDate(dueOn) }
  return (
    <Alert kind={isLate ? 'warning' : 'info'} title={t('register.notes.proposalTitle')}>
      <p>
        <span>{t(isLate ? 'register.notes.proposalLate' : 'register.notes.proposalText', dates)}</span>{' '}
        <TermNote end={dueOn} /> {by !== undefined && <span>{t('register.notes.proposalBy', { name: by })}</span>}
      </p>
      <ChangesView
        display={associationDisplay}
        valuesOf={associationValuesOf}
        changes={changes}
        summary={t('caseHistory.fields', { count: changes.length })}
        isOpen
      />
    </Alert>
  )
}

function WaitingRenewal({ record: { renewalWaitsUntil } }: RecordProps) {
  const { t } = useTranslation()
  if (!renewalWaitsUntil) return null
  return (
    <Alert kind="info" title={t('register.notes.renewalTitle')}>
      {t('register.notes.renewalText', { date: formatScreenDate(renewalWaitsUntil) })}
    </Alert>
  )
}

function RemovalRequest({ record: { removalRequestedOn, removalDueOn } }: RecordProps) {
  const { t } = useTranslation()
  if (!(removalRequestedOn && removalDueOn)) return null
  const dates = { date: formatScreenDate(removalRequestedOn), due: formatScreenDate(removalDueOn) }
  return (
    <Alert kind="warning" title={t('register.notes.removalTitle')}>
      <p>
        <span>{t(removalDueOn < today() ? 'register.notes.removalLate' : 'register.notes.removalText', dates)}</span>{' '}
        <TermNote end={removalDueOn} />
      </p>
    </Alert>
  )
}
