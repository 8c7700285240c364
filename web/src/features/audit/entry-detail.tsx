import type { AuditEntry } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { type Definition, DefinitionList } from '#ui/layout/summary-block.tsx'
import { fieldText } from './audit-texts.ts'
import { ChainMark } from './entry-marks.tsx'
import { RecordLinks } from './record-links.tsx'

/** What has no column of its own: all records, changed fields, where it came from. */
export function EntryDetail({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const { id, role, recordIds, changedFields, network, requestId, isChained } = entry
  const items: Definition[] = [
    { term: t('auditPage.detail.entry'), value: <bdi dir="ltr">{id}</bdi> },
    { term: t('auditPage.columns.role'), value: role ? t(`roles.${role}`) : '–' },
    { term: t('auditPage.columns.chained'), value: <ChainMark isChained={isChained} /> },
    { term: t('auditPage.detail.network'), value: network ? <bdi dir="ltr">{network}</bdi> : '–' },
    { term: t('auditPage.detail.request'), value: requestId ? <bdi dir="ltr">{requestId}</bdi> : '–' },
  ]
  if (changedFields.length > 0) {
    const names = changedFields.map((field) => fieldText(t, field)).join(', ')
    items.push({ term: t('auditPage.detail.fields'), value: names, isWide: true })
  }
  if (recordIds.length > 1)
    items.push({ term: t('auditPage.detail.records'), value: <RecordLinks entry={entry} />, isWide: true })
  return <DefinitionList items={items} />
}
