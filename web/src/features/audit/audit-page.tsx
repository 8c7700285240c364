import { type AuditFilters, verifyAuditLog } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { ListPages, ListRange, useBeyondEnd } from '#lib/list/list-parts.tsx'
import { useUser } from '#lib/session/current-user.ts'
import { DataTable } from '#ui/data-table.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { auditCountQuery, auditQuery } from './audit.queries.ts'
import { auditColumns, auditDetail } from './audit-columns.tsx'
import { AuditFilterForm } from './audit-filter-form.tsx'
import { auditHref, auditPageHref, readAuditSearch } from './audit-search.ts'
import { VerificationPanel } from './verification-panel.tsx'

/** Who read or changed what: the audit log, and the verification of its chain. */
export function AuditPage() {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const search = readAuditSearch(useSearch({ strict: false }))
  const { data: page, isPlaceholderData, isError, isFetching, refetch } = useQuery(auditQuery(search))
  const beyond = useBeyondEnd({ page, place: search, href: (wanted) => auditPageHref(wanted, search, {}) })
  const { filters } = search
  return (
    <>
      <div className="list-head">
        <div className="list-title">
          <h1>{t('auditPage.title')}</h1>
          <ListRange page={page} exactCount={auditCountQuery(filters)} />
        </div>
      </div>
      <AuditFilterForm filters={filters} />
      <PersonChosen filters={filters} name={page?.rows.find(({ userId }) => userId === filters.userId)?.userName} />
      {isError && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {(page || !isError) && (
        <DataTable
          caption={t('auditPage.title')}
          isCaptionHidden
          columns={auditColumns(t, filters)}
          rows={page?.rows}
          rowKey={({ id }) => id}
          emptyText={beyond?.emptyText ?? t('desk.empty')}
          emptyNext={beyond?.emptyNext}
          loadingText={t('site.loading')}
          isRefreshing={isPlaceholderData}
          detail={auditDetail(t)}
        />
      )}
      {page && (
        <ListPages
          page={page}
          place={search}
          isStale={isPlaceholderData}
          href={(wanted, keys) => auditPageHref(wanted, search, keys)}
        />
      )}
      {verifyAuditLog.allow.some((role) => role === selectedRole) && <VerificationPanel />}
    </>
  )
}

/** The person that the log is narrowed to, with the way back to everybody. */
function PersonChosen({ filters, name }: { filters: AuditFilters; name: string | undefined }) {
  const { t } = useTranslation()
  const { userId, ...others } = filters
  if (userId === undefined) return null
  return (
    <p className="cluster">
      <span>
        {t('auditPage.onlyPerson')} <strong>{name ?? t('auditPage.goneUser', { id: userId })}</strong>
      </span>
      <NavLink href={auditHref(others)}>{t('auditPage.everybody')}</NavLink>
    </p>
  )
}
