import type { CaseRow } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bundleQuery, useWholeList } from '#form/choices.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { caseQuery } from '../cases.queries.ts'
import { labelOf } from '../record/case-field-texts.ts'
import { caseTexts } from './case-texts.ts'

/** Preview of a case: the reporter's narrative and all values that the list has. */
export function CasePreview({ row }: { readonly row: CaseRow }) {
  const { t } = useTranslation()
  const { data: lists } = useQuery(bundleQuery())
  const provinces = useWholeList('province', [])
  const texts = caseTexts(t, lists)
  const columns = ['due', 'field', 'mode', 'ground', 'place', 'language', 'operator', 'outcome'] as const
  const others = ['relevance', 'reporter', 'channel', 'unread'] as const
  return (
    <div className="case-preview">
      <Narrative caseId={row.id} />
      <DefinitionList
        items={[
          ...columns.map((id) => ({ term: t(`cases.columns.${id}`), value: texts[id](row) })),
          {
            term: t('cases.preview.province'),
            value: provinces.find(({ id }) => id === row.placeProvince)?.label ?? '–',
          },
          ...others.map((id) => ({ term: t(`cases.preview.${id}`), value: texts[id](row) })),
        ]}
      />
    </div>
  )
}

/** The start of the narrative. No list returns it, so the whole case is read. */
function Narrative({ caseId }: { caseId: number }) {
  const { t } = useTranslation()
  const { data: record, error, isFetching, refetch } = useQuery(caseQuery(caseId))
  if (record)
    return (
      <section className="case-preview-narrative" aria-label={labelOf(t, 'message')}>
        <p className="written-text few-lines" dir="auto">
          {record.values.message || t('cases.preview.nothingTold')}
        </p>
      </section>
    )
  if (error) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  return <TextSkeleton text={t('cases.loading')} count={2} />
}
