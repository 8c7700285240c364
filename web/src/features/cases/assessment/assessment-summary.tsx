import { type PersonalPassage, paths, type Summary } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { type Definition, DefinitionList } from '#ui/layout/summary-block.tsx'
import { summaryQuery } from './summary.queries.ts'
import { type AskedSummaryAction, SummaryDialog } from './summary-dialog.tsx'
import { SummaryForm } from './summary-form.tsx'

interface Props {
  readonly caseId: number
}

const asked = ['publish', 'sendBack', 'withdraw'] as const satisfies readonly AskedSummaryAction[]

/** The summary of an assessment that the office publishes: written here without personal data, then approved by RUP. */
export function AssessmentSummary({ caseId }: Props) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(summaryQuery(caseId))
  const [action, setAction] = useState<AskedSummaryAction>()
  if (isError && !data) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <TextSkeleton text={t('site.loading')} count={4} />
  const { status, note, version, actions, publicId } = data
  const offered = asked.filter((word) => actions[word] === null)
  const canWrite = actions.write === null
  return (
    <Panel
      title={t('summaryTab.title')}
      actions={
        publicId !== undefined && (
          <a href={siteHref(paths.assessment, { id: publicId })} target="_blank" rel="noreferrer">
            {t('summaryTab.open')}
          </a>
        )
      }
    >
      <p>{t(status ? `summaryTab.about.${status}` : 'summaryTab.about.none')}</p>
      {note && (status === 'draft' || status === 'withdrawn') && (
        <Alert kind="warning" title={t(status === 'draft' ? 'summaryTab.sentBack' : 'summaryTab.withdrawn')}>
          <p className="written-text">{note}</p>
        </Alert>
      )}
      {actions.publish === 'own_text' && <Alert kind="info">{t('summaryTab.ownText')}</Alert>}
      <DefinitionList items={factsOf(t, data)} />
      <Passages title={t('summaryTab.remaining')} passages={data.remaining} isOpen />
      <Passages title={t('summaryTab.replaced')} passages={data.replaced} />
      {canWrite ? <SummaryForm key={version} caseId={caseId} summary={data} /> : <SummaryRead summary={data} />}
      {offered.length > 0 && (
        <div className="cluster">
          {offered.map((word, index) => (
            <Button
              key={word}
              size="sm"
              variant={index === 0 ? 'primary' : 'secondary'}
              onClick={() => setAction(word)}
            >
              {t(`summaryTab.actions.${word}`)}
            </Button>
          ))}
        </div>
      )}
      {action && (
        <SummaryDialog action={action} caseId={caseId} version={version} onClose={() => setAction(undefined)} />
      )}
    </Panel>
  )
}

function factsOf(t: TFunction, { status, by, changedAt, publishedAt }: Summary): Definition[] {
  return [
    ...(status ? [{ term: t('summaryTab.facts.status'), value: t(`summary.statuses.${status}`) }] : []),
    ...(by ? [{ term: t('assessmentTab.facts.by'), value: <bdi>{by}</bdi> }] : []),
    ...(changedAt ? [{ term: t('assessmentTab.facts.changedAt'), value: <ShowInstant instant={changedAt} /> }] : []),
    ...(publishedAt ? [{ term: t('summaryTab.facts.publishedAt'), value: <ShowInstant instant={publishedAt} /> }] : []),
  ]
}

interface PassagesProps {
  readonly title: string
  readonly passages: readonly PersonalPassage[]
  readonly isOpen?: true
}

/** Passages with personal data, each with its kind and what replaced it. */
function Passages({ title, passages, isOpen }: PassagesProps) {
  const { t } = useTranslation()
  if (passages.length === 0) return null
  return (
    <details className="personal-passages" open={isOpen}>
      <summary>{`${title} (${passages.length})`}</summary>
      <ul>
        {passages.map(({ kind, text, replacement }) => (
          <li key={`${kind} ${text}`}>
            <span>{t(`summaryTab.kinds.${kind}`)}</span> <strong dir="auto">{text}</strong>
            {replacement && <span>{` → ${replacement}`}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}

const parts = ['title', 'facts', 'reasoning', 'measures'] as const

function SummaryRead({ summary: { texts } }: { readonly summary: Summary }) {
  const { t } = useTranslation()
  return parts
    .filter((part) => texts[part])
    .map((part) => (
      <section key={part}>
        <h3>{t(`summaryTab.fields.${part}`)}</h3>
        <p className="written-text">{texts[part]}</p>
      </section>
    ))
}
