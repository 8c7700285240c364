import { paths } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useNameInTitle } from '#lib/page/page-subject.ts'
import { useUser } from '#lib/session/current-user.ts'
import { CardGridSkeleton } from '#ui/feedback/skeleton.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { EmptyState, LinkCard } from '#ui/layout/panel.tsx'
import { Invitations } from './invitations.tsx'
import { OwnAssociationView } from './own-association.tsx'
import { ownAssociationsQuery, personalAreaTitleId } from './own-associations.queries.ts'

/** The personal area: the associations of the user, their state, and what can be done for each. */
export function PersonalAreaPage() {
  const { t } = useTranslation()
  const { firstName } = useUser()
  return (
    <>
      <h1 id={personalAreaTitleId} tabIndex={-1}>
        {t('desk.greeting', { name: firstName })}
      </h1>
      <Invitations />
      <OwnAssociations />
      <div className="card-grid">
        <LinkCard title={t('session.mine')} level={2} href={siteHref(paths.mySessions)}>
          <p>{t('desk.openSessions')}</p>
        </LinkCard>
        <LinkCard title={t('personalArea.help.title')} level={2} href={siteHref(paths.contacts)}>
          <p>{t('personalArea.help.text')}</p>
        </LinkCard>
      </div>
    </>
  )
}

function OwnAssociations() {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(ownAssociationsQuery)
  useNameInTitle(data?.length === 1 ? data[0]?.values.name : undefined)
  if (data === undefined)
    return isError ? (
      <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
    ) : (
      <CardGridSkeleton text={t('personalArea.loading')} count={1} />
    )
  if (data.length === 0)
    return (
      <EmptyState title={t('personalArea.none.title')}>
        <p>{t('personalArea.none.text')}</p>
        <p>
          <NavLink href={siteHref(paths.enrolment)}>{t('personalArea.apply')}</NavLink>
        </p>
      </EmptyState>
    )
  return data.map((own) => <OwnAssociationView key={own.id} own={own} />)
}
