import { approveRights, decidableStatuses, type RightsDetail, type RightsStatus } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#lib/page/notices.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button } from '#ui/button.tsx'
import { type Decision, DecisionDialog } from './decision-dialog.tsx'
import { useApproveRights, useRefuseRights } from './rights.queries.ts'

const isDecidable = (status: RightsStatus) => decidableStatuses.some((one) => one === status)

/** Approval and refusal, for RUP; the user who made the request may not decide it. */
export function RightsActions({ request }: { request: RightsDetail }) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const [asked, setAsked] = useState<'approve' | 'refuse'>()
  if (!isDecidable(request.status)) return null
  if (!approveRights.allow.some((role) => role === selectedRole)) return <p>{t('rightsPage.waitsForManager')}</p>
  const reason = request.canDecide ? undefined : t('problems.stessa_persona')
  const close = () => setAsked(undefined)
  return (
    <>
      <div className="desk-actions">
        <Button disabledReason={reason} onClick={() => setAsked('approve')}>
          {t('rightsPage.decision.approve')}
        </Button>
        <Button variant="secondary" disabledReason={reason} onClick={() => setAsked('refuse')}>
          {t('rightsPage.decision.refuse')}
        </Button>
      </div>
      {asked === 'approve' && <Approval request={request} onClose={close} />}
      {asked === 'refuse' && <Refusal request={request} onClose={close} />}
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
      {isErasure ? <ErasureText {...{ reports, users, records }} /> : <p>{t('rightsPage.decision.exportText')}</p>}
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
        <strong>{t('rightsPage.decision.erasureFinal')}</strong> {t('rightsPage.decision.erasureStays')}{' '}
        {users > 0 && t('rightsPage.decision.erasureUsers')}
      </p>
    </>
  )
}

function Refusal({ request: { id }, onClose }: Props) {
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
