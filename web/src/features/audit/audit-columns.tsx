import type { AuditEntry, AuditFilters } from '@portal/contract'
import type { TFunction } from 'i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { listHref } from '#list/list-address.ts'
import type { Column, RowDetail } from '#ui/data-table.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { auditSource } from './audit-list.ts'
import { actionText, actorText } from './audit-texts.ts'
import { EntryDetail } from './entry-detail.tsx'
import { ChainMark, OutcomeChip } from './entry-marks.tsx'
import { RecordLinks } from './record-links.tsx'

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
  if (userId === undefined || userId === filters.userId) return text
  return <NavLink href={listHref(auditSource, { filters: { ...filters, userId } })}>{text}</NavLink>
}

export const auditDetail = (t: TFunction): RowDetail<AuditEntry> => ({
  header: t('auditPage.detail.header'),
  label: ({ id }) => t('auditPage.detail.label', { id }),
  content: (entry) => <EntryDetail entry={entry} />,
})
