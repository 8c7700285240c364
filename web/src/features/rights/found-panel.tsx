import { paths, type RightsDetail } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { siteHref } from '#lib/page/page-settings.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Badge } from '#ui/status-chip.tsx'

/** The records about the person, for the operator who decides: how many and which, without their content. */
export function FoundPanel({ request: { reports, users, records } }: { request: RightsDetail }) {
  const { t } = useTranslation()
  const isHidden = reports === undefined
  return (
    <Panel title={t('rightsPage.found.title')}>
      {isHidden && <p>{t('rightsPage.found.hidden')}</p>}
      {!(isHidden || reports.length || users || records) && <p>{t('rightsPage.found.nothing')}</p>}
      {!isHidden && reports.length > 0 && (
        <ul className="plain-list">
          {reports.map(({ id, code, status, isOpen }) => (
            <li key={id} className="cluster">
              <NavLink href={siteHref(paths.caseDetail, { id })}>
                <bdi dir="ltr">{code}</bdi>
              </NavLink>
              <span>{t(`caseStatuses.${status}`)}</span>
              {isOpen && <Badge kind="accent">{t('rightsPage.found.open')}</Badge>}
            </li>
          ))}
        </ul>
      )}
      {!!users && <p>{t('rightsPage.found.users', { count: users })}</p>}
      {!!records && <p>{t('rightsPage.found.records', { count: records })}</p>}
    </Panel>
  )
}
