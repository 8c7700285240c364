import { associationValuesOf, formatScreenDate, type OwnAssociation, type Withdrawal } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { ChangesView } from '#form/read-only/changes-view.tsx'
import { TermNote } from '#lib/i18n/term-note.tsx'
import { associationDisplay } from '#record/association-display.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { useWithdrawal } from './own-associations.queries.ts'

interface Props {
  readonly own: OwnAssociation
}

/** What the association asked for and may withdraw while the office has not decided. */
export function OwnPending({ own }: Props) {
  return (
    <>
      <OpenProposal own={own} />
      <RemovalRequest own={own} />
      <PendingRenewal own={own} />
    </>
  )
}

/** The changes that wait for the register, beside the decreed facts that stay in force. */
function OpenProposal({ own: { id, proposal } }: Props) {
  const { t } = useTranslation()
  if (!proposal) return null
  const { changes, dueOn } = proposal
  return (
    <Alert kind="info" title={t('personalArea.proposal.title')}>
      <p>
        <span>{t('personalArea.proposal.text', { date: formatScreenDate(dueOn) })}</span> <TermNote end={dueOn} />
      </p>
      <ChangesView
        display={associationDisplay}
        valuesOf={associationValuesOf}
        changes={changes}
        summary={t('caseHistory.fields', { count: changes.length })}
        isOpen
      />
      <Withdraw
        id={id}
        subject="proposal"
        text={t('personalArea.proposal.withdraw')}
        done={t('personalArea.proposal.withdrawn')}
      />
    </Alert>
  )
}

function RemovalRequest({ own: { id, removalDueOn } }: Props) {
  const { t } = useTranslation()
  if (!removalDueOn) return null
  return (
    <Alert kind="info">
      <p>
        <span>{t('personalArea.removal.requested', { date: formatScreenDate(removalDueOn) })}</span>{' '}
        <TermNote end={removalDueOn} />
      </p>
      <Withdraw
        id={id}
        subject="removal"
        text={t('personalArea.removal.withdraw')}
        done={t('personalArea.removal.withdrawn')}
      />
    </Alert>
  )
}

interface WithdrawProps {
  readonly id: number
  readonly subject: Withdrawal
  readonly text: string
  readonly done: string
}

function Withdraw({ id, subject, text, done }: WithdrawProps) {
  const { t } = useTranslation()
  const withdrawing = useWithdrawal(done)
  return (
    <Button
      variant="secondary"
      pending={withdrawing.isPending}
      pendingText={t('site.wait')}
      onClick={() => withdrawing.mutate({ id, subject })}
    >
      {text}
    </Button>
  )
}

/** A renewal that is not decided: until when it may wait for the association, and how to withdraw it. */
function PendingRenewal({ own: { id, isRenewalWithdrawable, renewalWaitsUntil } }: Props) {
  const { t } = useTranslation()
  const withdrawing = useWithdrawal(t('personalArea.renewal.withdrawn'))
  if (!isRenewalWithdrawable) return null
  return (
    <>
      {renewalWaitsUntil && (
        <p>
          <span>{t('personalArea.renewal.waits')}</span> <strong>{formatScreenDate(renewalWaitsUntil)}</strong>
          <span>.</span>
        </p>
      )}
      <ConfirmButton
        button={{
          variant: 'quiet',
          children: t('personalArea.renewal.withdraw'),
          pending: withdrawing.isPending,
          pendingText: t('site.wait'),
        }}
        title={t('personalArea.renewal.withdrawTitle')}
        texts={{
          confirm: t('personalArea.renewal.withdrawConfirm'),
          cancel: t('desk.cancel'),
          close: t('site.close'),
        }}
        onConfirm={() => withdrawing.mutate({ id, subject: 'renewal' })}
      >
        <p>{t('personalArea.renewal.withdrawText')}</p>
      </ConfirmButton>
    </>
  )
}
