import { getPublishedAssessment, type PublishedAssessmentDetail, paths } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { ShowDay } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useNameInTitle } from '#lib/page/page-subject.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { type Definition, SummaryBlock } from '#ui/layout/summary-block.tsx'
import '../../styles/public-register.scss'

const assessmentQuery = (id: number) => ({
  queryKey: [getPublishedAssessment.path, id, i18next.language],
  queryFn: () => call(getPublishedAssessment, { params: { id } }),
  meta: { isHandled: true },
})

const isUnknown = (error: Error | null) => error instanceof CallError && [400, 404].includes(error.status)

/** A published assessment: its texts are Italian, in every language of the page. */
export function AssessmentPage() {
  const { t } = useTranslation()
  const { id = 0 } = useSiteSearch()
  const { data, error, isFetching, refetch } = useQuery({ ...assessmentQuery(id), enabled: id > 0 })
  useNameInTitle(data?.title)
  if (id === 0 || isUnknown(error)) return <UnknownAssessment />
  if (data) return <Assessment assessment={data} />
  return (
    <div className="reading-column">
      <h1>{t('publicAssessments.entry.title')}</h1>
      {error ? (
        <LoadFailed
          isRetrying={isFetching}
          onRetry={() => refetch()}
          texts={{ title: t('publicAssessments.failed.title'), retry: t('publicAssessments.failed.retry') }}
        />
      ) : (
        <TextSkeleton text={t('publicAssessments.loading')} count={8} />
      )}
    </div>
  )
}

function UnknownAssessment() {
  const { t } = useTranslation()
  return (
    <div className="reading-column">
      <h1>{t('publicAssessments.entry.title')}</h1>
      <p className="lead-text">{t('publicAssessments.entry.notFound')}</p>
      <p>{t('publicAssessments.entry.notFoundText')}</p>
      <p>
        <NavLink href={siteHref(paths.assessments)}>{t('publicAssessments.entry.back')}</NavLink>
      </p>
    </div>
  )
}

const parts = ['facts', 'reasoning', 'measures'] as const

function Assessment({ assessment }: { readonly assessment: PublishedAssessmentDetail }) {
  const { t } = useTranslation()
  const { title, answer } = assessment
  const shown = parts.flatMap((part) => {
    const text = assessment[part]
    return text ? [{ part, text }] : []
  })
  return (
    <div className="reading-column">
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t('publicAssessments.title'), href: siteHref(paths.assessments) }]}
        current={t('publicAssessments.entry.title')}
      />
      <h1>
        <bdi lang="it">{title}</bdi>
      </h1>
      <SummaryBlock title={t('publicAssessments.entry.about')} items={factsOf(t, assessment)} />
      {shown.map(({ part, text }) => (
        <section key={part}>
          <h2>{t(`publicAssessments.entry.${part}`)}</h2>
          <p lang="it" dir="ltr" className="written-text">
            {text}
          </p>
        </section>
      ))}
      {answer && (
        <>
          <h2>{t('publicAssessments.entry.answer')}</h2>
          <p>{t(`publicAssessments.answers.${answer}`)}</p>
        </>
      )}
      <p>
        <small>{t('publicAssessments.entry.brackets')}</small>
      </p>
    </div>
  )
}

function factsOf(
  t: TFunction,
  { year, ground, field, conclusion, publishedAt }: PublishedAssessmentDetail,
): readonly Definition[] {
  return [
    ...(conclusion
      ? [
          {
            term: t('publicAssessments.entry.conclusion'),
            value: t(`publicAssessments.conclusions.${conclusion}`),
            isWide: true,
          },
        ]
      : []),
    { term: t('publicAssessments.entry.year'), value: <bdi>{year}</bdi> },
    ...(ground ? [{ term: t('publicAssessments.search.ground'), value: <bdi>{ground}</bdi> }] : []),
    ...(field ? [{ term: t('publicAssessments.search.field'), value: <bdi>{field}</bdi> }] : []),
    { term: t('publicAssessments.entry.publishedAt'), value: <ShowDay instant={publishedAt} /> },
  ]
}
