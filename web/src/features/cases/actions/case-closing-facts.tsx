import type { CaseDetail } from '@portal/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { labelOf } from '../record/case-field-texts.ts'
import { caseEventsQuery } from './case-commands.queries.ts'

/** Shown before a case is closed: its current outcome, who proposed the closure, and the reason given. */
export function ClosingFacts({ record: { id, values, closingProposedAt } }: { record: CaseDetail }) {
  const { t } = useTranslation()
  const { data: lists } = useQuery(bundleQuery())
  const { data: history } = useInfiniteQuery({ ...caseEventsQuery(id), enabled: closingProposedAt !== undefined })
  const outcome = lists?.final_outcome?.find((item) => item.id === values.outcomeId)?.label
  const proposal =
    closingProposedAt && history?.pages.flatMap(({ rows }) => rows).find(({ kind }) => kind === 'proposeClosing')
  const items = [
    ...(outcome ? [{ term: labelOf(t, 'outcomeId'), value: outcome }] : []),
    ...(proposal?.by ? [{ term: t('caseActions.proposedBy'), value: <bdi>{proposal.by}</bdi> }] : []),
    ...(proposal?.reason
      ? [
          {
            term: t('caseActions.proposedFor'),
            value: (
              <span className="written-text" dir="auto">
                {proposal.reason}
              </span>
            ),
          },
        ]
      : []),
  ]
  return items.length > 0 ? <DefinitionList items={items} /> : null
}
