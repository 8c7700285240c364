import type { CaseStatus } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { StatusChip, type StatusKind } from '#ui/status-chip.tsx'

const kindOf: Record<CaseStatus, StatusKind> = {
  open: 'open',
  toAssign: 'assigning',
  inWorkOne: 'working',
  inWorkTwo: 'working',
  external: 'external',
  closed: 'closed',
  reopened: 'reopened',
  cancelled: 'cancelled',
}

export function StatusOfCase({ status }: { status: CaseStatus }) {
  const { t } = useTranslation()
  return <StatusChip kind={kindOf[status]} label={t(`caseStatuses.${status}`)} />
}
