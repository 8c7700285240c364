import { type AuditEntry, type AuditFilters, paths, type RecordKind } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { listHref } from '#list/list-address.ts'
import type { Column, RowDetail } from '#ui/data-table.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { type Definition, DefinitionList } from '#ui/layout/summary-block.tsx'
import { auditSource } from './audit-list.ts'
import { actionText, actorText, fieldsKindOf, fieldText, recordText } from './audit-texts.ts'
import { ChainMark, OutcomeChip } from './entry-marks.tsx'

export const auditColumns = (t: TFunction, filters: AuditFilters): Column<AuditEntry>[] => [
  {
    id: 'at',
    header: t('auditPage.columns.at'),
    width: '11.5rem',
    isRowHeader: true,
    cell: ({ at }) => <ShowInstant instant={at} isToTheSecond />,
  },
  {
    id: 'who',
    header: t('auditPage.columns.who'),
    isWrapped: true,
    cell: (entry) => <Actor entry={entry} text={actorText(t, entry)} filters={filters} />,
  },
  {
    id: 'role',
    header: t('auditPage.columns.role'),
    width: '9rem',
    isWrapped: true,
    isFoldedOnTablet: true,
    cell: ({ role }) => (role ? t(`roles.${role}`) : '–'),
  },
  {
    id: 'action',
    header: t('auditPage.columns.action'),
    isWrapped: true,
    cell: ({ action }) => actionText(t, action),
  },
  {
    id: 'records',
    header: t('auditPage.columns.records'),
    isWrapped: true,
    cell: (entry) => <RecordLinks entry={entry} most={2} />,
  },
  {
    id: 'outcome',
    header: t('auditPage.columns.outcome'),
    width: '8rem',
    cell: ({ outcome }) => <OutcomeChip outcome={outcome} />,
  },
  {
    id: 'chained',
    header: t('auditPage.columns.chained'),
    width: '7rem',
    isFoldedOnTablet: true,
    cell: ({ isChained }) => <ChainMark isChained={isChained} />,
  },
]

interface ActorProps {
  readonly entry: AuditEntry
  readonly text: string
  readonly filters: AuditFilters
}

/** A person's name narrows the log to that person. */
function Actor({ entry: { userId }, text, filters }: ActorProps) {
  if (userId === undefined || userId === filters.userId) return <span>{text}</span>
  return <NavLink href={listHref(auditSource, { filters: { ...filters, userId } })}>{text}</NavLink>
}

export const auditDetail = (t: TFunction): RowDetail<AuditEntry> => ({
  header: t('auditPage.detail.header'),
  label: ({ id }) => t('auditPage.detail.label', { id }),
  content: (entry) => <EntryDetail entry={entry} />,
})

/** What has no column of its own: all records, changed or opened fields, where it came from. */
function EntryDetail({ entry }: { entry: AuditEntry }) {
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
    items.push({ term: t(`auditPage.detail.${fieldsKindOf(entry)}`), value: names, isWide: true })
  }
  if (recordIds.length > 1)
    items.push({ term: t('auditPage.detail.records'), value: <RecordLinks entry={entry} />, isWide: true })
  return <DefinitionList items={items} />
}

/** The page that shows a record; kinds without one are named only. */
const pageOf: Partial<Record<RecordKind, (id: number) => string>> = {
  case: (id) => siteHref(paths.caseDetail, { id }),
  rights: (id) => siteHref(paths.rightsDetail, { id }),
  batch: () => siteHref(paths.batch),
  key: () => siteHref(paths.batch),
  retention: () => siteHref(paths.batch),
}

interface Props {
  readonly entry: AuditEntry
  /** How many are named before 'and so many more'. */
  readonly most?: number
}

/** The records that an entry is about. */
function RecordLinks({ entry: { recordKind, recordIds }, most = Number.POSITIVE_INFINITY }: Props) {
  const { t } = useTranslation()
  if (!recordKind || recordIds.length === 0) return <span>–</span>
  const left = recordIds.length - most
  const href = pageOf[recordKind]
  return (
    <span className="record-links">
      {recordIds.slice(0, most).map((id) => {
        const text = recordText(t, recordKind, id)
        return href ? (
          <NavLink key={id} href={href(id)}>
            {text}
          </NavLink>
        ) : (
          <span key={id}>{text}</span>
        )
      })}
      {left > 0 && <span>{t('auditPage.more', { count: left })}</span>}
    </span>
  )
}
