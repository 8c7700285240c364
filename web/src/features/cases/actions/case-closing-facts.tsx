import type { CaseDetail } from '@portal/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldDefinitions } from '#form/read-only/field-text.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { caseDisplay } from '../record/case-display.tsx'
import { caseEventsQuery } from './case-commands.queries.ts'

/** Shown before a case is closed: its current outcome, who proposed the closure, and the reason given. */
export function ClosingFacts({ record: { id, values, closingProposedAt } }: { record: CaseDetail }) {
  const { t } = useTranslation()
  const { data: history } = useInfiniteQuery({ ...caseEventsQuery(id), enabled: closingProposedAt !== undefined })
  const proposal =
    closingProposedAt && history?.pages.flatMap(({ rows }) => rows).find(({ kind }) => kind === 'proposeClosing')
  const items = [
    ...fieldDefinitions(t, { display: caseDisplay, names: ['outcomeId'], values, hidesEmpty: true }),
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
