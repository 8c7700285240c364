import { type OwnAssociation, paths } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import type { Elements } from '#ui/elements.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { ownAssociationsQuery } from './own-associations.queries.ts'

interface Props {
  readonly title: string
  /** Why the page cannot be used for this association now. */
  readonly denialOf: (own: OwnAssociation) => string | undefined
  readonly children: (own: OwnAssociation) => Elements
}

/** A page about the association that the address names, if it is one of the user's. */
export function OwnPage({ title, denialOf, children }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t('desk.personalArea'), href: siteHref(paths.personalArea) }]}
        current={title}
      />
      <h1>{title}</h1>
      <Content denialOf={denialOf}>{children}</Content>
    </>
  )
}

function Content({ denialOf, children }: Omit<Props, 'title'>) {
  const { t } = useTranslation()
  const search = useSiteSearch()
  const { data, isError, isFetching, refetch } = useQuery(ownAssociationsQuery)
  if (data === undefined)
    return isError ? (
      <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
    ) : (
      <TextSkeleton text={t('personalArea.loading')} count={8} />
    )
  const own = data.find(({ id }) => id === search.id)
  const denial = own ? denialOf(own) : t('personalArea.unknown')
  if (own && denial === undefined) return children(own)
  return (
    <>
      <Alert kind="info">{denial}</Alert>
      <p>
        <NavLink href={siteHref(paths.personalArea)}>{t('personalArea.back')}</NavLink>
      </p>
    </>
  )
}
