import type { Assessment, AssessmentActionWord, CaseDetail } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { notifyError } from '#lib/api/notify-error.ts'
import { ShowDate, ShowInstant } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { type Definition, DefinitionList } from '#ui/layout/summary-block.tsx'
import { assessmentQuery, savePdf, saveWord, useAssessmentAct } from './assessment.queries.ts'
import { type AskedAction, AssessmentDialog, asks } from './assessment-dialog.tsx'
import { AssessmentForm } from './assessment-form.tsx'
import { AssessmentSummary } from './assessment-summary.tsx'

interface Props {
  readonly record: CaseDetail
}

/** The office's assessment of a case: written here, then read, with what may be done next. */
export function CaseAssessment({ record }: Props) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(assessmentQuery(record.id))
  if (isError && !data) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <TextSkeleton text={t('site.loading')} count={6} />
  const canWrite = data.actions.write === null
  return (
    <div className="assessment stack">
      <State assessment={data} record={record} />
      {canWrite ? (
        <AssessmentForm key={data.version} record={record} assessment={data} />
      ) : (
        <AssessmentTexts assessment={data} />
      )}
      {data.sentOn && <AssessmentSummary caseId={record.id} />}
    </div>
  )
}

const nextActions = ['approve', 'sendBack', 'send', 'answer'] as const satisfies readonly AssessmentActionWord[]

interface Shown extends Props {
  readonly assessment: Assessment
}

/** What state the assessment is in, its files, and the actions that follow. */
function State({ assessment, record }: Shown) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<AskedAction>()
  const acting = useAssessmentAct(record.id, (action) =>
    notify({ kind: 'success', body: t(`assessmentTab.done.${action}`) }),
  )
  const { status, note, version } = assessment
  const name = t('assessmentTab.file', { code: record.code })
  const offered = nextActions.filter((word) => assessment.actions[word] === null)
  return (
    <Panel
      title={t(status ? `assessment.statuses.${status}` : 'assessmentTab.none')}
      actions={
        status && (
          <span className="cluster">
            <Button variant="quiet" size="sm" onClick={() => void savePdf(record.id, name).catch(notifyError)}>
              {t('assessmentTab.pdf')}
            </Button>
            <Button variant="quiet" size="sm" onClick={() => void saveWord(record.id, name).catch(notifyError)}>
              {t('assessmentTab.word')}
            </Button>
          </span>
        )
      }
    >
      {status === 'draft' && note && (
        <Alert kind="warning" title={t('assessmentTab.sentBack')}>
          <p className="written-text">{note}</p>
        </Alert>
      )}
      <DefinitionList items={factsOf(t, assessment)} />
      {offered.length > 0 && (
        <div className="cluster">
          {offered.map((word, index) => (
            <Button
              key={word}
              size="sm"
              variant={index === 0 ? 'primary' : 'secondary'}
              pending={acting.isPending && acting.variables.action === word}
              pendingText={t('site.wait')}
              onClick={() =>
                asks(word) ? setAsked(word) : acting.mutate({ action: word, version }, { onError: notifyError })
              }
            >
              {t(`assessmentTab.actions.${word}`)}
            </Button>
          ))}
        </div>
      )}
      {asked && (
        <AssessmentDialog action={asked} caseId={record.id} version={version} onClose={() => setAsked(undefined)} />
      )}
    </Panel>
  )
}

/** When and how the assessment was written, sent and answered, as far as it was. */
function factsOf(t: TFunction, assessment: Assessment): Definition[] {
  const { by, changedAt, sentOn, way, answerBy, answer, answeredOn, answerText } = assessment
  return [
    ...(changedAt ? [{ term: t('assessmentTab.facts.changedAt'), value: <ShowInstant instant={changedAt} /> }] : []),
    ...(by ? [{ term: t('assessmentTab.facts.by'), value: <bdi>{by}</bdi> }] : []),
    ...(sentOn ? [{ term: t('assessmentTab.facts.sentOn'), value: <ShowDate date={sentOn} /> }] : []),
    ...(sentOn && way ? [{ term: t('assessmentTab.fields.way'), value: t(`assessment.ways.${way}`) }] : []),
    ...(answerBy && !answer ? [{ term: t('assessmentTab.facts.answerBy'), value: <ShowDate date={answerBy} /> }] : []),
    ...(answer ? [{ term: t('assessmentTab.fields.answer'), value: t(`assessment.answers.${answer}`) }] : []),
    ...(answeredOn ? [{ term: t('assessmentTab.fields.answeredOn'), value: <ShowDate date={answeredOn} /> }] : []),
    ...(answerText ? [{ term: t('assessmentTab.fields.answerText'), value: answerText, isWide: true }] : []),
  ]
}

const partNames = ['facts', 'reasoning', 'conclusion', 'measures', 'addressees'] as const

function AssessmentTexts({ assessment: { parts } }: { readonly assessment: Assessment }) {
  const { t } = useTranslation()
  const conclusion = parts.conclusion && t(`assessment.conclusions.${parts.conclusion}`)
  const texts = { ...parts, conclusion }
  const known = partNames.filter((name) => texts[name])
  if (known.length === 0) return null
  return (
    <>
      {known.map((name) => (
        <Panel key={name} title={t(`assessment.parts.${name}`)}>
          <p className="written-text" dir="auto">
            {texts[name]}
          </p>
        </Panel>
      ))}
    </>
  )
}
