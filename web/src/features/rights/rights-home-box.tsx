import { can, paths, type RightsRow } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { listHref } from '#list/list-address.ts'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { decidableRightsQuery } from './rights.queries.ts'
import { rightsSource } from './rights-list.ts'

/** How many requests the box shows. */
const shown = 5

/** Requests on personal data that wait for the user's decision, the oldest first; nothing for roles that decide none. */
export function RightsHomeBox() {
  const { selectedRole } = useUser()
  return can('administration', selectedRole) ? <Box /> : null
}

function Box() {
  const { t } = useTranslation()
  const { data: page, isError, isFetching, refetch } = useQuery(decidableRightsQuery)
  const oldestFirst = page && [...page.rows].sort((one, other) => one.id - other.id)
  return (
    <Panel
      title={t('rightsPage.home.title')}
      actions={page && <span className="home-count figures">{page.count}</span>}
    >
      {isError && !page && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {!(page || isError) && <TextSkeleton text={t('site.loading')} count={shown} />}
      {page?.rows.length === 0 && <p className="home-none">{t('rightsPage.home.none')}</p>}
      {oldestFirst && oldestFirst.length > 0 && (
        <>
          <ul className="home-cases">
            {oldestFirst.slice(0, shown).map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
          <NavLink href={listHref(rightsSource, { filters: { isDecidable: true } })}>
            {t('rightsPage.home.all')}
          </NavLink>
        </>
      )}
    </Panel>
  )
}

function Row({ row: { id, kind, dueOn, dueState } }: { row: RightsRow }) {
  const { t } = useTranslation()
  return (
    <li>
      <NavLink href={siteHref(paths.rightsDetail, { id })}>{t('rightsPage.number', { id })}</NavLink>
      <span>{t(`rights.kinds.${kind}`)}</span>
      {dueOn && dueState && <DueOn state={dueState} on={dueOn} />}
    </li>
  )
}
