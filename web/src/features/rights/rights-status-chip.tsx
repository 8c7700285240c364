import type { RightsStatus } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { StatusChip, type StatusKind } from '#ui/status-chip.tsx'

const kindOf: Record<RightsStatus, StatusKind> = {
  waiting: 'open',
  approved: 'working',
  refused: 'cancelled',
  done: 'closed',
  failed: 'failed',
}

export function RightsStatusChip({ status }: { status: RightsStatus }) {
  const { t } = useTranslation()
  return <StatusChip kind={kindOf[status]} label={t(`rights.statuses.${status}`)} />
}
