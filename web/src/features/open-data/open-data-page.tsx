import { downloadOpenData, getOpenData, getOpenDataCatalogue, openDataPolicy } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { call, pathOf } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { buttonClass } from '#ui/button.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { ExternalLink } from '#ui/layout/external-link.tsx'
import { EmptyState } from '#ui/layout/panel.tsx'
import { OpenDataTable } from './open-data-table.tsx'
import '../../styles/open-data.scss'

const openDataQuery = () => ({
  queryKey: [getOpenData.path, i18next.language],
  queryFn: () => call(getOpenData, {}),
  meta: { isHandled: true },
})

/** The yearly numbers of cases, how they are counted, and their files. */
export function OpenDataPage() {
  const { t } = useTranslation()
  return (
    <div className="reading-column">
      <h1>{t('openData.title')}</h1>
      <p className="lead-text">{t('openData.lead')}</p>
      <Tables />
      <h2>{t('openData.counting.title')}</h2>
      <ul>
        {t('openData.counting.items', { returnObjects: true, smallest: openDataPolicy.smallest }).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <Downloads />
    </div>
  )
}

function Tables() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(openDataQuery())
  if (error)
    return (
      <LoadFailed
        isRetrying={isFetching}
        onRetry={() => refetch()}
        texts={{ title: t('openData.failed.title'), retry: t('openData.failed.retry') }}
      />
    )
  if (!data) return <TextSkeleton text={t('openData.loading')} count={12} />
  if (data.years.length === 0)
    return <EmptyState title={t('openData.none.title')}>{t('openData.none.text')}</EmptyState>
  // The newest year first: on a telephone the others scroll.
  const years = [...data.years].reverse()
  return (
    <>
      <p>{t('openData.legend')}</p>
      {data.tables.map((table) => (
        <OpenDataTable key={table.table} table={table} years={years} />
      ))}
    </>
  )
}

function Downloads() {
  const { t } = useTranslation()
  const { data } = useQuery(openDataQuery())
  if (data?.years.length === 0) return null
  const { licence } = openDataPolicy
  const file = (format: 'csv' | 'json') => siteHref(pathOf(downloadOpenData), { formato: format })
  return (
    <>
      <h2>{t('openData.download.title')}</h2>
      <p>{t('openData.download.text')}</p>
      <p className="cluster">
        <a href={file('csv')} download className={buttonClass('secondary')}>
          {t('openData.download.csv')}
        </a>
        <a href={file('json')} download className={buttonClass('secondary')}>
          {t('openData.download.json')}
        </a>
      </p>
      <p>
        <span>{t('openData.download.licence', { name: licence.name })}</span>{' '}
        <ExternalLink href={licence.url} hint={t('site.external')}>
          {t('openData.download.licenceLink')}
        </ExternalLink>
      </p>
      <p>
        <a href={siteHref(pathOf(getOpenDataCatalogue))}>{t('openData.download.catalogue')}</a>
      </p>
    </>
  )
}
