import type { AuditEntry } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/icon.tsx'
import { StatusChip } from '#ui/status-chip.tsx'

export function OutcomeChip({ outcome }: Pick<AuditEntry, 'outcome'>) {
  const { t } = useTranslation()
  return <StatusChip kind={outcome === 'done' ? 'closed' : 'failed'} label={t(`auditPage.outcomes.${outcome}`)} />
}

/** Whether the entry is in the chain already; the job that chains comes every few seconds. */
export function ChainMark({ isChained }: Pick<AuditEntry, 'isChained'>) {
  const { t } = useTranslation()
  return (
    <span className="chain-mark">
      <Icon name={isChained ? 'it-link' : 'it-clock'} size="xs" />
      <span>{t(isChained ? 'auditPage.chained' : 'auditPage.waiting')}</span>
    </span>
  )
}
