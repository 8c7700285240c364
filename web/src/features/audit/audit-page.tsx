import { type AuditEntry, type AuditFilters, verifyAuditLog } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/current-user.ts'
import type { List, ListView } from '#list/list.ts'
import { listHref } from '#list/list-address.ts'
import { ListPage } from '#list/list-page.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { auditColumns, auditDetail } from './audit-columns.tsx'
import { auditSource } from './audit-list.ts'
import { VerificationPanel } from './verification-panel.tsx'

const auditList: List<AuditEntry, AuditFilters> = {
  ...auditSource,
  layout: 'form',
  textsOf: (t) => ({
    title: t('auditPage.title'),
    empty: t('desk.empty'),
    openFilters: t('auditPage.openFilters'),
  }),
  filterLabel: (t, key) => t(`auditPage.filters.${key}`),
  useColumns: ({ filters }) => auditColumns(useTranslation().t, filters),
  detailOf: auditDetail,
  hasExactCount: true,
  Note: PersonChosen,
  Foot: Verification,
}

/** Who read or changed what: the audit log, and the verification of its chain. */
export const AuditPage = () => <ListPage list={auditList} />

/** The person that the log is narrowed to, with the way back to everybody. */
function PersonChosen({ filters, page }: ListView<AuditEntry, AuditFilters>) {
  const { t } = useTranslation()
  const { userId, ...others } = filters
  if (userId === undefined) return null
  const name = page?.rows.find((entry) => entry.userId === userId)?.userName
  return (
    <p className="cluster">
      <span>
        <span>{t('auditPage.onlyPerson')}</span> <strong>{name ?? t('auditPage.goneUser', { id: userId })}</strong>
      </span>
      <NavLink href={listHref(auditSource, { filters: others })}>{t('auditPage.everybody')}</NavLink>
    </p>
  )
}

function Verification() {
  const { selectedRole } = useUser()
  return verifyAuditLog.allow.some((role) => role === selectedRole) && <VerificationPanel />
}
