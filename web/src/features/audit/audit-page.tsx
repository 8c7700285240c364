import { type AuditEntry, type AuditFilters, verifyAuditLog } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useColleagueOptions } from '#lib/backoffice/colleagues.ts'
import { useUser } from '#lib/session/current-user.ts'
import type { List, ListView } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { auditColumns, auditDetail } from './audit-columns.tsx'
import { auditSource } from './audit-list.ts'
import { VerificationPanel } from './verification-panel.tsx'

const auditList: List<AuditEntry, AuditFilters> = {
  ...auditSource,
  textsOf: (t) => ({
    title: t('auditPage.title'),
    empty: t('desk.empty'),
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

/** The person that the log is narrowed to, where the chip has only a number: no operator, or not any more. */
function PersonChosen({ filters: { userId }, page }: ListView<AuditEntry, AuditFilters>) {
  const { t } = useTranslation()
  const isColleague = useColleagueOptions().some(({ id }) => id === String(userId))
  const name = isColleague ? undefined : page?.rows.find((entry) => entry.userId === userId)?.userName
  if (userId === undefined || name === undefined) return null
  return (
    <p>
      <span>{t('auditPage.onlyPerson')}</span> <strong>{name}</strong>
    </p>
  )
}

function Verification() {
  const { selectedRole } = useUser()
  return verifyAuditLog.allow.some((role) => role === selectedRole) && <VerificationPanel />
}
