import type { AssociationStatus } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { StatusChip, type StatusKind } from '#ui/status-chip.tsx'

const kindOf: Record<AssociationStatus, StatusKind> = {
  submitted: 'open',
  documentsAsked: 'assigning',
  approvedToSign: 'working',
  enrolled: 'closed',
  expired: 'expired',
  removed: 'cancelled',
  rejected: 'failed',
  renewalAsked: 'reopened',
  renewalApproved: 'working',
}

export function StatusOfAssociation({ status }: { status: AssociationStatus }) {
  const { t } = useTranslation()
  return <StatusChip kind={kindOf[status]} label={t(`registerStatuses.${status}`)} />
}
