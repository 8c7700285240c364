import { approveRights, decidableStatuses, type RightsDetail, type RightsStatus } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { notify } from '#lib/page/notices.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { ReasonField } from './reason-field.tsx'
import { rightsFields, useApproveRights, useRefuseRights } from './rights.queries.ts'

const isDecidable = (status: RightsStatus) => decidableStatuses.some((one) => one === status)

/** Approval and refusal, for RUP; the user who made the request may not decide it. */
export function RightsActions({ request }: { request: RightsDetail }) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const [dialog, setDialog] = useState<'approve' | 'refuse'>()
  if (!isDecidable(request.status)) return null
  if (!approveRights.allow.some((role) => role === selectedRole)) return <p>{t('rightsPage.waitsForManager')}</p>
  const reason = request.canDecide ? undefined : t('problems.stessa_persona')
  const close = () => setDialog(undefined)
  return (
    <>
      <div className="desk-actions">
        <Button disabledReason={reason} onClick={() => setDialog('approve')}>
          {t('rightsPage.decision.approve')}
        </Button>
        <Button variant="secondary" disabledReason={reason} onClick={() => setDialog('refuse')}>
          {t('rightsPage.decision.refuse')}
        </Button>
      </div>
      {dialog === 'approve' && <Approval request={request} onClose={close} />}
      {dialog === 'refuse' && <DenyDialog request={request} onClose={close} />}
    </>
  )
}

interface Props {
  readonly request: RightsDetail
  readonly onClose: () => void
}

function Approval({ request: { id, kind, reports, users, records }, onClose }: Props) {
  const { t } = useTranslation()
  const approve = useApproveRights(id, () => {
    onClose()
    notify({ kind: 'success', body: t('rightsPage.decision.approved') })
  })
  const isErasure = kind === 'erasure'
  const openCodes = (reports ?? []).filter(({ isOpen }) => isErasure && isOpen).map(({ code }) => code)
  const handleDecide = ({ reason, includesOpen }: Decision) =>
    approve.mutate({ motivo: reason, anche_aperti: includesOpen })
  return (
    <DecisionDialog
      title={t(`rightsPage.decision.titles.${kind}`)}
      confirmText={t(`rightsPage.decision.confirms.${kind}`)}
      isDanger={isErasure}
      openCodes={openCodes}
      pending={approve.isPending}
      error={approve.error}
      onDecide={handleDecide}
      onClose={onClose}
    >
      {isErasure ? (
        <ErasureText reports={reports} users={users} records={records} />
      ) : (
        <p>{t('rightsPage.decision.exportText')}</p>
      )}
    </DecisionDialog>
  )
}

/** Names what will go, and what stays. */
function ErasureText({ reports = [], users = 0, records = 0 }: Pick<RightsDetail, 'reports' | 'users' | 'records'>) {
  const { t } = useTranslation()
  const codes = reports.map(({ code }) => code).join(', ')
  return (
    <>
      <p>{t('rightsPage.decision.erasureText')}</p>
      <ul>
        {reports.length > 0 && <li>{t('rightsPage.decision.erasureReports', { count: reports.length, codes })}</li>}
        {records > 0 && <li>{t('rightsPage.decision.erasureRecords')}</li>}
        <li>{t('rightsPage.decision.erasureMails')}</li>
        <li>{t('rightsPage.decision.erasureRequests')}</li>
      </ul>
      <p>
        <strong>{t('rightsPage.decision.erasureFinal')}</strong> <span>{t('rightsPage.decision.erasureStays')}</span>{' '}
        {users > 0 && <span>{t('rightsPage.decision.erasureUsers')}</span>}
      </p>
    </>
  )
}

function DenyDialog({ request: { id }, onClose }: Props) {
  const { t } = useTranslation()
  const refuse = useRefuseRights(id, () => {
    onClose()
    notify({ kind: 'success', body: t('rightsPage.decision.refused') })
  })
  return (
    <DecisionDialog
      title={t('rightsPage.decision.refuseTitle')}
      confirmText={t('rightsPage.decision.refuseConfirm')}
      pending={refuse.isPending}
      error={refuse.error}
      onDecide={({ reason }) => refuse.mutate({ motivo: reason })}
      onClose={onClose}
    >
      <p>{t('rightsPage.decision.refuseText')}</p>
    </DecisionDialog>
  )
}

interface Decision {
  readonly reason: string
  readonly includesOpen: boolean
}

interface DecisionProps {
  readonly title: string
  readonly confirmText: string
  readonly isDanger?: boolean | undefined
  /** Cases still worked on, by their codes: they are named, and must be agreed to. */
  readonly openCodes?: readonly string[] | undefined
  readonly pending: boolean
  /** Why the server did not take the decision. */
  readonly error: Error | null
  readonly onDecide: (decision: Decision) => void
  readonly onClose: () => void
  /** What the decision does. */
  readonly children: Elements
}

/** Asks for the reason of a decision, and says what the decision does. */
export function DecisionDialog(props: DecisionProps) {
  const { title, confirmText, isDanger, openCodes = [], pending, error, onDecide, onClose, children } = props
  const { t } = useTranslation()
  const session = useFormSession({
    id: 'decision',
    start: { open: false, reason: '' },
    fields: { open: 'anche_aperti', reason: rightsFields.reason },
    labelOf: (key) => t(key === 'open' ? 'rightsPage.decision.open' : 'rightsPage.fields.reason'),
    check: ({ open }) => ({ open: openCodes.length > 0 && !open ? t('rightsPage.decision.openMissing') : undefined }),
    sending: { error, isPending: pending },
    send: ({ open, reason }) => onDecide({ reason, includesOpen: open }),
  })
  const { value: isOpenIncluded, ...openField } = session.field('open')
  return (
    <FormDialog {...session.dialog} title={title} submitText={confirmText} isDanger={isDanger} onClose={onClose}>
      {children}
      {openCodes.length > 0 && (
        <Checkbox
          {...openField}
          label={t('rightsPage.decision.openLabel', { count: openCodes.length, codes: openCodes.join(', ') })}
          required
          checked={isOpenIncluded}
        />
      )}
      <ReasonField {...session.field('reason')} label={t('rightsPage.decision.reason')} />
    </FormDialog>
  )
}
